import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, copyTale, wordsOf } from '#test/factories.ts';
import { composeIssue, seasonSearchTerms } from './compose-issue.ts';
import type { IssuePart, IssuePartKind } from './contract.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await run('delete from newsletter_issues');
  await run('delete from tales');
});

const run = (text: string, values: unknown[] = []) => database.pool.query(text, values);
const compose = (day = '2026-11-22') => composeIssue(database.db, day, new Date());
const idsOf = (parts: IssuePart[], kind: IssuePartKind) => parts.filter((part) => part.kind === kind).map(({ taleId }) => taleId);
const kindsOf = (parts: IssuePart[]) => parts.map(({ kind }) => kind);

/** An issue sent this many days ago. */
const sent = (daysAgo: number, taleIds: string[] = []) =>
  run(
    `insert into newsletter_issues (issue_date, status, send_at, subject, parts, html, text, sending_at, sent_at)
     select (now() - $1 * interval '1 day')::date, 'sent', at, 'An issue', $2, 'x', 'x', at, at from (select now() - $1 * interval '1 day' as at) t`,
    [daysAgo, JSON.stringify(taleIds.map((taleId) => ({ kind: 'week', taleId, note: '' })))],
  );
const pin = (id: string, rank: number) => run('update tales set featured_rank = $2 where id = $1', [id, rank]);
const add = async (about: Parameters<typeof addTale>[1]) => (await addTale(database.db, about)).id;

test('without tales there are no parts and no news', async () => {
  expect(await compose()).toEqual({ subject: 'Tales for this week', parts: [], hasNews: false });
});

test('an issue has a tale of the week, new tales, a short, a long and a seasonal one, each once', async () => {
  await sent(7);
  const week = await add({ title: 'The Frog King', daysAgo: 90 });
  await pin(week, 1);
  const fresh = [];
  for (const daysAgo of [1, 2, 3]) fresh.push(await add({ daysAgo, content: wordsOf(1_500) }));
  const short = await add({ daysAgo: 50, content: wordsOf(600) });
  const long = await add({ daysAgo: 60, content: wordsOf(5_000) });
  const season = await add({ daysAgo: 70, content: `<p>There was fog about the lantern.</p>${wordsOf(2_000)}` });
  const { subject, parts, hasNews } = await compose();
  expect([subject, hasNews]).toEqual(['The Frog King, and what is new on the shelves', true]);
  expect(parts).toEqual(
    [week, ...fresh, short, long, season].map((taleId, at) => ({
      kind: ['week', 'new', 'new', 'new', 'short', 'long', 'season'][at],
      taleId,
      note: '',
    })),
  );
});

test('is deterministic for the same day and data, and differs by day', async () => {
  const { id } = await addTale(database.db, { daysAgo: 300, content: wordsOf(700) });
  await copyTale(database.pool, id, 400);
  await sent(7);
  expect(await compose()).toEqual(await compose());
  const weeks = await Promise.all(['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22'].map(compose));
  expect(new Set(weeks.map(({ parts }) => idsOf(parts, 'week')[0])).size).toBeGreaterThan(1);
});

describe('new tales', () => {
  test('are those since the last issue, at most five, newest first', async () => {
    await sent(10);
    await add({ daysAgo: 20 });
    for (const daysAgo of [9, 8, 7, 6, 5, 4, 3]) await add({ title: `${daysAgo} days`, daysAgo });
    await add({ title: 'to come', daysAgo: -1 });
    await add({ title: 'a draft', daysAgo: 1, status: 'draft' });
    const { parts } = await compose();
    const titles = (
      await run('select title from tales t join unnest($1::uuid[]) with ordinality o (id, n) using (id) order by n', [idsOf(parts, 'new')])
    ).rows;
    expect(titles.map(({ title }) => title)).toEqual(['3 days', '4 days', '5 days', '6 days', '7 days']);
  });

  test('are all tales before the first issue', async () => {
    const id = await add({ daysAgo: 900 });
    expect((await compose()).hasNews).toBe(true);
    await sent(5, [id]);
    expect((await compose()).hasNews).toBe(false);
    await run("update tales set publish_date = now() - interval '1 day' where id = $1", [id]);
    expect(await compose()).toMatchObject({ hasNews: true, parts: [{ kind: 'new', taleId: id }] });
  });
});

