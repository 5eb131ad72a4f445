import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { addUser } from '#test/users.ts';

let database: TestDatabase;
let staff: AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['newsletter_issues', 'newsletter_subscribers', 'tales']) await database.pool.query(`delete from ${table}`);
  await database.pool.query("update newsletter_schedule set is_on = true, weekday = 7, hour = 8, time_zone = 'UTC', updated_at = now()");
  staff = await openAdminApi(database);
});

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const overview = async () => (await staff.ask('/newsletter')).body;
const prepare = async () => (await staff.call('POST', '/newsletter/issues')).body;
const act = (issue: { id: string; version: number }, name: string, match: number | string = issue.version) =>
  staff.call('POST', `/newsletter/issues/${issue.id}/${name}`, { match });
const change = (issue: { id: string; version: number }, body: unknown, match = issue.version) =>
  staff.call('PATCH', `/newsletter/issues/${issue.id}`, { match, body });
const lastAudit = async () => (await staff.rows('select action, actor, details from audit_log order by id desc limit 1'))[0];
const parts = (...ids: string[]) => ids.map((taleId) => ({ kind: 'week', taleId, note: '' }));

test('returns when the next issue is sent; one can be prepared at once, and one only', async () => {
  const { id: tale } = await addTale(database.db, { title: 'The Frog King' });
  const empty = await overview();
  expect(empty).toMatchObject({ draft: null, has_mail_server: true, schedule: { is_on: true, weekday: 7, hour: 8, time_zone: 'UTC' } });
  expect(new Date(empty.next_at).getUTCDay()).toBe(0);
  const made = await staff.call('POST', '/newsletter/issues');
  expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"']);
  expect(made.body).toMatchObject({ send_at: empty.next_at, is_edited: false, has_news: true, readers: 0, is_monthly: true });
  expect(made.body.parts).toMatchObject([{ kind: 'week', note: '', tale: { id: tale, title: 'The Frog King' } }]);
  expect((await overview()).draft).toEqual(made.body);
  expect((await staff.call('POST', '/newsletter/issues')).body.code).toBe('draft_open');
  expect(await lastAudit()).toMatchObject({ action: 'letter.prepared', actor: staff.admin.id });
});

test('a draft is composed again on each request until an editor changes it', async () => {
  await addTale(database.db, { daysAgo: 2 });
  const issue = await prepare();
  const { id: come } = await addTale(database.db, { daysAgo: 1 });
  const seen = (await overview()).draft;
  expect([seen.version, seen.parts.map(({ tale }: { tale: { id: string } }) => tale.id)]).toEqual([2, expect.arrayContaining([come])]);
  expect((await change(issue, { opening: 'Mine' })).status).toBe(412);
  const mine = (await change(seen, { opening: ' Dear readers,\r\n\r\nhello. ' })).body;
  expect(mine).toMatchObject({ version: 3, opening: 'Dear readers,\n\nhello.', is_edited: true });
  await addTale(database.db, { daysAgo: 0 });
  expect((await overview()).draft.parts).toEqual(mine.parts);
  const anew = (await act(mine, 'compose')).body;
  expect(anew).toMatchObject({ opening: '', is_edited: false });
  expect(anew.parts).toHaveLength(3);
});

test('a new time is no change of content', async () => {
  await addTale(database.db);
  const issue = await prepare();
  const sendAt = inDays(20);
  const moved = (await change(issue, { send_at: sendAt })).body;
  expect(moved).toMatchObject({ send_at: sendAt, issue_date: sendAt.slice(0, 10), is_edited: false });
  expect((await overview()).next_at).toBe(sendAt);
});

