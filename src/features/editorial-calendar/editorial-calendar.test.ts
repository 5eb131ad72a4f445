import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { addUser } from '#test/users.ts';
import { readCalendar } from './editorial-calendar.ts';

let database: TestDatabase;
let staff: AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['daily_tales', 'newsletter_issues', 'tales']) await run(`delete from ${table}`);
  await schedule('Europe/Berlin');
  staff = await openAdminApi(database);
});

const run = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const schedule = (timeZone: string, isOn = false) =>
  run("update newsletter_schedule set is_on = $2, weekday = 7, hour = 8, time_zone = $1, updated_at = '2026-01-01'", [timeZone, isOn]);
const NOW = new Date('2026-03-25T12:00:00Z');
const read = (from: string, to = from, now = NOW, hasMailServer = true) =>
  readCalendar({ db: database.db, hasMailServer }, { from, to }, now);
const publishAt = (at: string, about = {}) => addTale(database.db, { title: at, publish_date: at, ...about });
/** Titles by day, of days with tales. */
const titles = async (from: string, to: string) =>
  (await read(from, to)).days.filter(({ tales }) => tales.length > 0).map(({ day, tales }) => [day, tales.map(({ title }) => title)]);

describe('the query', () => {
  test.each([
    ['', 'Give the first day'],
    ['from=2026-03-01', 'Give the last day'],
    ['from=2026-02-30&to=2026-03-01', 'Give the first day'],
    ['from=2026-03-01T00:00&to=2026-03-02', 'Give the first day'],
    ['from=2026-03-02&to=2026-03-01', '`from` must not be after `to`'],
    ['from=2026-01-01&to=2026-03-04', '62 days or fewer'],
    ['from=1899-12-31&to=1900-01-01', 'between 1900 and 2200'],
    ['from=2026-03-01&to=2026-03-02&view=month', 'Unrecognized key'],
  ])('%j is refused with a reason', async (query, reason) => {
    const { status, body } = await staff.ask(`/calendar?${query}`);
    expect([status, body.code]).toEqual([400, 'bad_query']);
    expect(body.detail).toContain(reason);
  });

  test('may have 62 days', async () => {
    const { status, body } = await staff.ask('/calendar?from=2026-01-01&to=2026-03-03');
    expect([status, body.days.length, body.days[0].day, body.days[61].day]).toEqual([200, 62, '2026-01-01', '2026-03-03']);
  });

  test('is answered for administrators only', async () => {
    const kai = await addUser(database.pool);
    const ask = (as: typeof kai) => staff.call('GET', '/calendar?from=2026-03-01&to=2026-03-02', { as });
    expect([(await ask(kai)).status, (await ask({ ...kai, cookie: '' })).status]).toEqual([403, 401]);
  });
});

