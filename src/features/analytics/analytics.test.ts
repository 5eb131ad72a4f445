import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openTestLog } from '#test/jobs.ts';
import { runSql } from '#test/sql.ts';
import { createCounter, readAnalytics, removeOldCounts, updateTopTales } from './analytics.ts';

let database: TestDatabase;
let tale = '';
let other = '';

beforeAll(async () => {
  database = await createTestDatabase();
  tale = (await addTale(database.db, { title: 'The mill' })).id;
  other = (await addTale(database.db)).id;
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of TABLES) await rows(`delete from ${table}`);
});

const TABLES = [
  ...['daily_counts', 'daily_tale_counts', 'daily_author_reads', 'zero_result_searches'],
  ...['daily_depths', 'daily_tale_depths', 'top_tale_counts'],
];
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const sums = async () => Object.fromEntries((await rows('select kind, count from daily_counts')).map(({ kind, count }) => [kind, count]));
const ofTale = (id: string) => rows('select kind, count from daily_tale_counts where tale_id = $1 order by kind', [id]);
const queries = () => rows('select query, count from zero_result_searches order by query');
/** Writes on flush only. */
const openCounter = (maxEntries = 100) =>
  createCounter({ db: database.db, log: openTestLog().log, flushIntervalMs: 3_600_000, maxEntries });

test('events of a tale are counted per tale and day, summed over several processes', async () => {
  const [one, two] = [openCounter(), openCounter()];
  one.count('read', tale);
  one.count('read', tale);
  one.count('finish', tale);
  two.count('read', tale);
  two.count('download', other);
  two.count('download');
  await Promise.all([one.stop(), two.stop()]);
  expect(await ofTale(tale)).toEqual([
    { kind: 'finish', count: 1 },
    { kind: 'read', count: 3 },
  ]);
  expect(await ofTale(other)).toEqual([{ kind: 'download', count: 1 }]);
  expect(await sums()).toEqual({ read: 3, finish: 1, download: 2 });
});

test('reading depths are counted per tale and in all, but not of tales that are not public', async () => {
  const draft = (await addTale(database.db, { status: 'draft' })).id;
  const counter = openCounter();
  for (const [id, tenths] of [
    [tale, 0],
    [tale, 10],
    [tale, 10],
    [other, 4],
    [draft, 9],
  ] as const)
    counter.countDepth(id, tenths);
  await counter.flush();
  counter.countDepth(tale, 10);
  counter.count('read', tale);
  await counter.stop();
  const { depths, most_read } = await readAnalytics(database.db);
  expect(depths).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 3]);
  expect(most_read.map((each) => [each.title, each.depths])).toEqual([['The mill', [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]]]);
});

test('nothing is counted twice, and an empty batch writes nothing', async () => {
  const counter = openCounter();
  counter.count('read', tale);
  await counter.flush();
  await counter.flush();
  await counter.stop();
  expect(await sums()).toEqual({ read: 1 });
});

test('counts are written periodically', async () => {
  const counter = createCounter({ db: database.db, log: openTestLog().log, flushIntervalMs: 10 });
  counter.count('read', tale);
  await expect.poll(sums).toEqual({ read: 1 });
  await counter.stop();
});

test('tales that are not public or do not exist are not counted', async () => {
  const draft = (await addTale(database.db, { status: 'draft' })).id;
  const counter = openCounter();
  for (const id of [draft, '01a1fed2-db9c-7e0b-967b-7804cf1d9c62', tale]) counter.count('read', id);
  await counter.stop();
  expect(await ofTale(draft)).toEqual([]);
  expect(await sums()).toEqual({ read: 1 });
});

test('a search without results stores its term unless it could identify a person', async () => {
  const counter = openCounter();
  counter.countSearch('wolf', true);
  for (const asked of ['Seven  Ravens!', 'seven ravens', 'gerda@tales.example', 'call 0171 1234567']) counter.countSearch(asked, false);
  await counter.stop();
  expect(await queries()).toEqual([{ query: 'seven ravens', count: 2 }]);
  expect(await sums()).toEqual({ search: 5, empty_search: 4 });
});

test('the number of terms stored per day is limited', async () => {
  await rows("insert into zero_result_searches select (now() at time zone 'UTC')::date, 'word ' || n, 1 from generate_series(1, 2000) n");
  const counter = openCounter();
  counter.countSearch('one more', false);
  counter.countSearch('word 7', false);
  await counter.stop();
  expect((await rows("select count from zero_result_searches where query in ('one more', 'word 7')"))[0]).toEqual({ count: 2 });
  expect(await rows('select count(*) from zero_result_searches')).toEqual([{ count: 2_000 }]);
});

test('while writing fails it logs and keeps counting, up to the limit of tales and terms', async () => {
  const { log, events } = openTestLog();
  const counter = createCounter({ db: database.db, log, flushIntervalMs: 10, maxEntries: 1 });
  await runSql(database.ownerUrl, 'alter table daily_counts rename to daily_counts_away');
  try {
    counter.count('read', tale);
    await expect.poll(events).toContain('counts_not_written');
    counter.count('read', tale);
    counter.count('read', other);
    counter.count('download');
    counter.countSearch('seven ravens', false);
    counter.countSearch('six swans', false);
  } finally {
    await runSql(database.ownerUrl, 'alter table daily_counts_away rename to daily_counts');
  }
  await expect.poll(sums).toEqual({ read: 2, download: 1, search: 2, empty_search: 2 });
  expect(await ofTale(other)).toEqual([]);
  expect(await queries()).toEqual([{ query: 'seven ravens', count: 1 }]);
  await counter.stop();
});

