/** Packs of tales to save for offline reading, and the route of the service worker. */

import { Hono } from 'hono';
import { type RawBuilder, sql } from 'kysely';
import { searchTales } from '#src/features/search/search.ts';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import type { ServePage } from '#src/platform/cache/serve-page.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { urls } from '#src/urls.ts';
import type { Pack } from './contract.ts';
import { MAX_FILE_BYTES, MAX_FILES_BYTES } from './store/parse-tale-page.ts';

/** Tales considered for a pack. */
const CANDIDATES = 40;
/** Seven minutes aloud or more. */
const EVENING_WORDS = 900;
const EVENINGS = 7;
/** Ten minutes aloud or more. */
const JOURNEY_WORDS = 1_300;
const JOURNEY_MINUTES = 120;
const SNOW = 'snow OR winter';
const SNOW_FOUND = 12;
const SNOW_MINUTES = 75;
const MAX_TALES = 12;

/** Measured bytes of a page without its text, of its generated covers, and of an uploaded picture. */
const PAGE_BYTES = 24_000;
const COVERS_BYTES = 14_000;
const PICTURE_BYTES = 60_000;

/** Returns the packs that have tales. The cost does not depend on the size of the library. */
export async function listPacks(db: Db): Promise<Pack[]> {
  const [evenings, long, snow] = await Promise.all([
    listByLength(db, EVENING_WORDS, CANDIDATES),
    listByLength(db, JOURNEY_WORDS, CANDIDATES),
    findSnow(db),
  ]);
  const packs = [
    createPack(
      'bedtimes',
      'A week of bedtimes',
      'Seven tales of an evening’s length, one for each night.',
      chooseVaried(evenings, EVENINGS),
    ),
    createPack(
      'journey',
      'Long car journey',
      'About two hours to read aloud, for roads without end.',
      fillMinutes(long.toReversed(), JOURNEY_MINUTES, MAX_TALES),
    ),
    createPack(
      'snow',
      'Snow day',
      'Ice, frost and long nights, for a day when nobody goes out.',
      fillMinutes(snow, SNOW_MINUTES, MAX_TALES),
    ),
  ];
  return packs.filter(({ tales }) => tales.length > 0);
}

/** Best search matches for winter. */
async function findSnow(db: Db): Promise<Candidate[]> {
  const query = parseBrowseQuery(new URLSearchParams({ q: SNOW }));
  const found = await searchTales(db, query, { size: SNOW_FOUND, hasPassages: false });
  const ids = found?.tales.map(({ id }) => id) ?? [];
  return (await listByIds(db, ids)).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

function createPack(id: string, name: string, text: string, chosen: readonly Candidate[]): Pack {
  const tales = chosen.map((tale) => ({
    ...{ slug: tale.slug, title: tale.title, address: urls.tale(tale.slug) },
    ...{ minutes: minutesAloud(tale), bytes: PAGE_BYTES + COVERS_BYTES + tale.content + tale.pictures * PICTURE_BYTES + tale.attached },
  }));
  const sum = (of: 'minutes' | 'bytes') => tales.reduce((all, tale) => all + tale[of], 0);
  return { id, name, text, minutes: sum('minutes'), bytes: sum('bytes'), tales };
}

/** Words per minute aloud, as on cards. */
const ALOUD_WORDS_PER_MINUTE = 130;
const YOUNG_AGES = new Set(['', '3-5', '6-8']);

type Sized = Pick<Candidate, 'words'>;

export function minutesAloud({ words }: Sized): number {
  return Math.max(1, Math.ceil(words / ALOUD_WORDS_PER_MINUTE));
}

/** Picks `count` tales, for younger ages first, spread over categories. */
export function chooseVaried(candidates: readonly Candidate[], count: number): Candidate[] {
  const rest = candidates.toSorted((a, b) => Number(YOUNG_AGES.has(b.age)) - Number(YOUNG_AGES.has(a.age)));
  const chosen: Candidate[] = [];
  while (chosen.length < count && rest.length > 0) {
    const times = (one: Candidate) => chosen.filter(({ category }) => category === one.category).length;
    const fewest = Math.min(...rest.map(times));
    const at = rest.findIndex((one) => times(one) === fewest);
    chosen.push(...rest.splice(at, 1));
  }
  return chosen;
}

/** Picks tales in order as long as they fit into `minutes` aloud. */
export function fillMinutes<Tale extends Sized>(candidates: readonly Tale[], minutes: number, most: number): Tale[] {
  let left = minutes;
  const chosen: Tale[] = [];
  for (const tale of candidates) {
    if (chosen.length === most || minutesAloud(tale) > left) continue;
    chosen.push(tale);
    left -= minutesAloud(tale);
  }
  return chosen;
}

/** `content`: bytes of the text. `pictures`: number of uploaded pictures, including the cover. */
export type Candidate = {
  id: string;
  slug: string;
  title: string;
  words: number;
  category: number;
  age: string;
  content: number;
  pictures: number;
  /** Bytes of attached files that are saved with it. */
  attached: number;
};

/** Returns the `most` shortest tales of at least `words` words, by index. */
export function listByLength(db: Db, words: number, most: number): Promise<Candidate[]> {
  return list(db, sql`select id from tales t where ${isPublic} and t.words >= ${words} order by t.words, t.id limit ${most}`);
}

/** Returns the public ones of these tales. */
export function listByIds(db: Db, ids: readonly string[]): Promise<Candidate[]> {
  return list(db, sql`select id from tales t where ${isPublic} and t.id = any(${[...ids]}::uuid[])`);
}

const attachedBytes = sql`(select least(coalesce(sum(c.bytes), 0), ${MAX_FILES_BYTES}::integer)::integer
  from tale_files a join files f on f.id = a.file_id join file_contents c on c.id = f.content_id
  where a.tale_id = t.id and c.bytes <= ${MAX_FILE_BYTES}::integer and folder_access(f.folder_id) = 'public')`;

async function list(db: Db, chosen: RawBuilder<unknown>): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select t.id, t.slug, t.title, t.words, t.category_id as category, t.age_band as age, octet_length(t.content) as content,
      (select count(*)::int from media_uses u where u.tale_id = t.id) as pictures,
      ${attachedBytes} as attached
    from tales t where t.id in (${chosen}) order by t.words, t.id`.execute(db);
  return rows;
}

/** Replaces an installed worker: deletes the site's caches and database and unregisters itself. */
const UNREGISTERING_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('talewood-')) await caches.delete(name);
  indexedDB.deleteDatabase('talewood-offline');
  await self.registration.unregister();
})()));
`;

/**
 * Serves the service worker. `worker`: its code; null if none was built (404). `isOff`: disabled by the operator; installed workers are
 * removed.
 */
export function offlineRoutes({ servePage, worker, isOff }: { servePage: ServePage; worker: string | null; isOff: boolean }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const headers = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' };
  app.get(urls.serviceWorker(), (c) => {
    const body = isOff ? UNREGISTERING_WORKER : worker;
    if (body === null) throw notFound();
    return servePage(c, { key: 'service worker', render: async () => ({ status: 200, headers, body, tags: [] }) });
  });
  return app;
}
