import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, copyTale, wordsOf } from '#test/factories.ts';
import { composeIssue } from './compose-issue.ts';
import type { Part, PartKind } from './contract.ts';
import { seasonWords } from './seasons.ts';

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
const idsOf = (parts: Part[], kind: PartKind) => parts.filter((part) => part.kind === kind).map(({ taleId }) => taleId);
const kindsOf = (parts: Part[]) => parts.map(({ kind }) => kind);

/** A letter that went out so many days ago. */
const sent = (daysAgo: number, taleIds: string[] = []) =>
  run(
    `insert into newsletter_issues (issue_date, status, send_at, subject, parts, html, text, sending_at, sent_at)
     select (now() - $1 * interval '1 day')::date, 'sent', at, 'A letter', $2, 'x', 'x', at, at from (select now() - $1 * interval '1 day' as at) t`,
    [daysAgo, JSON.stringify(taleIds.map((taleId) => ({ kind: 'week', taleId, note: '' })))],
  );
const pin = (id: string, rank: number) => run('update tales set featured_rank = $2 where id = $1', [id, rank]);
const add = async (about: Parameters<typeof addTale>[1]) => (await addTale(database.db, about)).id;

test('without tales there is no part, and nothing is new', async () => {
  expect(await compose()).toEqual({ subject: 'Tales for this week', parts: [], hasNews: false });
});

test('a letter has a tale of the week, what is new, a short and a long one and one for the season, each once', async () => {
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

test('the same day and data give the same letter, another day another one', async () => {
  const { id } = await addTale(database.db, { daysAgo: 300, content: wordsOf(700) });
  await copyTale(database.pool, id, 400);
  await sent(7);
  expect(await compose()).toEqual(await compose());
  const weeks = await Promise.all(['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22'].map(compose));
  expect(new Set(weeks.map(({ parts }) => idsOf(parts, 'week')[0])).size).toBeGreaterThan(1);
});

describe('what is new', () => {
  test('is what came since the last letter, five at most, the newest first', async () => {
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

  test('is everything before the first letter, and may have been told of before', async () => {
    const id = await add({ daysAgo: 900 });
    expect((await compose()).hasNews).toBe(true);
    await sent(5, [id]);
    expect((await compose()).hasNews).toBe(false);
    await run("update tales set publish_date = now() - interval '1 day' where id = $1", [id]);
    expect(await compose()).toMatchObject({ hasNews: true, parts: [{ kind: 'new', taleId: id }] });
  });
});

describe('what letters of the last half year told of does not come again', () => {
  test('not even when it is pinned, short, long and in season', async () => {
    const ids = [];
    for (const words of [600, 5_000])
      ids.push(await add({ daysAgo: 400, content: `<p>Fog, lantern, storm, raven, night.</p>${wordsOf(words)}` }));
    await pin(ids[0] ?? '', 1);
    await sent(7, ids);
    expect((await compose()).parts).toEqual([]);
  });

  test('after 26 letters it may', async () => {
    const id = await add({ daysAgo: 800, content: wordsOf(2_000) });
    await sent(7 * 26, [id]);
    for (let week = 1; week < 26; week += 1) await sent(7 * week);
    expect((await compose()).parts).toEqual([]);
    await sent(1);
    expect(kindsOf((await compose()).parts)).toEqual(['week']);
  });
});

test('only what readers may see comes, and an editor’s own minutes count', async () => {
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

test('a title that is long or holds marks of direction makes a subject of one short line', async () => {
  await pin(await add({ title: `\u202Eevil ${'long '.repeat(50)}` }), 1);
  const { subject } = await compose();
  expect(subject).toMatch(/^evil [^\p{Cc}\p{Cf}]*…, and what is new on the shelves$/u);
  expect([...subject].length).toBeLessThanOrEqual(150);
});

describe('words of the season', () => {
  test('feasts come before the month, and each week another word of it leads', () => {
    expect(seasonWords('2026-12-24')).toEqual(expect.arrayContaining(['christmas', 'snow']));
    expect(['christmas', 'fir tree', 'winter night']).toContain(seasonWords('2026-12-24')[0]);
    expect(seasonWords('2027-01-01').slice(0, 3).toSorted()).toEqual(['midnight', 'new year', 'twelve months']);
    expect(new Set(['2026-11-15', '2026-11-22', '2026-11-29'].map((day) => seasonWords(day)[0])).size).toBe(3);
  });

  test('every day of a leap year has some', () => {
    for (let at = Date.parse('2028-01-01'); at < Date.parse('2029-01-01'); at += 86_400_000)
      expect(seasonWords(new Date(at).toISOString().slice(0, 10)).length).toBeGreaterThanOrEqual(5);
  });
});
