import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addIssue, addReaders } from '#test/letters.ts';
import { addPerson } from '#test/person.ts';
import { openStaff } from '#test/staff.ts';
import { deliveryCounts } from './delivery-counts.ts';
import { exportLetters } from './export-letters.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { removeOldDeliveries } from './remove-old-deliveries.ts';

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

describe('queueing a letter', () => {
  test('makes a delivery and a job for each who gets letters, after all other jobs', async () => {
    await addReaders(database.pool, 2);
    const kay = await addPerson(database.pool);
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
      'select d.id, s.email, d.status from deliveries d join newsletter_subscribers s on s.id = subscriber_id order by email',
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

  test('goes by how often readers want letters', async () => {
    await addReaders(database.pool, 3, 'monthly');
    const issue = await addIssue(database.pool);
    expect(await queue(issue, ['weekly'])).toBe(0);
    const next = await addIssue(database.pool, { day: '2026-12-06' });
    expect(await queue(next, ['weekly', 'monthly'])).toBe(3);
  });

  test('is undone with its transaction, and may be done again, also twice at once', async () => {
    await addReaders(database.pool, 3);
    const issue = await addIssue(database.pool);
    const failing = database.db.transaction().execute(async (trx) => {
      await queueDeliveries(trx, issue, ['weekly']);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([await rows('select from deliveries'), await jobs()]).toEqual([[], []]);
    const both = await Promise.all([queue(issue), queue(issue)]);
    expect(both.toSorted()).toEqual([0, 3]);
    expect(await queue(issue)).toBe(0);
    expect(await jobs()).toHaveLength(3);
  });

  test('to nobody has sent it', async () => {
    const issue = await addIssue(database.pool);
    expect(await queue(issue)).toBe(0);
    expect(await statusOf(issue)).toEqual({ status: 'sent', sent_at: expect.any(Date) });
  });

  test('to twelve thousand is a few statements, each well below the limit of two seconds', async () => {
    await addReaders(database.pool, 12_000);
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

test('who got letters is forgotten after 400 days, and the letters stay', async () => {
  await addReaders(database.pool, 2);
  const [old, young] = [await addIssue(database.pool), await addIssue(database.pool, { day: '2026-11-29' })];
  for (const issue of [old, young]) await queue(issue);
  await rows("update deliveries set status = 'sent', settled_at = now()");
  await rows(
    "update newsletter_issues set status = 'sent', sent_at = now() - case when id = $1 then interval '401 days' else '399 days' end",
    [old],
  );
  expect(await removeOldDeliveries(database.db)).toBe(2);
  expect(await rows('select distinct issue_id from deliveries')).toEqual([{ issue_id: young }]);
  expect(await rows('select from newsletter_issues')).toHaveLength(2);
});

test('which letters went to a person is among what the person can take along, and goes with the account', async () => {
  const [gerda, kay] = [await addPerson(database.pool), await addPerson(database.pool)];
  await rows(
    "insert into newsletter_subscribers (user_id, status, consent_at, consent_text) select id, 'confirmed', now(), 'yes' from profiles",
  );
  await addReaders(database.pool, 1);
  await queue(await addIssue(database.pool));
  expect(await exportLetters(database.db, gerda.id)).toEqual([{ letter: '2026-11-22', status: 'waiting', at: null }]);
  await rows('delete from profiles where id = $1', [gerda.id]);
  expect(await exportLetters(database.db, gerda.id)).toEqual([]);
  expect(await exportLetters(database.db, kay.id)).toHaveLength(1);
  expect(await rows('select from deliveries')).toHaveLength(2);
});

describe('sending again', () => {
  test('is done by an administrator, once, and written down', async () => {
    const { call, rows: seen, admin } = await openStaff(database);
    await addReaders(database.pool, 2);
    const issue = await addIssue(database.pool);
    await queue(issue);
    await rows("update deliveries set status = 'failed', settled_at = now()");
    await rows('delete from graphile_worker._private_jobs');
    expect(await call('POST', `/newsletter/issues/${issue}/retry`)).toMatchObject({ status: 200, body: { queued: 2 } });
    expect(await jobs()).toHaveLength(2);
    expect(await deliveryCounts(database.db, issue)).toEqual({ waiting: 2, sent: 0, failed: 0, dropped: 0 });
    expect(await call('POST', `/newsletter/issues/${issue}/retry`)).toMatchObject({ status: 409, body: { code: 'nothing_failed' } });
    const noted = await seen("select actor, details from audit_log where action = 'letter.retried' and subject_id = $1", [issue]);
    expect(noted).toEqual([{ actor: admin.id, details: { day: '2026-11-22', queued: 2 } }]);
  });

  test('is for letters that went out', async () => {
    const { call } = await openStaff(database);
    const [draft] = await rows(
      "insert into newsletter_issues (issue_date, send_at, subject, parts) values ('2026-11-22', now(), 'x', '[]') returning id",
    );
    for (const id of [draft.id, '019a0000-0000-7000-8000-000000000001', 'x'])
      expect(await call('POST', `/newsletter/issues/${id}/retry`)).toMatchObject({ status: 404 });
  });

  test('also helps letters that wait without a job', async () => {
    const { call } = await openStaff(database);
    await addReaders(database.pool, 2);
    const issue = await addIssue(database.pool);
    await queue(issue);
    await rows('delete from graphile_worker._private_jobs where id = (select min(id) from graphile_worker._private_jobs)');
    expect(await call('POST', `/newsletter/issues/${issue}/retry`)).toMatchObject({ body: { queued: 1 } });
    expect(await jobs()).toHaveLength(2);
  });
});
