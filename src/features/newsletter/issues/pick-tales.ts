/** Picks tales for the sections of an issue. Each query reads a bounded index range, so its cost does not grow with the library. */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { searchTales } from '#src/features/search/search.ts';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { TaleCount } from './contract.ts';

/** `seed`: makes the choice reproducible. `exclude`: tales that are not picked. */
type PickOptions = { seed: string; exclude: ReadonlySet<string> };

/** Candidates read on either side of a random point: more than the issues of half a year can exclude. */
const CANDIDATES = 500;
const SEARCH_RESULTS = 24;
const MAX_COUNT = 1_000;
/** Reading time, and a range of word counts in the index that covers most of these tales. */
const SHORT = { minutes: sql`minutes <= 5`, from: 0, to: 1_000 };
const LONG = { minutes: sql`minutes >= 20`, from: 3_801, to: 12_000 };

/** Returns the first pinned tale that is not excluded. */
export async function pickPinned(db: Db, { exclude }: PickOptions): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from tales t where ${isPublic} and featured_rank is not null order by featured_rank`.execute(db);
  return rows.find(({ id }) => !exclude.has(id))?.id;
}

/** Returns a tale published around a random time. */
export async function pickAny(db: Db, wish: PickOptions): Promise<string | undefined> {
  const part = seedFraction(wish.seed);
  const near = sql`
    with bounds as materialized (
      select min(publish_date) as oldest, least(max(publish_date), now()) as newest from tales t where ${isPublic}
    ), point as materialized (select oldest + ${part}::float8 * (newest - oldest) as moment from bounds)
    (select id from tales t where ${isPublic} and publish_date <= (select moment from point) order by publish_date desc, id desc limit ${CANDIDATES})
    union all
    (select id from tales t where ${isPublic} and publish_date > (select moment from point) order by publish_date, id limit ${CANDIDATES})`;
  return pickFrom(db, near, wish);
}

/** Returns a tale of at most five minutes. */
export function pickShort(db: Db, wish: PickOptions): Promise<string | undefined> {
  return pickOfLength(db, SHORT, wish);
}

/** Returns a tale of at least twenty minutes. */
export function pickLong(db: Db, wish: PickOptions): Promise<string | undefined> {
  return pickOfLength(db, LONG, wish);
}

/** Returns the best result of the first term that has one. Spelling corrections are ignored, as they could be about another season. */
export async function pickBySearch(db: Db, terms: readonly string[], { exclude }: PickOptions): Promise<string | undefined> {
  for (const q of terms) {
    const query = parseBrowseQuery(new URLSearchParams({ q }));
    const list = await searchTales(db, query, { size: SEARCH_RESULTS, hasPassages: false, hasSubstrings: false });
    const found = list?.corrected === null ? list.tales.find(({ id }) => !exclude.has(id)) : undefined;
    if (found !== undefined) return found.id;
  }
  return undefined;
}

/** Returns the newest tales published after `since`, up to `until`. */
export async function listNewTales(db: Db, { since, until, limit }: { since: Date; until: Date; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tales t where ${isPublic} and publish_date > ${since} and publish_date <= ${until}
    order by publish_date desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts new tales without those in `exclude`, up to 1,000. */
export async function countNewTales(
  db: Db,
  { since, until, exclude }: { since: Date; until: Date; exclude: readonly string[] },
): Promise<TaleCount> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from tales t where ${isPublic} and publish_date > ${since} and publish_date <= ${until} and id <> all(${exclude}::uuid[])
      limit ${MAX_COUNT + 1}) fresh`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, MAX_COUNT), atLeast: count > MAX_COUNT };
}

type Length = { minutes: RawBuilder<unknown>; from: number; to: number };

/** Searches by word count, which is indexed, and filters by minutes, which editors can override. */
function pickOfLength(db: Db, { minutes, from, to }: Length, wish: PickOptions): Promise<string | undefined> {
  const point = Math.floor(from + seedFraction(wish.seed) * (to - from));
  const bound = from === 0 ? sql`and words <= ${to}` : sql``;
  const near = sql`
    select id from (
      (select id, minutes from tales t where ${isPublic} and words >= ${point} ${bound} order by words, id limit ${CANDIDATES})
      union all
      (select id, minutes from tales t where ${isPublic} and words < ${point} and words >= ${from} order by words desc, id desc limit ${CANDIDATES})
    ) near where ${minutes}`;
  return pickFrom(db, near, wish);
}

async function pickFrom(db: Db, near: RawBuilder<unknown>, { seed, exclude }: PickOptions): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (${near}) tales where id <> all(${[...exclude]}::uuid[]) order by md5(${seed}::text || id::text) limit 1`.execute(db);
  return rows[0]?.id;
}

/** Returns a number in [0, 1) derived from the seed. */
function seedFraction(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32;
}
