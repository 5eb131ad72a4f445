import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser } from '#test/users.ts';
import { createReceiver } from '#test/webhook-site.ts';
import type { Webhook, WebhookDelivery, WebhookDeliveryPage, WebhookWithSecret } from './contract.ts';
import { queueWebhookEvent } from './delivery-queue.ts';
import { MAX_WEBHOOKS } from './edit-webhook.ts';
import { removeOldWebhookEvents } from './webhooks.ts';

let database: TestDatabase;
let staff: AdminApi;
const receiver = createReceiver();

beforeAll(async () => {
  [database] = await Promise.all([createTestDatabase(), receiver.listen()]);
});
afterAll(() => Promise.all([database.drop(), receiver.close()]));
beforeEach(async () => {
  staff = await openAdminApi(database);
  await database.pool.query('delete from webhooks');
  await database.pool.query('delete from webhook_events');
  receiver.requests.length = 0;
  receiver.answer = () => ({ status: 200 });
});

const input = (about: object = {}) => ({ url: `${receiver.url}?key=abc`, description: 'Shop', events: ['tale.published'], ...about });

async function add(about: object = {}): Promise<WebhookWithSecret> {
  const { status, body } = await staff.call('POST', '/webhooks', { body: input(about) });
  expect(status).toBe(201);
  return body as WebhookWithSecret;
}
const actions = () => staff.rows('select action, details from audit_log where actor = $1 order by id', [staff.admin.id]);
const deliveriesOf = async (id: string, query = '') =>
  ((await staff.ask(`/webhooks/${id}/deliveries${query}`)).body as WebhookDeliveryPage).deliveries;
const record = () => queueWebhookEvent(database.db, { type: 'tale.published', subject: 'tale:1', data: { slug: 'the-mill' } });

describe('a webhook', () => {
  test('is created, changed, paused, resumed and deleted, with an audit entry each', async () => {
    const webhook = await add();
    expect(webhook).toMatchObject({ status: 'active', events: ['tale.published'], last_delivery: null, waiting: 0, version: 1 });
    const path = `/webhooks/${webhook.id}`;
    const changed = await staff.call('PATCH', path, { match: 1, body: { events: ['tale.deleted', 'tale.published', 'tale.deleted'] } });
    expect(changed).toMatchObject({ status: 200, body: { events: ['tale.published', 'tale.deleted'], description: 'Shop', version: 2 } });
    expect((await staff.call('PATCH', path, { match: 1, body: { description: '' } })).status).toBe(412);
    expect((await staff.call('PATCH', path, { body: { description: '' } })).status).toBe(428);
    for (const status of ['paused', 'paused', 'active'])
      expect(await staff.call('PUT', `${path}/status`, { body: { status } })).toMatchObject({ status: 200, body: { status } });
    expect((await staff.call('DELETE', path)).status).toBe(204);
    expect((await staff.call('GET', path)).status).toBe(404);
    const host = `127.0.0.1:${receiver.port}`;
    expect(await actions()).toEqual([
      { action: 'webhook.created', details: { host } },
      { action: 'webhook.changed', details: { host, fields: 'events' } },
      { action: 'webhook.paused', details: { host } },
      { action: 'webhook.resumed', details: { host } },
      { action: 'webhook.deleted', details: { host } },
    ]);
  });

  test('has a secret that is returned at its creation and rotation only', async () => {
    const { id, secret } = await add();
    const rotated = (await staff.call('POST', `/webhooks/${id}/rotate`)).body as WebhookWithSecret;
    expect([secret, rotated.secret]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)]);
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.old_secret_expires_at ?? '') - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    const shown = JSON.stringify([await staff.ask('/webhooks'), await staff.ask(`/webhooks/${id}`)]);
    const stored = await staff.rows(
      'select (select json_agg(w) from webhooks w)::text || (select json_agg(l) from audit_log l)::text as text',
    );
    for (const each of [secret, rotated.secret])
      expect(shown + JSON.stringify(stored) + staff.logs.text()).not.toContain(each.slice(6, 30));
    expect((await actions()).at(-1)?.action).toBe('webhook.rotated');
  });

  test('is validated by field', async () => {
    const problems = async (about: object) => {
      const { status, body } = await staff.call('POST', '/webhooks', { body: input(about) });
      return [status, Object.keys(body.errors ?? {})];
    };
    expect(await problems({ url: 'ftp://hooks.example/' })).toEqual([422, ['url']]);
    expect(await problems({ url: undefined })).toEqual([422, ['url']]);
    expect(await problems({ events: [] })).toEqual([422, ['events']]);
    expect(await problems({ events: ['tale.read'] })).toEqual([422, ['events.0']]);
    expect(await problems({ description: 'a\nb' })).toEqual([422, ['description']]);
    expect(await problems({ secret: 'whsec_x' })).toEqual([422, ['secret']]);
  });

  test('is one of twenty at most, also with concurrent requests', async () => {
    await staff.rows(
      "insert into webhooks (url, events, sealed_secret) select 'https://hooks.example/', '{tale.published}', 'x' from generate_series(3, $1)",
      [MAX_WEBHOOKS],
    );
    const answers = await Promise.all([1, 2, 3, 4].map(() => staff.call('POST', '/webhooks', { body: input() })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
  });

  test('that is disabled cannot be paused, but resumed', async () => {
    const { id } = await add();
    await staff.rows("update webhooks set status = 'disabled', disabled_reason = 'gone', failing_since = now()");
    expect((await staff.call('PUT', `/webhooks/${id}/status`, { body: { status: 'paused' } })).body).toMatchObject({
      code: 'webhook_disabled',
    });
    expect((await staff.call('PUT', `/webhooks/${id}/status`, { body: { status: 'active' } })).body).toMatchObject({
      ...{ status: 'active', disabled_reason: null, failing_since: null },
    });
  });
});