describe('tales', () => {
  test('are those scheduled or published, each on its day and with its state and version', async () => {
    const { id } = await publishAt('2026-03-25T11:00:00.000Z');
    await publishAt('2026-03-25T13:00:00.000Z');
    await publishAt('2026-03-25T14:00:00.000Z', { status: 'draft' });
    const gone = await publishAt('2026-03-25T15:00:00.000Z');
    await run('update tales set deleted_at = now() where id = $1', [gone.id]);
    const { days, time_zone, today } = await read('2026-03-25', '2026-03-26');
    expect([time_zone, today]).toEqual(['Europe/Berlin', '2026-03-25']);
    expect(days[0]).toMatchObject({
      tales: [{ id, title: '2026-03-25T11:00:00.000Z', state: 'published', version: 1 }, { state: 'scheduled' }],
      tale_count: { count: 2, atLeast: false },
    });
    expect(days[1]).toEqual({ day: '2026-03-26', tales: [], tale_count: { count: 0, atLeast: false }, issues: [], night: null });
  });

  test('are on the days of the time zone, also where a day has 23 or 25 hours', async () => {
    // In Berlin, 29 March has 23 hours and 25 October has 25.
    for (const at of ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z']) await publishAt(at);
    for (const at of ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z']) await publishAt(at);
    expect(await titles('2026-03-28', '2026-03-30')).toEqual([
      ['2026-03-29', ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z']],
      ['2026-03-30', ['2026-03-29T22:00:00Z']],
    ]);
    expect(await titles('2026-10-24', '2026-10-26')).toEqual([
      ['2026-10-25', ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z']],
      ['2026-10-26', ['2026-10-25T23:00:00Z']],
    ]);
  });

  test('of a zone whose day begins at one o’clock are on that day', async () => {
    // In Beirut, clocks went from 0:00 to 1:00 on 29 March 2026.
    await schedule('Asia/Beirut');
    for (const at of ['2026-03-28T21:59:59Z', '2026-03-28T22:00:00Z']) await publishAt(at);
    expect(await titles('2026-03-28', '2026-03-29')).toEqual([
      ['2026-03-28', ['2026-03-28T21:59:59Z']],
      ['2026-03-29', ['2026-03-28T22:00:00Z']],
    ]);
  });

  test('beyond 50 of a day are counted, up to a thousand', async () => {
    const { id } = await publishAt('2026-03-20T20:00:00Z');
    const copy = (from: number, to: number) =>
      run(
        `insert into tales (slug, title, author, author_id, category_id, excerpt, content, content_text, status, publish_date)
         select 'same-day-' || n, 'x', author, author_id, category_id, excerpt, content, content_text, 'published', '2026-03-20T12:00:00Z'
         from tales, generate_series($2::integer, $3::integer) n where id = $1`,
        [id, from, to],
      );
    await copy(1, 59);
    const count = async () => (await read('2026-03-20')).days.map(({ tales, tale_count }) => [tales.length, tale_count]);
    expect(await count()).toEqual([[50, { count: 60, atLeast: false }]]);
    await copy(60, 1_000);
    expect(await count()).toEqual([[50, { count: 1_000, atLeast: true }]]);
  });
});

describe('newsletter issues', () => {
  const addIssue = (day: string, status: string, sendAt: string, sentAt: string | null = null) =>
    run(
      `insert into newsletter_issues (issue_date, status, send_at, subject, parts, sending_at, sent_at, html, text)
       values ($1::text::date, $2, $3, $1::text, '[]', $4, $4, case when $4::timestamptz is null then null else 'x' end, case when $4::timestamptz is null then null else 'x' end)`,
      [day, status, sendAt, sentAt],
    );
  const issues = async (from: string, to: string, ...more: [Date?, boolean?]) =>
    (await read(from, to, ...more)).days.flatMap(({ day, issues }) => issues.map(({ status, at }) => [day, status, at]));

  test('are on the day they were sent, or will be', async () => {
    await schedule('Europe/Berlin', true);
    await addIssue('2026-03-15', 'sent', '2026-03-15T07:00:00Z', '2026-03-14T10:00:00.000Z');
    await addIssue('2026-03-22', 'skipped', '2026-03-22T07:00:00.000Z');
    await addIssue('2026-03-27', 'draft', '2026-03-27T07:00:00.000Z');
    expect(await issues('2026-03-10', '2026-04-12')).toEqual([
      ['2026-03-14', 'sent', '2026-03-14T10:00:00.000Z'],
      ['2026-03-22', 'skipped', '2026-03-22T07:00:00.000Z'],
      ['2026-03-27', 'draft', '2026-03-27T07:00:00.000Z'],
      // Two days after the draft there is none. Eight o'clock, before and after the change of the clocks.
      ['2026-04-05', 'planned', '2026-04-05T06:00:00.000Z'],
      ['2026-04-12', 'planned', '2026-04-12T06:00:00.000Z'],
    ]);
    expect((await issues('2030-01-07', '2030-01-14')).map(([day]) => day)).toEqual(['2030-01-13']);
  });

  test('are planned only with a schedule and a mail server', async () => {
    expect(await issues('2026-03-26', '2026-04-26')).toEqual([]);
    await schedule('Europe/Berlin', true);
    expect(await issues('2026-03-26', '2026-04-26', NOW, false)).toEqual([]);
    expect((await issues('2026-03-26', '2026-04-26')).length).toBe(5);
  });
});

test('the tale of the day is that of the night, chosen by hand or automatically', async () => {
  const [one, two] = [await addTale(database.db, { title: 'One' }), await addTale(database.db, { title: 'Two' })];
  await run("insert into daily_tales (night, tale_id, is_manual) values ('2026-03-25', $1, false), ('2026-03-27', $2, true)", [
    one.id,
    two.id,
  ]);
  // Four in the morning in Berlin: the night of the 25th goes on.
  const { days, today, tonight } = await read('2026-03-25', '2026-03-27', new Date('2026-03-26T03:00:00Z'));
  expect([today, tonight]).toEqual(['2026-03-26', '2026-03-25']);
  expect(days.map(({ night }) => night)).toEqual([
    { tale: { id: one.id, title: 'One', state: 'published' }, is_manual: false },
    null,
    { tale: { id: two.id, title: 'Two', state: 'published' }, is_manual: true },
  ]);
});
