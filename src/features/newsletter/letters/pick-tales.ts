/** Tales for the parts of a letter. Each looks at a bounded stretch of an index: the cost does not grow with the library. */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { searchTales } from '#src/features/search/search.ts';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Count } from './contract.ts';

/** `seed` makes the choice: the same for the same day. None of `told` is picked. */
export type Wish = { seed: string; told: ReadonlySet<string> };

/** On either side of a point so many are looked at: more than letters of half a year can have told of. */
const NEAR = 500;
const FOUND = 24;
const MOST_COUNTED = 1_000;
/** What is read in five minutes, and in twenty; most of the long ones are not longer than an hour. */
const SHORT = { minutes: sql`minutes <= 5`, from: 0, to: 1_000 };
const LONG = { minutes: sql`minutes >= 20`, from: 3_801, to: 12_000 };

/** The first of the editors' pins that is not told of yet. */
export async function pickPinned(db: Db, { told }: Wish): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from tales t where ${isPublic} and featured_rank is not null order by featured_rank`.execute(db);
  return rows.find(({ id }) => !told.has(id))?.id;
}

/** Any tale, from those around a moment. */
export async function pickAny(db: Db, wish: Wish): Promise<string | undefined> {
  const part = fractionOf(wish.seed);
  const near = sql`
    with bounds as materialized (
      select min(publish_date) as oldest, least(max(publish_date), now()) as newest from tales t where ${isPublic}
    ), point as materialized (select oldest + ${part}::float8 * (newest - oldest) as moment from bounds)
    (select id from tales t where ${isPublic} and publish_date <= (select moment from point) order by publish_date desc, id desc limit ${NEAR})
    union all
    (select id from tales t where ${isPublic} and publish_date > (select moment from point) order by publish_date, id limit ${NEAR})`;
  return firstOf(db, near, wish);
}

/** A tale of at most five minutes. */
export function pickShort(db: Db, wish: Wish): Promise<string | undefined> {
  return pickOfLength(db, SHORT, wish);
}

/** A tale of at least twenty minutes. */
export function pickLong(db: Db, wish: Wish): Promise<string | undefined> {
  return pickOfLength(db, LONG, wish);
}

/** The best tale for the first of these words that has one. Words that are found nowhere are not mended: that would be another season. */
export async function pickBySearch(db: Db, words: readonly string[], { told }: Wish): Promise<string | undefined> {
  for (const q of words) {
    const query = parseBrowseQuery(new URLSearchParams({ q }));
    const list = await searchTales(db, query, { size: FOUND, hasPassages: false, hasSubstrings: false });
    const found = list?.corrected === null ? list.tales.find(({ id }) => !told.has(id)) : undefined;
    if (found !== undefined) return found.id;
  }
  return undefined;
}

/** The newest of those published after `since`, up to `until`. */
export async function listNew(db: Db, { since, until, most }: { since: Date; until: Date; most: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tales t where ${isPublic} and publish_date > ${since} and publish_date <= ${until}
    order by publish_date desc, id desc limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many they are beside `told`, counted up to a thousand. */
export async function countNew(db: Db, { since, until, told }: { since: Date; until: Date; told: readonly string[] }): Promise<Count> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from tales t where ${isPublic} and publish_date > ${since} and publish_date <= ${until} and id <> all(${told}::uuid[])
      limit ${MOST_COUNTED + 1}) fresh`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, MOST_COUNTED), atLeast: count > MOST_COUNTED };
}

type Length = { minutes: RawBuilder<unknown>; from: number; to: number };

/** Words are what the index knows; an editor's own minutes count in the end. */
function pickOfLength(db: Db, { minutes, from, to }: Length, wish: Wish): Promise<string | undefined> {
  const point = Math.floor(from + fractionOf(wish.seed) * (to - from));
  const bound = from === 0 ? sql`and words <= ${to}` : sql``;
  const near = sql`
    select id from (
      (select id, minutes from tales t where ${isPublic} and words >= ${point} ${bound} order by words, id limit ${NEAR})
      union all
      (select id, minutes from tales t where ${isPublic} and words < ${point} and words >= ${from} order by words desc, id desc limit ${NEAR})
    ) near where ${minutes}`;
  return firstOf(db, near, wish);
}

async function firstOf(db: Db, near: RawBuilder<unknown>, { seed, told }: Wish): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (${near}) tales where id <> all(${[...told]}::uuid[]) order by md5(${seed}::text || id::text) limit 1`.execute(db);
  return rows[0]?.id;
}

/** A number from 0 to below 1. */
function fractionOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32;
}
