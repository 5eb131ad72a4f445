import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { BrowseQuery } from './browse-query.ts';
import { isPublic } from './cards.ts';
import { countFitting, facetCondition, toGroups } from './facets.ts';

/** Matches so many or fewer are all looked at; of more, the tales around a random moment. */
const FEW = 2_000;

/**
 * The slug of a random public tale that fits the filters; one of `seen` only where there is no other, and the first of these
 * last of all. Null when nothing fits. The cost does not grow with the library: of many tales, one is taken from those around
 * a random point of time.
 */
export async function randomTale(db: Db, query: BrowseQuery, seen: string[]): Promise<string | null> {
  const asked = await toGroups(db, query);
  if (asked === null) return null;
  const fitting = await countFitting(db, asked.groups);
  if (fitting <= 0) return null;
  const where = sql`where ${isPublic} and ${facetCondition(sql`t.facets`, asked.groups)}`;
  if (fitting <= FEW) return pickFrom(db, where, seen);
  return (await pickNear(db, sql`${where} and t.slug <> all(${seen}::text[])`)) ?? pickFrom(db, sql`${where} limit ${FEW}`, seen);
}

async function pickFrom(db: Db, where: RawBuilder<unknown>, seen: string[]): Promise<string | null> {
  const { rows } = await sql<{ slug: string }>`
    select slug from (select t.slug from tales t ${where}) fitting
    order by slug = any(${seen}::text[]), slug is not distinct from ${seen[0] ?? null}, random() limit 1`.execute(db);
  return rows[0]?.slug ?? null;
}

/** One of those that were published around a random moment, found by the index of dates. */
async function pickNear(db: Db, where: RawBuilder<unknown>): Promise<string | null> {
  const near = sql`from tales t ${where}`;
  const { rows } = await sql<{ slug: string }>`
    with bounds as materialized (
      select min(publish_date) as oldest, least(max(publish_date), now()) as newest from tales t where ${isPublic}
    ), point as materialized (select oldest + random() * (newest - oldest) as moment from bounds)
    select slug from (
      (select t.slug ${near} and t.publish_date <= (select moment from point) order by t.publish_date desc, t.id desc limit 20)
      union all
      (select t.slug ${near} and t.publish_date >= (select moment from point) order by t.publish_date, t.id limit 20)) around
    order by random() limit 1`.execute(db);
  return rows[0]?.slug ?? null;
}