test('a long tale is found among any number of shorter ones', async () => {
  await sent(1);
  await pin(await add({ daysAgo: 30, content: wordsOf(2_000) }), 1);
  const { id: short } = await addTale(database.db, { daysAgo: 30, content: wordsOf(700) });
  await copyTale(database.pool, short, 600);
  const long = await add({ daysAgo: 30, content: wordsOf(5_000) });
  for (const day of ['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22'])
    expect(idsOf((await compose(day)).parts, 'long'), day).toEqual([long]);
});

describe('tales of recent issues are not repeated', () => {
  test('not even when pinned, short, long and in season', async () => {
    const ids = [];
    for (const words of [600, 5_000])
      ids.push(await add({ daysAgo: 400, content: `<p>Fog, lantern, storm, raven, night.</p>${wordsOf(words)}` }));
    await pin(ids[0] ?? '', 1);
    await sent(7, ids);
    expect((await compose()).parts).toEqual([]);
  });

  test('they may be after 26 issues', async () => {
    const id = await add({ daysAgo: 800, content: wordsOf(2_000) });
    await sent(7 * 26, [id]);
    for (let week = 1; week < 26; week += 1) await sent(7 * week);
    expect((await compose()).parts).toEqual([]);
    await sent(1);
    expect(kindsOf((await compose()).parts)).toEqual(['week']);
  });
});

test('only public tales are picked, by the minutes set by editors', async () => {
  await sent(1);
  await add({ daysAgo: 30, content: wordsOf(500), status: 'draft' });
  const binned = await add({ daysAgo: 30, content: wordsOf(500) });
  await run('update tales set deleted_at = now() where id = $1', [binned]);
  const slow = await add({ daysAgo: 30, content: wordsOf(500) });
  await run('update tales set read_time = 12 where id = $1', [slow]);
  const week = await add({ daysAgo: 30, content: wordsOf(2_000) });
  await pin(week, 1);
  expect((await compose()).parts).toEqual([{ kind: 'week', taleId: week, note: '' }]);
});

test('long titles and direction marks give a short single-line subject', async () => {
  await pin(await add({ title: `\u202Eevil ${'long '.repeat(50)}` }), 1);
  const { subject } = await compose();
  expect(subject).toMatch(/^evil [^\p{Cc}\p{Cf}]*…, and what is new on the shelves$/u);
  expect([...subject].length).toBeLessThanOrEqual(150);
});

describe('seasonal search terms', () => {
  test('holidays come before the month, and the first term rotates weekly', () => {
    expect(seasonSearchTerms('2026-12-24')).toEqual(expect.arrayContaining(['christmas', 'snow']));
    expect(['christmas', 'fir tree', 'winter night']).toContain(seasonSearchTerms('2026-12-24')[0]);
    for (const day of ['2026-12-28', '2027-01-01'])
      expect(seasonSearchTerms(day).slice(0, 3).toSorted(), day).toEqual(['midnight', 'new year', 'twelve months']);
    expect(new Set(['2026-11-15', '2026-11-22', '2026-11-29'].map((day) => seasonSearchTerms(day)[0])).size).toBe(3);
  });

  test('every day of a leap year has terms', () => {
    for (let at = Date.parse('2028-01-01'); at < Date.parse('2029-01-01'); at += 86_400_000)
      expect(seasonSearchTerms(new Date(at).toISOString().slice(0, 10)).length).toBeGreaterThanOrEqual(5);
  });
});
