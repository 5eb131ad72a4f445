import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { webhookSite } from '#test/webhook-site.ts';
import { RETRY_DELAYS_MS, retryDelay } from './deliver-task.ts';
import { queueWebhookEvent } from './delivery-queue.ts';

const here = webhookSite();
const { add, queue, deliver, rows, receiver } = here;

describe('a delivery', () => {
  test('is posted with the headers of the specification, and its result logged', async () => {
    const { id, secret } = await add();
    receiver.answer = () => ({ status: 202, text: 'thanks' });
    await queue('tale:1', { id: '1', slug: 'the-mill', title: 'The mill' });
    await deliver(id);
    const [request] = receiver.requests;
    const message = new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {});
    expect(message).toEqual({
      type: 'tale.updated',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { id: '1', slug: 'the-mill', title: 'The mill', url: 'https://tales.example/tale/the-mill' },
    });
    expect(request?.headers['content-type']).toBe('application/json');
    expect(await rows('select status, attempts, response_status, response_text, error, next_attempt_at from webhook_deliveries')).toEqual([
      { status: 'delivered', attempts: 1, response_status: 202, response_text: 'thanks', error: '', next_attempt_at: null },
    ]);
  });

  test('goes to the webhooks that subscribe to its type, and is not recorded for others', async () => {
    const [first, second] = [await add(), await add({ events: ['newsletter.sent'] })];
    await queue('tale:1');
    await rows('delete from webhooks where id = $1', [first.id]);
    await queue('tale:2');
    await deliver(second.id);
    expect(receiver.requests).toEqual([]);
    expect(await rows('select subject from webhook_events')).toEqual([{ subject: 'tale:1' }]);
  });

  test('of a later event waits for the earlier one of its subject only', async () => {
    const { id } = await add();
    receiver.answer = ({ data }) => ({ status: data.id === 'a1' ? 500 : 200 });
    for (const subject of ['a1', 'a2', 'b1', 'b2']) await queue(`tale:${subject[0]}`, { id: subject });
    await deliver(id);
    expect(receiver.requests.map(({ data }) => data.id)).toEqual(['a1', 'b1', 'b2']);
    receiver.answer = () => ({ status: 200 });
    await here.dueNow();
    await deliver(id);
    expect(receiver.requests.map(({ data }) => data.id)).toEqual(['a1', 'b1', 'b2', 'a1', 'a2']);
    expect(receiver.requests[0]?.headers['webhook-id']).toBe(receiver.requests[3]?.headers['webhook-id']);
  });

  test('is given up after the last pause, and then the next one of its subject is sent', async () => {
    const { id } = await add();
    receiver.answer = ({ data }) => ({ status: data.id === '1' ? 503 : 200 });
    await queue('tale:1', { id: '1' });
    await queue('tale:1', { id: '2' });
    for (let attempts = 0; attempts <= RETRY_DELAYS_MS.length; attempts += 1) {
      await here.dueNow();
      await deliver(id);
    }
    expect(await rows('select status, attempts, error from webhook_deliveries order by id')).toEqual([
      { status: 'failed', attempts: RETRY_DELAYS_MS.length + 1, error: 'The receiver answered 503.' },
      { status: 'delivered', attempts: 1, error: '' },
    ]);
    expect(await rows('select status, failing_since from webhooks')).toEqual([{ status: 'active', failing_since: null }]);
  });

  test('is not sent while its webhook is paused or after it is deleted', async () => {
    const { id } = await add();
    await queue('tale:1');
    await rows("update webhooks set status = 'paused'");
    await deliver(id);
    await rows('delete from webhooks');
    await deliver(id);
    expect(receiver.requests).toEqual([]);
    expect(await rows('select from webhook_deliveries')).toEqual([]);
  });

  test('fails with a reason when SECRET was changed', async () => {
    const { id } = await add();
    await queue('tale:1');
    await deliver(id, { secret: 'x'.repeat(40) });
    expect(receiver.requests).toEqual([]);
    expect(await rows('select error from webhook_deliveries')).toEqual([{ error: expect.stringContaining('Rotate the secret') }]);
  });
});

describe('after a rotation', () => {
  test('both secrets verify for a day, then the new one only', async () => {
    const { id, secret: old } = await add();
    const { secret } = await here.rotate(id);
    await queue('tale:1');
    await deliver(id);
    for (const each of [old, secret]) new Webhook(each).verify(receiver.requests[0]?.body ?? '', receiver.requests[0]?.headers ?? {});
    await rows('update webhooks set old_secret_expires_at = now()');
    await queue('tale:1');
    await deliver(id);
    const { body = '', headers = {} } = receiver.requests[1] ?? {};
    new Webhook(secret).verify(body, headers);
    expect(() => new Webhook(old).verify(body, headers)).toThrow();
  });
});