test('stop logs when the last counts could not be written', async () => {
  const { log, events } = openTestLog();
  const counter = createCounter({ db: database.db, log, flushIntervalMs: 3_600_000 });
  counter.count('read', tale);
  await runSql(database.ownerUrl, 'alter table daily_counts rename to daily_counts_away');
  await counter.stop();
  await runSql(database.ownerUrl, 'alter table daily_counts_away rename to daily_counts');
  expect(events()).toEqual(['counts_lost']);
});

test('deleting a tale deletes its counts; totals stay', async () => {
  const { id } = await addTale(database.db);
  const counter = openCounter();
  counter.count('read', id);
  await counter.stop();
  await rows('delete from tales where id = $1', [id]);
  expect(await ofTale(id)).toEqual([]);
  expect(await sums()).toEqual({ read: 1 });
});

const AGO = "(now() at time zone 'UTC')::date - $1::integer";

test('counts and depths per tale are deleted after 400 days and terms after 90; daily totals stay', async () => {
  for (const days of [0, 90, 91, 400, 401]) {
    await rows(`insert into daily_counts values (${AGO}, 'read', 1)`, [days]);
    await rows(`insert into daily_tale_counts values (${AGO}, 'read', $2, 1)`, [days, tale]);
    await rows(`insert into zero_result_searches values (${AGO}, 'seven ravens', 1)`, [days]);
    await rows(`insert into daily_tale_depths values ($2, ${AGO}, 5, 1)`, [days, tale]);
    await rows(`insert into daily_depths values (${AGO}, 5, 1)`, [days]);
  }
  for (const days of [90, 91])
    await rows(`insert into daily_author_reads select ${AGO}, author_id, 1 from tales where id = $2`, [days, tale]);
  expect(await removeOldCounts(database.db)).toBe(1 + 1 + 3 + 1);
  expect(await ofTale(tale)).toHaveLength(4);
  expect(await queries()).toHaveLength(2);
  for (const table of ['daily_counts', 'daily_depths']) expect(await rows(`select count(*) from ${table}`)).toEqual([{ count: 5 }]);
});

test('returns 30 days without gaps, with the most read tales', async () => {
  await rows(`insert into daily_counts values (${AGO}, 'read', 5), (${AGO}, 'search', 2)`, [29]);
  await rows(`insert into daily_counts values (${AGO}, 'read', 7)`, [30]);
  await rows(`insert into daily_tale_counts values (${AGO}, 'read', $2, 3), (${AGO}, 'finish', $2, 1), (${AGO}, 'read', $3, 4)`, [
    29,
    tale,
    other,
  ]);
  await rows(`insert into daily_tale_counts values (${AGO}, 'read', $2, 70)`, [30, tale]);
  await rows(`insert into zero_result_searches values (${AGO}, 'six swans', 1), (${AGO}, 'seven ravens', 2)`, [3]);
  const { days, most_read, empty_searches } = await readAnalytics(database.db);
  expect(days).toHaveLength(30);
  expect(days[0]).toMatchObject({ read: 5, finish: 0, search: 2, empty_search: 0 });
  expect(days.slice(1).every(({ read, search }) => read + search === 0)).toBe(true);
  expect(most_read.map(({ title, read, finish }) => [title, read, finish])).toEqual([
    [expect.any(String), 4, 0],
    ['The mill', 3, 1],
  ]);
  expect(empty_searches.map((each) => [each.words, each.times])).toEqual([
    ['seven ravens', 2],
    ['six swans', 1],
  ]);
});

describe('the tales read most', () => {
  const addReads = (id: string, ago: number, read: number) =>
    rows(`insert into daily_tale_counts values (${AGO}, 'read', $2, $3)`, [ago, id, read]);
  const mostRead = async (period: 30 | 90 = 30) =>
    (await readAnalytics(database.db, period)).most_read.map(({ title, read }) => [title === 'The mill' ? title : 'other', read]);

  test('are counted for the period, before and after the daily update, with the reads since', async () => {
    for (const [id, ago, read] of [
      [tale, 29, 3],
      [tale, 30, 70],
      [other, 1, 4],
      [other, 0, 1],
    ] as const)
      await addReads(id, ago, read);
    const expected = {
      30: [
        ['other', 5],
        ['The mill', 3],
      ],
      90: [
        ['The mill', 73],
        ['other', 5],
      ],
    };
    expect([await mostRead(30), await mostRead(90)]).toEqual([expected[30], expected[90]]);
    await updateTopTales(database.db);
    expect([await mostRead(30), await mostRead(90)]).toEqual([expected[30], expected[90]]);
    expect(await rows('select period, count(*) from top_tale_counts group by period order by period')).toEqual([
      { period: 30, count: 2 },
      { period: 90, count: 2 },
    ]);
    await updateTopTales(database.db);
    await rows(`update daily_tale_counts set count = 9 where day = ${AGO} and tale_id = $2`, [0, other]);
    expect(await mostRead()).toEqual([
      ['other', 13],
      ['The mill', 3],
    ]);
  });

  test('include one that was not among the first at the daily update, with its reads before', async () => {
    await addReads(other, 1, 4);
    await updateTopTales(database.db);
    await addReads(tale, 1, 3);
    await addReads(tale, 0, 2);
    expect(await mostRead()).toEqual([
      ['The mill', 5],
      ['other', 4],
    ]);
  });

  test('do not include tales that are no longer public', async () => {
    const { id } = await addTale(database.db);
    await addReads(id, 1, 8);
    await updateTopTales(database.db);
    await rows("update tales set status = 'draft' where id = $1", [id]);
    expect(await mostRead()).toEqual([]);
  });
});
