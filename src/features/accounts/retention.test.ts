import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CLEANUP, cleanupTask } from '#src/platform/jobs/task.ts';
import { removeOldEmails } from '#src/platform/mail/failed-emails.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { removeExpiredLimits } from '#src/platform/rate-limit/rate-limit.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openTestLog } from '#test/jobs.ts';
import { runSql } from '#test/sql.ts';
import { removeEndedSessions, removeEndedVerifications, removeUnconfirmedAccounts } from './retention.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['users', 'one_time_tokens', 'outbound_emails', 'rate_limits', 'verifications']) await rows(`delete from ${table}`);
});

const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => runSql<Row>(database.ownerUrl, text, values);
const namesOf = async (table: string, column: string) =>
  (await rows<{ name: string }>(`select ${column} as name from ${table} order by 1`)).map(({ name }) => name);

test('ended sessions are deleted', async () => {
  await rows(`insert into users (name, email, email_verified, role)
    values ('reader', 'reader@tales.example', true, 'user'), ('admin', 'admin@tales.example', true, 'admin')`);
  await rows(`insert into sessions (token, user_id, user_agent, expires_at, created_at, updated_at)
    select rpad(role || n, 43, '.'), id, role || ' ' || what, now() + ends, now() - made, now() - seen
    from users, (values (1, 'fresh', interval '1 day', interval '0', interval '0'), (2, 'ended', interval '0', interval '0', interval '0'),
      (3, 'of eight days', interval '1 day', interval '8 days', interval '0'), (4, 'of ninety days', interval '1 day', interval '90 days', interval '0'),
      (5, 'unseen for a day', interval '1 day', interval '2 days', interval '1 day'),
      (6, 'unseen for two weeks', interval '1 day', interval '20 days', interval '14 days')) as kinds (n, what, ends, made, seen)`);
  expect(await removeEndedSessions(database.db)).toBe(8);
  expect(await namesOf('sessions', 'user_agent')).toEqual(['admin fresh', 'user fresh', 'user of eight days', 'user unseen for a day']);
  expect(await removeEndedSessions(database.db)).toBe(0);
});

test('accounts unconfirmed for 30 days are deleted with their data, others stay', async () => {
  await rows(`insert into users (name, email, email_verified, created_at, disabled_at)
    select what, n || '@tales.example', verified, now() - age, disabled
    from (values (1, 'old', false, interval '30 days', null::timestamptz), (2, 'younger', false, interval '29 days', null),
      (3, 'confirmed', true, interval '90 days', null), (4, 'disabled', false, interval '90 days', now()),
      (5, 'asked again', false, interval '31 days', null), (6, 'asked long ago', false, interval '31 days', null)) as kinds (n, what, verified, age, disabled)`);
  await rows(`insert into credentials (user_id, provider_id, account_id, password) select id, 'credential', id::text, 'hash' from users`);
  await rows(`insert into one_time_tokens (subject, purpose, hash, email, expires_at)
    select id::text, 'verify', encode(sha256(name::bytea), 'hex'), email, now() + case name when 'asked again' then interval '1 hour' else '0' end
    from users where name like 'asked%'`);
  expect(await removeUnconfirmedAccounts(database.db)).toBe(2);
  expect(await namesOf('users', 'name')).toEqual(['asked again', 'confirmed', 'disabled', 'younger']);
  expect(await namesOf('credentials', 'id::text')).toHaveLength(4);
});

test('expired challenges, limits and emails are deleted', async () => {
  await rows(
    `insert into verifications (identifier, value, expires_at) values ('over', '', now()), ('open', '', now() + interval '1 minute')`,
  );
  await rows(
    `insert into rate_limits select repeat(n, 64), 1, now() + n::integer * interval '1 minute' from (values ('0'), ('1')) as kinds (n)`,
  );
  await rows(`insert into outbound_emails (to_address, subject, html, text, sent_at) values
    ('a@tales.example', 'old', null, null, now() - interval '30 days'), ('a@tales.example', 'sent', null, null, now() - interval '29 days'),
    ('a@tales.example', 'given up', 'x', 'x', null), ('a@tales.example', 'given up lately', 'x', 'x', null)`);
  await queueEmail(database.db, { to: 'a@tales.example', subject: 'waits', html: 'x', text: 'x' });
  await rows(`update outbound_emails set created_at = now() - case subject when 'given up lately' then 29 else 30 end * interval '1 day'`);
  const removed = [removeEndedVerifications, removeExpiredLimits, removeOldEmails].map((remove) => remove(database.db));
  expect(await Promise.all(removed)).toEqual([1, 1, 2]);
  expect(await namesOf('verifications', 'identifier')).toEqual(['open']);
  expect(await namesOf('rate_limits', 'left(key, 1)')).toEqual(['1']);
  expect(await namesOf('outbound_emails', 'subject')).toEqual(['given up lately', 'sent', 'waits']);
});

test('a failing deletion does not stop the others, and the job is retried', async () => {
  const { log, text } = openTestLog();
  const fail = () => Promise.reject(new Error('the disk is full'));
  const task = cleanupTask({ db: database.db, log, removals: { broken: fail, limits: async () => 3 } });
  const job = { attempt: 1, signal: new AbortController().signal };
  expect(task.name).toBe(CLEANUP);
  await expect(task.run({}, job)).rejects.toThrow('the disk is full');
  expect(text()).toContain('"removed":{"limits":3}');
});
