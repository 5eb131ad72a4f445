/** Chooses the tale of a night: seasonal, of bedtime length, not used recently. The cost does not depend on the size of the library. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { seasonSearchTerms } from '#src/features/newsletter/newsletter.ts';
import { searchTales } from '#src/features/search/search.ts';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import type { TaleCard } from '#src/features/tales/contract.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';

/** Nights on either side within which no tale repeats, while others are suitable. */
export const MIN_NIGHTS_APART = 60;
/** Minimum distance before a suitable tale repeats rather than an unsuitable one being used. */
const FALLBACK_NIGHTS_APART = 7;
/** Four to twenty minutes aloud. */
const WORDS = { min: 520, max: 2_600 };
const MINUTES = { min: 4, max: 20 };
/** Tales read on either side of the sampled length. */
const PER_SIDE = 500;
const SEARCH_SIZE = 24;
const MAX_SEASON_WORDS = 2;

/** Returns the tale id for a night (2026-11-22), or undefined without any tale. Deterministic for the same library and stored nights. */
export async function chooseTale(db: Db, night: string): Promise<string | undefined> {
  return (await chooseBySeason(db, night)) ?? (await chooseByLength(db, night, true)) ?? (await chooseByLength(db, night, false));
}

/** Returns the best match for the season. Corrected searches are ignored, as they would be about something else. */
async function chooseBySeason(db: Db, night: string): Promise<string | undefined> {
  for (const q of seasonSearchTerms(night, 1).slice(0, MAX_SEASON_WORDS)) {
    const list = await searchTales(db, parseBrowseQuery(new URLSearchParams({ q })), {
      size: SEARCH_SIZE,
      hasPassages: false,
      hasSubstrings: false,
    });
    const suitable = list?.corrected === null ? list.tales.filter(isSuitable).map(({ id }) => id) : [];
    const recent = new Set(suitable.length === 0 ? [] : await listRecent(db, night, suitable));
    const found = suitable.find((id) => !recent.has(id));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isSuitable({ aloudTime, language, ageBand, category }: TaleCard): boolean {
  const isLongEnough = aloudTime >= MINUTES.min && aloudTime <= MINUTES.max;
  return isLongEnough && language.startsWith('en') && ageBand !== '13+' && category.slug !== 'dark';
}

async function listRecent(db: Db, night: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select tale_id as id from daily_tales
    where night between ${night}::date - ${MIN_NIGHTS_APART}::integer and ${night}::date + ${MIN_NIGHTS_APART}::integer and night <> ${night}::date and tale_id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Chooses among tales around a length derived from the night; recently used tales come last. */
async function chooseByLength(db: Db, night: string, isSuiting: boolean): Promise<string | undefined> {
  const point = Math.floor(WORDS.min + fractionOf(night) * (WORDS.max - WORDS.min));
  const within = isSuiting ? sql`and words between ${WORDS.min} and ${WORDS.max}` : sql`and words > 0`;
  const suiting = isSuiting
    ? sql`language like 'en%' and age_band <> '13+' and category_id <> (select id from categories where slug = 'dark')`
    : sql`true`;
  const columns = sql`id, language, age_band, category_id`;
  const { rows } = await sql<{ id: string; away: number | null }>`
    with near as (
      (select ${columns} from tales t where ${isPublic} ${within} and words >= ${point} order by words, id limit ${PER_SIDE})
      union all
      (select ${columns} from tales t where ${isPublic} ${within} and words < ${point} order by words desc, id desc limit ${PER_SIDE})
    ), told as (
      select tale_id, min(abs(night - ${night}::date)) as away from daily_tales
      where night between ${night}::date - ${MIN_NIGHTS_APART}::integer and ${night}::date + ${MIN_NIGHTS_APART}::integer and night <> ${night}::date group by tale_id
    )
    select id, away from near left join told on tale_id = id where ${suiting}
    order by away desc nulls first, md5(${night}::text || id::text) limit 1`.execute(db);
  const [row] = rows;
  return row !== undefined && (row.away === null || row.away >= FALLBACK_NIGHTS_APART || !isSuiting) ? row.id : undefined;
}

/** Returns a deterministic number in [0, 1). */
function fractionOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32;
}