test('invalid changes are rejected by field, and nothing is saved', async () => {
  const { id: tale } = await addTale(database.db);
  const { id: draft } = await addTale(database.db, { status: 'draft' });
  await staff.rows(
    "insert into newsletter_issues (issue_date, status, send_at, subject, parts) values ((now() at time zone 'UTC' + interval '40 days')::date, 'skipped', now(), 'x', '[]')",
  );
  const issue = await prepare();
  const wrong: [object, string[]][] = [
    [{ subject: ' ' }, ['subject']],
    [{ subject: 'x'.repeat(151) }, ['subject']],
    [{ subject: 'two\nlines' }, ['subject']],
    [{ opening: 'x'.repeat(2_001) }, ['opening']],
    [{ opening: 'x\0' }, ['opening']],
    [{ send_at: '' }, ['send_at']],
    [{ send_at: 'tomorrow' }, ['send_at']],
    [{ send_at: inDays(-1) }, ['send_at']],
    [{ send_at: inDays(91) }, ['send_at']],
    [{ send_at: inDays(40) }, ['send_at']],
    [{ parts: parts(draft) }, ['parts']],
    [{ parts: parts(tale, tale) }, ['parts']],
    [{ parts: parts(crypto.randomUUID()) }, ['parts']],
    [{ parts: Array.from({ length: 13 }, () => parts(crypto.randomUUID())).flat() }, ['parts']],
    [{ status: 'sent' }, ['status']],
  ];
  for (const [body, fields] of wrong) {
    const answer = await change(issue, body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})], JSON.stringify(body).slice(0, 80)).toEqual([422, fields]);
  }
  for (const part of [{ kind: 'noon' }, { note: 'x'.repeat(501) }, { taleId: 'x' }])
    expect((await change(issue, { parts: [{ ...parts(tale)[0], ...part }] })).status, JSON.stringify(part)).toBe(422);
  expect((await overview()).draft).toEqual(issue);
  expect((await staff.call('PATCH', `/newsletter/issues/${issue.id}`, { body: { opening: 'x' } })).status).toBe(428);
  for (const path of ['/newsletter/issues/x', `/newsletter/issues/${crypto.randomUUID()}`])
    expect((await staff.call('GET', path)).status, path).toBe(404);
});