describe('a webhook is disabled, and administrators get an email,', () => {
  const emails = () => rows('select template, text from outbound_emails');

  test('when its receiver answers 410', async () => {
    const { id } = await add();
    receiver.answer = () => ({ status: 410 });
    for (const subject of ['1', '2', '3', '4', '5']) await queue(`tale:${subject}`);
    await deliver(id);
    expect(receiver.requests).toHaveLength(4);
    expect(await rows('select status, disabled_reason from webhooks')).toEqual([{ status: 'disabled', disabled_reason: 'gone' }]);
    expect(await rows("select from webhook_deliveries where status = 'failed'")).toHaveLength(5);
    expect(await emails()).toEqual([{ template: 'webhook-disabled', text: expect.stringContaining('"reason":"gone"') }]);
    await queue('tale:6');
    expect(await rows('select from webhook_deliveries')).toHaveLength(5);
    expect(
      await rows("select details from audit_log where action = 'webhook.disabled' and actor is null and subject_id = $1", [id]),
    ).toEqual([{ details: { host: `127.0.0.1:${receiver.port}`, reason: 'gone' } }]);
  });

  test('when it has had no success for three days, not when others were delivered', async () => {
    const { id } = await add();
    receiver.answer = () => ({ status: 500 });
    const exhaust = () => rows('update webhook_deliveries set tries = $1, next_attempt_at = now()', [RETRY_DELAYS_MS.length]);
    await queue('tale:1');
    await exhaust();
    await rows("update webhooks set failing_since = now() - interval '71 hours'");
    await deliver(id);
    expect(await rows('select status from webhooks')).toEqual([{ status: 'active' }]);
    await rows("update webhooks set failing_since = now() - interval '72 hours'");
    await queue('tale:2');
    await deliver(id);
    expect(await rows('select status from webhooks'), 'only when one is given up').toEqual([{ status: 'active' }]);
    await rows("update webhook_deliveries set tries = $1, next_attempt_at = now() where status = 'waiting'", [RETRY_DELAYS_MS.length]);
    await deliver(id);
    expect(await rows('select status, disabled_reason from webhooks')).toEqual([{ status: 'disabled', disabled_reason: 'failing' }]);
    expect(await emails()).toHaveLength(1);
  });
});

describe('retries', () => {
  test('last three days', () => {
    const total = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0);
    expect(total).toBeGreaterThanOrEqual(72 * 3_600_000);
    expect(total).toBeLessThan(80 * 3_600_000);
    expect(RETRY_DELAYS_MS.toSorted((a, b) => a - b)).toEqual(RETRY_DELAYS_MS);
    expect(RETRY_DELAYS_MS.slice(0, 2)).toEqual([5_000, 300_000]);
  });

  test('are a little later than planned, and end', () => {
    for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
      const pause = retryDelay(index + 1, RETRY_DELAYS_MS) ?? 0;
      expect(pause).toBeGreaterThanOrEqual(delay);
      expect(pause).toBeLessThanOrEqual(1.1 * delay);
    }
    expect(retryDelay(RETRY_DELAYS_MS.length + 1, RETRY_DELAYS_MS)).toBeUndefined();
  });

  test('have a job at the time of the first one', async () => {
    const { id } = await add();
    receiver.answer = () => ({ status: 500 });
    await queue('tale:1');
    await deliver(id);
    const waits = () =>
      rows('select extract(epoch from run_at - now())::float8 as wait from graphile_worker.jobs where key = $1', [`webhook:${id}`]);
    expect((await waits())[0].wait).toBeCloseTo(5, -1);
    await rows("update webhook_deliveries set next_attempt_at = now() + interval '2 hours'");
    await deliver(id);
    expect((await waits()).map(({ wait }) => Math.round(wait / 3600))).toEqual([2]);
  });
});

test('an event is part of the transaction that records it', async () => {
  await add();
  const failed = here
    .database()
    .db.transaction()
    .execute(async (trx) => {
      await queueWebhookEvent(trx, { type: 'tale.updated', subject: 'tale:1', data: {} });
      throw new Error('undone');
    });
  await expect(failed).rejects.toThrow('undone');
  expect(await rows('select from webhook_events')).toEqual([]);
  expect(await rows('select from graphile_worker.jobs')).toEqual([]);
});
