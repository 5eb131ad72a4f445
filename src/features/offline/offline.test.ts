import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPageCache } from '#src/platform/cache/page-cache.ts';
import { createServePage } from '#src/platform/cache/serve-page.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { addFile, attach } from '#test/attached-files.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openTestLog } from '#test/jobs.ts';
import { openOfflineApp, openOfflineDeps } from '#test/offline-app.ts';
import { Pack } from './contract.ts';
import { type Candidate, chooseVaried, fillMinutes, listPacks, offlineRoutes } from './offline.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const words = (count: number, word = 'mill') => `<p>${`${word} `.repeat(count)}</p>`;

test('a library without tales has no packs', async () => {
  expect(await listPacks(database.db)).toEqual([]);
});

test('packs contain suitable public tales, with sizes', async () => {
  const { db } = database;
  for (let n = 0; n < 9; n++) await addTale(db, { title: `Evening ${n}`, content: words(1000 + n), category: n < 6 ? 'classic' : 'dark' });
  for (let n = 0; n < 10; n++) await addTale(db, { title: `Long ${n}`, content: words(2340), age_band: '9-12' });
  await addTale(db, { title: 'Snow White and the snow', content: words(800, 'snow') });
  await addTale(db, { title: 'Winter, not yet told', content: words(1500, 'winter'), status: 'draft' });
  await addTale(db, { title: 'Winter to come', content: words(1500, 'winter'), daysAgo: -1 });
  const packs = await listPacks(db);
  for (const pack of packs) expect(Pack.safeParse(pack).success).toBe(true);
  const [bedtimes, journey, snow] = packs;
  expect(packs.map(({ name }) => name)).toEqual(['A week of bedtimes', 'Long car journey', 'Snow day']);
  expect(bedtimes?.tales).toHaveLength(7);
  expect(bedtimes?.tales.every(({ title }) => title.startsWith('Evening'))).toBe(true);
  expect(bedtimes?.tales.filter(({ title }) => /[678]$/.test(title))).toHaveLength(3);
  expect([journey?.minutes, journey?.tales.map(({ minutes }) => minutes)]).toEqual([108, Array(6).fill(18)]);
  expect(snow?.tales.map(({ slug, address }) => [slug, address])).toEqual([['snow-white-and-the-snow', '/tale/snow-white-and-the-snow']]);
  for (const { tales, bytes, minutes } of packs) {
    expect(bytes).toBe(tales.reduce((sum, tale) => sum + tale.bytes, 0));
    expect(minutes).toBe(tales.reduce((sum, tale) => sum + tale.minutes, 0));
  }
  expect(await listPacks(db)).toEqual(packs);
  // Files that are saved with a tale count, others do not.
  const before = snow?.tales[0]?.bytes ?? 0;
  const { rows } = await database.pool.query("select id from tales where slug = 'snow-white-and-the-snow'");
  const files = [{ bytes: 3_000_000 }, { bytes: 5_000_001 }, { bytes: 1_000, access: 'members' as const }];
  const ids = await Promise.all(files.map((about, at) => addFile(database.pool, { name: `${at}.pdf`, ...about })));
  await attach(database.pool, rows[0].id, ids);
  expect((await listPacks(db))[2]?.tales[0]?.bytes).toBe(before + 3_000_000);
});

const candidate = (id: string, about: Partial<Candidate> = {}): Candidate => ({
  ...{ id, slug: id, title: id, words: 1300, category: 1, age: '6-8', content: 8000, pictures: 0, attached: 0 },
  ...about,
});

test('evening tales are varied, younger ages first', () => {
  const candidates = [candidate('old', { age: '13+' }), ...['a', 'b', 'c'].map((id) => candidate(id)), candidate('d', { category: 2 })];
  expect(chooseVaried(candidates, 3).map(({ id }) => id)).toEqual(['a', 'd', 'b']);
  expect(chooseVaried(candidates, 9)).toHaveLength(5);
});

test('minutes are filled and never exceeded', () => {
  const tales = [1300, 2600, 650, 5200].map((count) => ({ words: count }));
  expect(fillMinutes(tales, 35, 9)).toEqual([{ words: 1300 }, { words: 2600 }, { words: 650 }]);
  expect(fillMinutes(tales, 35, 1)).toEqual([{ words: 1300 }]);
  expect(fillMinutes(tales, 4, 9)).toEqual([]);
});

test('a disabled worker is replaced by an unregistering one; without a build there is none', async () => {
  const app = (about: { worker: string | null; isOff: boolean }) =>
    new Hono<AppEnv>().route(
      '/',
      offlineRoutes({ servePage: createServePage(createPageCache(openTestLog()), openOfflineDeps('https://tales.example')), ...about }),
    );
  const on = await app({ worker: 'addEventListener("fetch", () => {});', isOff: false }).request('/sw.js');
  expect([on.status, on.headers.get('cache-control'), await on.text()]).toEqual([200, 'no-cache', 'addEventListener("fetch", () => {});']);
  const off = await (await app({ worker: 'addEventListener("fetch", () => {});', isOff: true }).request('/sw.js')).text();
  expect(off).toContain('self.registration.unregister()');
  expect(off).not.toContain('"fetch"');
  expect((await openOfflineApp('https://tales.example').request('/sw.js')).status).toBe(404);
});