test('only signed-in administrators have access', async () => {
  const { id } = await add();
  const user = await addUser(database.pool);
  for (const [method, path] of [
    ['GET', '/webhooks'],
    ['POST', '/webhooks'],
    ['GET', `/webhooks/${id}`],
    ['POST', `/webhooks/${id}/rotate`],
    ['POST', `/webhooks/${id}/test`],
    ['GET', `/webhooks/${id}/deliveries`],
  ] as const)
    expect([path, (await staff.call(method, path, { as: user, body: method === 'POST' ? {} : undefined })).status]).toEqual([path, 403]);
  const withKey = await staff.app.request('/api/v1/admin/webhooks', { headers: { authorization: 'Bearer tw_x' } });
  expect(withKey.status).toBe(401);
});

describe('a test', () => {
  test('is sent at once and logged, also for a paused webhook', async () => {
    const { id } = await add();
    await staff.call('PUT', `/webhooks/${id}/status`, { body: { status: 'paused' } });
    receiver.answer = () => ({ status: 500, text: 'down' });
    const { body } = await staff.call('POST', `/webhooks/${id}/test`);
    expect(body).toMatchObject({ type: 'webhook.test', status: 'failed', attempts: 1, response_status: 500, response_text: 'down' });
    receiver.answer = () => ({ status: 204 });
    expect((await staff.call('POST', `/webhooks/${id}/test`)).body).toMatchObject({ status: 'delivered', error: '' });
    expect(receiver.requests.map(({ type }) => type)).toEqual(['webhook.test', 'webhook.test']);
    expect(await deliveriesOf(id)).toHaveLength(2);
    expect(((await staff.ask(`/webhooks/${id}`)).body as Webhook).last_delivery).toMatchObject({ status: 'delivered' });
    expect((await actions()).slice(-2).map(({ details }) => details.status)).toEqual(['failed', 'delivered']);
  });
});

describe('the delivery log', () => {
  test('is listed newest first, by status', async () => {
    const { id } = await add();
    await record();
    await record();
    const [first, second] = await deliveriesOf(id);
    expect([first?.status, second?.status]).toEqual(['waiting', 'waiting']);
    expect(Date.parse(first?.occurred_at ?? '')).toBeGreaterThanOrEqual(Date.parse(second?.occurred_at ?? ''));
    expect(await deliveriesOf(id, '?status=failed')).toEqual([]);
    expect((await staff.ask(`/webhooks/${id}/deliveries?status=lost`)).status).toBe(400);
  });

  test('offers to repeat a delivery, which keeps its id', async () => {
    const { id } = await add();
    await record();
    await staff.rows("update webhook_deliveries set status = 'failed', next_attempt_at = null, tries = 10, attempts = 10");
    const [failed] = await deliveriesOf(id);
    const path = `/webhooks/${id}/deliveries/${failed?.id}/redeliver`;
    // Pressed twice.
    for (let times = 0; times < 2; times += 1) {
      const { body } = await staff.call('POST', path);
      expect(body as WebhookDelivery).toMatchObject({ id: failed?.id, status: 'waiting', attempts: 10 });
    }
    expect(await deliveriesOf(id)).toHaveLength(1);
    expect(await staff.rows('select tries from webhook_deliveries')).toEqual([{ tries: 0 }]);
    expect(await staff.rows('select from graphile_worker.jobs where key = $1', [`webhook:${id}`])).toHaveLength(1);
    await staff.call('PUT', `/webhooks/${id}/status`, { body: { status: 'paused' } });
    expect((await staff.call('POST', path)).body).toMatchObject({ status: 409, code: 'webhook_inactive' });
    expect((await staff.call('POST', path.replace(String(failed?.id), id))).status).toBe(409);
    await staff.call('PUT', `/webhooks/${id}/status`, { body: { status: 'active' } });
    expect((await staff.call('POST', path.replace(String(failed?.id), id))).body).toMatchObject({ status: 404, code: 'unknown_delivery' });
  });

  test('is deleted after thirty days, and old secrets when they expire', async () => {
    const { id } = await add();
    await staff.call('POST', `/webhooks/${id}/rotate`);
    await record();
    await record();
    await staff.rows(
      "update webhook_events set occurred_at = now() - interval '31 days' where id = (select min(id::text)::uuid from webhook_events)",
    );
    await staff.rows("update webhooks set old_secret_expires_at = now() - interval '1 minute'");
    expect(await removeOldWebhookEvents(database.db)).toBe(1);
    expect(await deliveriesOf(id)).toHaveLength(1);
    expect(await staff.rows('select old_sealed_secret from webhooks')).toEqual([{ old_sealed_secret: null }]);
  });
});
