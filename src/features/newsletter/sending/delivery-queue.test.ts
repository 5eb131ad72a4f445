import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addIssue, addSubscribers, deliveryCounts } from '#test/newsletter-issues.ts';
import { addUser } from '#test/users.ts';
import { exportDeliveries, removeOldDeliveries } from './deliveries.ts';
import { queueDeliveries } from './delivery-queue.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const jobs = () => rows('select key, priority, payload from graphile_worker._private_jobs order by id');
const queue = (issue: string, frequencies: ('weekly' | 'monthly')[] = ['weekly']) =>
  database.db.transaction().execute((trx) => queueDeliveries(trx, issue, frequencies));
const statusOf = async (issue: string) => (await rows('select status, sent_at from newsletter_issues where id = $1', [issue]))[0];

describe('queueing an issue', () => {
  test('adds a delivery and a job per recipient, with the lowest priority', async () => {
    await addSubscribers(database.pool, 2);
    const kay = await addUser(database.pool);
    await rows("insert into newsletter_subscribers (user_id, status, consent_at, consent_text) values ($1, 'confirmed', now(), 'yes')", [
      kay.id,
    ]);
    await rows(
      "insert into newsletter_subscribers (email, status, consent_at, consent_text) values ('p@tales.example', 'pending', now(), 'yes')",
    );
    await rows("insert into newsletter_subscribers (email, status) values ('gone@tales.example', 'unsubscribed')");
    await rows("insert into newsletter_suppressions values (sha256('reader-2@tales.example'), 'bounce', now())");
    const issue = await addIssue(database.pool);
    expect(await queue(issue)).toBe(2);
    const made = await rows(
      'select d.id, s.email, d.status from newsletter_deliveries d join newsletter_subscribers s on s.id = subscriber_id order by email',
    );
    expect(made).toMatchObject([
      { email: 'reader-1@tales.example', status: 'waiting' },
      { email: null, status: 'waiting' },
    ]);
    const wanted = made.map(({ id }) => ({
      key: `letter:${id}`,
      priority: 10,
      payload: { deliveryId: id, issueId: issue, triesMade: 0 },
    }));
    expect((await jobs()).toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(wanted.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
    expect(await statusOf(issue)).toEqual({ status: 'sending', sent_at: null });
  });

  test('respects the frequency', async () => {
    await addSubscribers(database.pool, 3, 'monthly');
    const issue = await addIssue(database.pool);
    expect(await queue(issue, ['weekly'])).toBe(0);
    const next = await addIssue(database.pool, { day: '2026-12-06' });
    expect(await queue(next, ['weekly', 'monthly'])).toBe(3);
  });

  test('is rolled back with its transaction, and idempotent, also concurrently', async () => {
    await addSubscribers(database.pool, 3);
    const issue = await addIssue(database.pool);
    const failing = database.db.transaction().execute(async (trx) => {
      await queueDeliveries(trx, issue, ['weekly']);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([await rows('select from newsletter_deliveries'), await jobs()]).toEqual([[], []]);
    const both = await Promise.all([queue(issue), queue(issue)]);
    expect(both.toSorted()).toEqual([0, 3]);
    expect(await queue(issue)).toBe(0);
    expect(await jobs()).toHaveLength(3);
  });

  test('without recipients sets it to sent', async () => {
    const issue = await addIssue(database.pool);
    expect(await queue(issue)).toBe(0);
    expect(await statusOf(issue)).toEqual({ status: 'sent', sent_at: expect.any(Date) });
  });

  test('for 12,000 recipients takes a few statements, each well below the limit of two seconds', async () => {
    await addSubscribers(database.pool, 12_000);
    const issue = await addIssue(database.pool);
    const queued = await database.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = '2s'`.execute(trx);
      return queueDeliveries(trx, issue, ['weekly']);
    });
    expect(queued).toBe(12_000);
    expect(await deliveryCounts(database.db, issue)).toEqual({ waiting: 12_000, sent: 0, failed: 0, dropped: 0 });
    expect(await rows('select count(distinct key) as count from graphile_worker._private_jobs')).toEqual([{ count: 12_000 }]);
  });
});

test('deliveries are deleted after 400 days, issues are not', async () => {
  await addSubscribers(database.pool, 2);
  const [old, young] = [await addIssue(database.pool), await addIssue(database.pool, { day: '2026-11-29' })];
  for (const issue of [old, young]) await queue(issue);
  await rows("update newsletter_deliveries set status = 'sent', completed_at = now()");
  await rows(
    "update newsletter_issues set status = 'sent', sent_at = now() - case when id = $1 then interval '401 days' else '399 days' end",
    [old],
  );
  expect(await removeOldDeliveries(database.db)).toBe(2);
  expect(await rows('select distinct issue_id from newsletter_deliveries')).toEqual([{ issue_id: young }]);
  expect(await rows('select from newsletter_issues')).toHaveLength(2);
});

test('deliveries are in the data export of the account, and deleted with it', async () => {
  const [gerda, kay] = [await addUser(database.pool), await addUser(database.pool)];
  await rows(
    "insert into newsletter_subscribers (user_id, status, consent_at, consent_text) select id, 'confirmed', now(), 'yes' from users",
  );
  await addSubscribers(database.pool, 1);
  await queue(await addIssue(database.pool));
  expect(await exportDeliveries(database.db, gerda.id)).toEqual([{ letter: '2026-11-22', status: 'waiting', at: null }]);
  await rows('delete from users where id = $1', [gerda.id]);
  expect(await exportDeliveries(database.db, gerda.id)).toEqual([]);
  expect(await exportDeliveries(database.db, kay.id)).toHaveLength(1);
  expect(await rows('select from newsletter_deliveries')).toHaveLength(2);
});

describe('resending', () => {
  test('is done once by an administrator, and audited', async () => {
    const { call, rows: seen, admin } = await openAdminApi(database);
    await addSubscribers(database.pool, 2);
    const issue = await addIssue(database.pool);
    await queue(issue);
    await rows("update newsletter_deliveries set status = 'failed', completed_at = now()");
    await rows('delete from graphile_worker._private_jobs');
    expect(await call('POST', `/newsletter/issues/${issue}/retry`)).toMatchObject({ status: 200, body: { queued: 2 } });
    expect(await jobs()).toHaveLength(2);
    expect(await deliveryCounts(database.db, issue)).toEqual({ waiting: 2, sent: 0, failed: 0, dropped: 0 });
    expect(await call('POST', `/newsletter/issues/${issue}/retry`)).toMatchObject({ status: 409, body: { code: 'nothing_failed' } });
    const noted = await seen("select actor, details from audit_log where action = 'letter.retried' and subject_id = $1", [issue]);
    expect(noted).toEqual([{ actor: admin.id, details: { day: '2026-11-22', queued: 2 } }]);
  });

  test('is for sent issues only', async () => {
    const { call } = await openAdminApi(database);
    const [draft] = await rows(
      "insert into newsletter_issues (issue_date, send_at, subject, parts) values ('2026-11-22', now(), 'x', '[]') returning id",
    );
    for (const id of [draft.id, '019a0000-0000-7000-8000-000000000001', 'x'])
      expect(await call('POST', `/newsletter/issues/${id}/retry`)).toMatchObject({ status: 404 });
  });

  test('includes waiting deliveries without a job', async () => {
    const { call } = await openAdminApi(database);
    await addSubscribers(database.pool, 2);
    const issue = await addIssue(database.pool);
    await queue(issue);
    await rows('delete from graphile_worker._private_jobs where id = (select min(id) from graphile_worker._private_jobs)');
    expect(await call('POST', `/newsletter/issues/${issue}/retry`)).toMatchObject({ body: { queued: 1 } });
    expect(await jobs()).toHaveLength(2);
  });
});