test('of two concurrent editors exactly one wins', async () => {
  await addTale(database.db);
  const issue = await prepare();
  const both = await Promise.all([change(issue, { subject: 'One' }), change(issue, { subject: 'Two' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
});

describe('sending', () => {
  test('now goes to all recipients, based on the version that was read', async () => {
    await addTale(database.db);
    await staff.rows(
      "insert into newsletter_subscribers (email, status, consent_at, consent_text) values ('kai@tales.example', 'confirmed', now(), 'yes')",
    );
    const issue = await prepare();
    expect(issue.readers).toBe(1);
    expect((await act(issue, 'send', issue.version + 1)).status).toBe(412);
    const sent = await act(issue, 'send');
    expect([sent.status, sent.body]).toEqual([202, { readers: 1 }]);
    expect(await lastAudit()).toMatchObject({ action: 'letter.started', actor: staff.admin.id, details: { readers: 1 } });
    expect((await act(issue, 'send')).body.code).toBe('not_a_draft');
    expect((await change(issue, { subject: 'Too late' })).body.code).toBe('not_a_draft');
    const { issues } = (await staff.ask('/newsletter/issues')).body;
    expect(issues).toMatchObject([
      { id: issue.id, status: 'sending', why: null, deliveries: { waiting: 1, sent: 0, failed: 0, dropped: 0 } },
    ]);
    const next = await overview();
    expect(next.draft).toBeNull();
    expect(Date.parse(next.next_at)).toBeGreaterThan(Date.now() + 3 * DAY_MS);
  });

  test('twice concurrently sends it once', async () => {
    await addTale(database.db);
    const issue = await prepare();
    const both = await Promise.all([act(issue, 'send'), act(issue, 'send')]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  test('is rejected when none of its tales is public, and the draft stays', async () => {
    const { id } = await addTale(database.db);
    const issue = (await change(await prepare(), { opening: 'Mine' })).body;
    await staff.rows('update tales set deleted_at = now() where id = $1', [id]);
    expect((await act(issue, 'send')).body.errors).toHaveProperty('parts');
    expect((await overview()).draft).toMatchObject({ id: issue.id, opening: 'Mine' });
  });

  test('a test email goes to the editor, and its subscriber links lead to the test page', async () => {
    await addTale(database.db);
    const issue = await prepare();
    const answer = await staff.call('POST', `/newsletter/issues/${issue.id}/test`);
    expect([answer.status, answer.body]).toEqual([202, { to: staff.admin.email }]);
    const [mail] = await staff.rows('select to_address, subject, html, text from outbound_emails');
    expect(mail).toMatchObject({ to_address: staff.admin.email, subject: `Test: ${issue.subject}` });
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain('/newsletter/test');
      expect(part).not.toMatch(/reader\.invalid|unsubscribe\?/);
    }
    expect((await overview()).draft).toEqual(issue);
  });
});

test('a skipped issue has a reason, and the next one follows the schedule', async () => {
  await addTale(database.db);
  const issue = await prepare();
  expect((await act(issue, 'skip')).status).toBe(204);
  expect((await staff.ask('/newsletter/issues')).body.issues).toMatchObject([{ id: issue.id, status: 'skipped', why: 'editor' }]);
  expect(await overview()).toMatchObject({ draft: null, next_at: new Date(Date.parse(issue.send_at) + 7 * DAY_MS).toISOString() });
});

test('an issue moved far ahead and skipped does not block the weeks before', async () => {
  await addTale(database.db);
  const moved = (await change(await prepare(), { send_at: inDays(80) })).body;
  expect((await act(moved, 'skip')).status).toBe(204);
  expect(Date.parse((await overview()).next_at)).toBeLessThan(Date.now() + 18 * DAY_MS);
});

describe('the schedule', () => {
  const given = { is_on: true, weekday: 3, hour: 18, time_zone: 'Europe/Berlin' };
  const save = (body: unknown, match: string) => staff.call('PUT', '/newsletter/schedule', { body, match: `"${match}"` });

  test('moves the draft', async () => {
    await addTale(database.db);
    await prepare();
    const { schedule } = await overview();
    const saved = await save(given, schedule.tag);
    expect([saved.status, saved.body]).toEqual([200, { ...given, tag: expect.any(String) }]);
    const { draft } = await overview();
    expect(draft.issue_date).toBe(draft.send_at.slice(0, 10));
    const there = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', weekday: 'long', hour: '2-digit' }).format(
      new Date(draft.send_at),
    );
    expect(there).toMatch(/Wednesday.*18/);
    expect((await save(given, schedule.tag)).body.code).toBe('changed_since');
    await save({ ...given, is_on: false }, saved.body.tag);
    expect((await overview()).next_at).toBeNull();
    expect(await lastAudit()).toMatchObject({ action: 'newsletter.scheduled', actor: staff.admin.id });
  });

  test.each([
    ['weekday', 0],
    ['weekday', 8],
    ['hour', 24],
    ['hour', 1.5],
    ['time_zone', 'Atlantis/Port'],
    ['is_on', 'yes'],
  ])('rejects %s %s', async (field, value) => {
    const { schedule } = await overview();
    const answer = await save({ ...given, [field]: value }, schedule.tag);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });
});

describe('the preview', () => {
  const preview = (id: string, query = '') => staff.send('GET', `/api/v1/admin/newsletter/issues/${id}/preview${query}`);

  test('is the email, sandboxed and framed by our pages only', async () => {
    const { slug } = await addTale(database.db, { title: 'The <i>Frog</i>' });
    const { id } = await prepare();
    const answer = await preview(id);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'self'; sandbox$/);
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    const html = await answer.text();
    expect(html).toContain(`/tale/${slug}`);
    expect(html).toContain('The &lt;i&gt;Frog&lt;/i&gt;');
    expect(html).not.toContain('reader.invalid');
    const [day, night] = await Promise.all(['paper', 'night'].map(async (theme) => (await preview(id, `?theme=${theme}`)).text()));
    expect([day?.includes('@media not all'), night?.includes('@media all'), night?.includes('prefers-color-scheme')]).toEqual([
      true,
      true,
      false,
    ]);
    const text = await preview(id, '?form=text');
    expect([text.headers.get('content-type'), (await text.text()).includes('THE TALE OF THE WEEK')]).toEqual([
      'text/plain; charset=UTF-8',
      true,
    ]);
    expect((await preview(id, '?form=pdf')).status).toBe(400);
    expect((await preview(crypto.randomUUID())).status).toBe(404);
  });
});

test('is for administrators only', async () => {
  const reader = await addUser(database.pool, { name: 'Kai' });
  const id = crypto.randomUUID();
  const calls = [
    ['GET', '/newsletter'],
    ['PUT', '/newsletter/schedule'],
    ['GET', '/newsletter/issues'],
    ['POST', '/newsletter/issues'],
    ...['GET', 'PATCH'].map((method) => [method, `/newsletter/issues/${id}`]),
    ...['compose', 'skip', 'test', 'send'].map((name) => ['POST', `/newsletter/issues/${id}/${name}`]),
    ['GET', `/newsletter/issues/${id}/preview`],
  ];
  for (const [method = '', path = ''] of calls)
    expect((await staff.call(method, path, { as: reader })).status, `${method} ${path}`).toBe(403);
  const foreign = await staff.send('POST', '/api/v1/admin/newsletter/issues', { headers: { origin: 'https://evil.example' } });
  expect([foreign.status, (await overview()).draft]).toEqual([403, null]);
});
