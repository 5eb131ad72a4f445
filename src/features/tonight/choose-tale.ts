/** The tale of a night by rules: by the season, as long as a bedtime, and none that was told lately. The cost does not grow with the library. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { seasonWords } from '#src/features/newsletter/newsletter.ts';
import { searchTales } from '#src/features/search/search.ts';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import type { TaleCard } from '#src/features/tales/contract.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';

/** Nights on either side in which no tale comes twice, while others suit. */
export const APART = 60;
/** Where few suit, one comes again after so many nights before one is taken that does not suit. */
const AT_LEAST_APART = 7;
/** Read aloud in four to twenty minutes. */
const WORDS = { least: 520, most: 2_600 };
const MINUTES = { least: 4, most: 20 };
/** On either side of a point so many are looked at. */
const NEAR = 500;
const FOUND = 24;
const SEASON_WORDS = 2;

/** The id of the tale for a night (2026-11-22); undefined where there is none at all. The same for the same tales and nights. */
export async function chooseTale(db: Db, night: string): Promise<string | undefined> {
  return (await chooseBySeason(db, night)) ?? (await chooseNear(db, night, true)) ?? (await chooseNear(db, night, false));
}

/** Of the tales that tell of the season the fittest one. Words that are found nowhere are not mended: that would be another season. */
async function chooseBySeason(db: Db, night: string): Promise<string | undefined> {
  for (const q of seasonWords(night, 1).slice(0, SEASON_WORDS)) {
    const list = await searchTales(db, parseBrowseQuery(new URLSearchParams({ q })), {
      size: FOUND,
      hasPassages: false,
      hasSubstrings: false,
    });
    const suiting = list?.corrected === null ? list.tales.filter(suits).map(({ id }) => id) : [];
    const told = new Set(suiting.length === 0 ? [] : await listTold(db, night, suiting));
    const found = suiting.find((id) => !told.has(id));
    if (found !== undefined) return found;
  }
  return undefined;
}

function suits({ aloudTime, language, ageBand, category }: TaleCard): boolean {
  const isLongEnough = aloudTime >= MINUTES.least && aloudTime <= MINUTES.most;
  return isLongEnough && language.startsWith('en') && ageBand !== '13+' && category.slug !== 'dark';
}

async function listTold(db: Db, night: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select tale_id as id from nightly_tales
    where night between ${night}::date - ${APART}::integer and ${night}::date + ${APART}::integer and night <> ${night}::date and tale_id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Of those around a length that the night decides; those told are last, the nearest night last of all. */
async function chooseNear(db: Db, night: string, isSuiting: boolean): Promise<string | undefined> {
  const point = Math.floor(WORDS.least + fractionOf(night) * (WORDS.most - WORDS.least));
  const within = isSuiting ? sql`and words between ${WORDS.least} and ${WORDS.most}` : sql`and words > 0`;
  const suiting = isSuiting
    ? sql`language like 'en%' and age_band <> '13+' and category_id <> (select id from categories where slug = 'dark')`
    : sql`true`;
  const columns = sql`id, language, age_band, category_id`;
  const { rows } = await sql<{ id: string; away: number | null }>`
    with near as (
      (select ${columns} from tales t where ${isPublic} ${within} and words >= ${point} order by words, id limit ${NEAR})
      union all
      (select ${columns} from tales t where ${isPublic} ${within} and words < ${point} order by words desc, id desc limit ${NEAR})
    ), told as (
      select tale_id, min(abs(night - ${night}::date)) as away from nightly_tales
      where night between ${night}::date - ${APART}::integer and ${night}::date + ${APART}::integer and night <> ${night}::date group by tale_id
    )
    select id, away from near left join told on tale_id = id where ${suiting}
    order by away desc nulls first, md5(${night}::text || id::text) limit 1`.execute(db);
  const [row] = rows;
  return row !== undefined && (row.away === null || row.away >= AT_LEAST_APART || !isSuiting) ? row.id : undefined;
}

/** A number from 0 to below 1. */
function fractionOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32;
}
