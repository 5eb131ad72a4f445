import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';

/** Lists of issues, and changes of them as the audit log shows them. */

let database: TestDatabase;
let staff: AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['newsletter_issues', 'tales']) await database.pool.query(`delete from ${table}`);
  staff = await openAdminApi(database);
});

const addSkipped = (count: number) =>
  staff.rows(
    `insert into newsletter_issues (issue_date, status, send_at, subject, parts)
     select '2026-01-01'::date + 7 * n, 'skipped', now(), 'x', '[]' from generate_series(1, $1::integer) n`,
    [count],
  );
const list = async (after = '') => (await staff.ask(`/newsletter/issues?after=${after}`)).body;

test.each([
  [23, [10, 10, 3]],
  [20, [10, 10]],
  [0, [0]],
])('a list of %i issues has pages of %j, newest first', async (count, sizes) => {
  await addSkipped(count);
  const pages: string[][] = [];
  for (let after: string | null = ''; after !== null; ) {
    const { issues, next } = await list(after);
    pages.push(issues.map(({ issue_date }: { issue_date: string }) => issue_date));
    after = next;
  }
  expect(pages.map(({ length }) => length)).toEqual(sizes);
  const days = pages.flat();
  expect(days).toEqual([...new Set(days)].toSorted().reverse());
});

test('an unknown position of the list is rejected', async () => {
  expect((await staff.ask('/newsletter/issues?after=never')).status).toBe(400);
});

test('an issue was skipped by an editor, or had no tales, or no new ones', async () => {
  const part = JSON.stringify([{ kind: 'week', taleId: crypto.randomUUID(), note: '' }]);
  const values = "('2026-01-01', true, $1), ('2026-01-08', false, $1), ('2026-01-15', false, '[]')";
  await staff.rows(
    `insert into newsletter_issues (issue_date, status, send_at, subject, is_edited, parts)
     select day::date, 'skipped', now(), 'x', edited, parts::jsonb from (values ${values}) v (day, edited, parts)`,
    [part],
  );
  expect((await list()).issues.map(({ why }: { why: string }) => why)).toEqual(['no_tales', 'no_news', 'editor']);
});

test('the audit log says which issue was changed, and which of its fields', async () => {
  await addTale(database.db);
  const { body: issue } = await staff.call('POST', '/newsletter/issues');
  const path = `/newsletter/issues/${issue.id}`;
  await staff.call('PATCH', path, { match: 1, body: { subject: 'One', opening: 'Two' } });
  await staff.call('POST', `${path}/compose`, { match: 2 });
  await staff.call('POST', `${path}/test`);
  const day = issue.issue_date;
  const text = "select action, details from audit_log where subject_kind = 'letter' and subject_id = $1 order by id";
  expect(await staff.rows(text, [issue.id])).toEqual([
    { action: 'letter.prepared', details: { day } },
    { action: 'letter.changed', details: { day, fields: 'subject opening' } },
    { action: 'letter.composed', details: { day } },
    { action: 'letter.tested', details: { day } },
  ]);
});

test('a draft that is composed again loses its opening, and counts as unedited', async () => {
  await addTale(database.db, { title: 'The Frog King' });
  const { body: issue } = await staff.call('POST', '/newsletter/issues');
  const path = `/newsletter/issues/${issue.id}`;
  const edited = await staff.call('PATCH', path, { match: 1, body: { subject: 'Mine', opening: 'Mine too', parts: [] } });
  expect(edited.body).toMatchObject({ subject: 'Mine', opening: 'Mine too', parts: [], is_edited: true });
  const composed = await staff.call('POST', `${path}/compose`, { match: edited.body.version });
  expect(composed.body).toMatchObject({ subject: issue.subject, opening: '', is_edited: false, parts: issue.parts });
  expect(composed.headers.get('etag')).toBe(`"${composed.body.version}"`);
});

test('a new schedule leaves the draft where it is when its day has an issue already', async () => {
  await addTale(database.db);
  const { body: issue } = await staff.call('POST', '/newsletter/issues');
  await staff.rows(
    `insert into newsletter_issues (issue_date, status, send_at, subject, parts)
     select (now() + n * interval '1 day')::date, 'skipped', '2020-01-01', 'x', '[]' from generate_series(0, 30) n
     on conflict do nothing`,
  );
  const { schedule } = (await staff.ask('/newsletter')).body;
  const { tag, ...given } = schedule;
  const moved = { ...given, weekday: (given.weekday % 7) + 1 };
  expect((await staff.call('PUT', '/newsletter/schedule', { body: moved, match: `"${tag}"` })).status).toBe(200);
  expect((await staff.ask('/newsletter')).body.draft).toMatchObject({ id: issue.id, send_at: issue.send_at, version: 1 });
});

test('a draft may have published and scheduled tales', async () => {
  const [published, scheduled] = [await addTale(database.db), await addTale(database.db, { daysAgo: -1 })];
  const { body: issue } = await staff.call('POST', '/newsletter/issues');
  const parts = [scheduled, published].map(({ id }) => ({ kind: 'short', taleId: id, note: 'A note' }));
  const changed = await staff.call('PATCH', `/newsletter/issues/${issue.id}`, { match: issue.version, body: { parts } });
  expect([changed.status, changed.body.parts]).toMatchObject([
    200,
    [
      { kind: 'short', note: 'A note', tale: { id: scheduled.id } },
      { kind: 'short', note: 'A note', tale: { id: published.id } },
    ],
  ]);
});

test('the schedule can be saved while there is no draft', async () => {
  const { schedule } = (await staff.ask('/newsletter')).body;
  const { tag, ...given } = schedule;
  const saved = await staff.call('PUT', '/newsletter/schedule', { body: { ...given, hour: 6 }, match: `"${tag}"` });
  expect([saved.status, saved.body.hour]).toEqual([200, 6]);
  expect((await staff.ask('/newsletter')).body).toMatchObject({ draft: null, schedule: { hour: 6 } });
});
