import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, wordsOf } from '#test/factories.ts';
import { chooseTale } from './choose-tale.ts';
import { ensureNights, findTaleOfTheDay, getTaleOfTheDay, nightsFrom, pastNights, upcomingNights } from './tale-of-the-day.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('delete from tales');
});
afterAll(() => database.drop());

const NIGHT = '2026-07-01';
const AT = new Date('2026-07-01T20:00:00Z');
const BEDTIME = wordsOf(1_000);
const add = (about: Parameters<typeof addTale>[1] = {}) => addTale(database.db, { content: BEDTIME, ...about });
const kept = async () => (await database.pool.query('select night, tale_id, is_manual from daily_tales order by night')).rows;

test('without tales there is none', async () => {
  expect(await getTaleOfTheDay(database.db, AT)).toEqual({ night: NIGHT, tale: null, opening: '', before: [] });
  expect(await findTaleOfTheDay(database.db, AT)).toBeNull();
  expect(await upcomingNights(database.db, 14, AT)).toEqual([]);
  expect(await kept()).toEqual([]);
});

test('the tale of a night does not change with later publications', async () => {
  const { id } = await add({ content: `<p>There was a mill. It stood still.</p>${BEDTIME}` });
  const tonight = await getTaleOfTheDay(database.db, AT);
  expect(tonight).toMatchObject({ night: NIGHT, tale: { id }, before: [] });
  expect(tonight.opening).toBe('There was a mill. It stood still.');
  for (let n = 0; n < 5; n += 1) await add();
  expect((await getTaleOfTheDay(database.db, AT)).tale?.id).toBe(id);
  expect((await getTaleOfTheDay(database.db, new Date('2026-07-02T04:59:00Z'))).tale?.id, 'until five in the morning').toBe(id);
});

test('concurrent requests get the same tale', async () => {
  for (let n = 0; n < 8; n += 1) await add();
  const answers = await Promise.all(Array.from({ length: 6 }, () => upcomingNights(database.db, 7, AT)));
  const first = answers[0]?.map(({ tale }) => tale.id);
  expect(new Set(first).size, 'seven nights, seven tales').toBe(7);
  for (const answer of answers) expect(answer.map(({ tale }) => tale.id)).toEqual(first);
});

test('no repeats while others are suitable, then the least recent', async () => {
  for (let n = 0; n < 10; n += 1) await add();
  await add({ title: 'Too long', content: wordsOf(6_000) });
  const nights = await ensureNights(database.db, nightsFrom(NIGHT, 30), NIGHT);
  const ids = nights.map(({ taleId }) => taleId);
  for (let at = 0; at + 10 <= ids.length; at += 1) expect(new Set(ids.slice(at, at + 10)).size, `ten nights from ${at} on`).toBe(10);
});

test('seasonal tales are preferred, but not for older children, dark or too long', async () => {
  for (let n = 0; n < 5; n += 1) await add();
  const snow = `<p>Snow fell on the mill.</p>${BEDTIME}`;
  await add({ content: snow, age_band: '13+' });
  await add({ content: snow, category: 'dark' });
  await add({ content: `<p>Snow</p>${wordsOf(4_000)}` });
  const { id } = await add({ title: 'Snow, snow', content: snow });
  const nights = nightsFrom('2027-01-10', 5);
  const chosen = await Promise.all(nights.map((night) => chooseTale(database.db, night)));
  expect(chosen).toContain(id);
  expect(chosen.filter((each) => each === id).length, 'on the nights whose word it is').toBeGreaterThan(1);
});

test('an unpublished tale is replaced tonight and later, and omitted from past nights', async () => {
  const tales = [await add(), await add(), await add()];
  await database.pool.query("insert into daily_tales (night, tale_id) values ('2026-06-30', $1), ('2026-07-01', $1), ('2026-07-02', $2)", [
    tales[0]?.id,
    tales[1]?.id,
  ]);
  expect((await getTaleOfTheDay(database.db, AT)).before).toMatchObject([{ night: '2026-06-30', tale: { id: tales[0]?.id } }]);
  await database.pool.query("update tales set status = 'draft' where id = $1", [tales[0]?.id]);
  const after = await getTaleOfTheDay(database.db, AT);
  expect([tales[1]?.id, tales[2]?.id]).toContain(after.tale?.id);
  expect(after.before).toEqual([]);
  await database.pool.query('delete from tales where id = $1', [after.tale?.id]);
  expect((await getTaleOfTheDay(database.db, AT)).tale).not.toBeNull();
});

test('past nights are listed with tonight first', async () => {
  const { id } = await add();
  await database.pool.query("insert into daily_tales (night, tale_id) select date '2026-07-01' - n, $1 from generate_series(1, 40) n", [
    id,
  ]);
  const { nights, timeZone } = await pastNights(database.db, 30, AT);
  expect([nights.length, nights[0]?.night, nights[1]?.night, timeZone]).toEqual([30, NIGHT, '2026-06-30', 'UTC']);
  expect((await getTaleOfTheDay(database.db, AT)).before.map(({ night }) => night)).toEqual(nightsFrom(NIGHT, -7));
});
