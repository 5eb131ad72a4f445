import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { BrowseQuery } from './browse-query.ts';
import { isPublic } from './cards.ts';
import { countFitting, facetCondition, toGroups } from './facets.ts';

/** Matches so many or fewer are all looked at; of more, the tales around a random moment. */
const FEW = 2_000;

/** So many of those before and after a moment are looked at, whether they fit or not. */
const STEPS = 5_000;

/**
 * The slug of a random public tale that fits the filters; one of `seen` only where there is no other, and the first of these
 * last of all. Null when nothing fits. The cost does not grow with the library: of many tales, one is taken from those around
 * a random point of time.
 */
export async function randomTale(db: Db, query: BrowseQuery, seen: string[]): Promise<string | null> {
  const asked = await toGroups(db, query);
  if (asked === null) return null;
  const count = await countFitting(db, asked.groups);
  if (count <= 0) return null;
  const fitting = facetCondition(sql`t.facets`, asked.groups);
  const near = count > FEW ? await pickNear(db, sql`${fitting} and t.slug <> all(${seen}::text[])`) : null;
  // Many that all lie elsewhere in time: any of the first at hand.
  return near ?? pickFrom(db, sql`where ${isPublic} and ${fitting} ${count > FEW ? sql`limit ${FEW}` : sql``}`, seen);
}

async function pickFrom(db: Db, where: RawBuilder<unknown>, seen: string[]): Promise<string | null> {
  const { rows } = await sql<{ slug: string }>`
    select slug from (select t.slug from tales t ${where}) fitting
    order by slug = any(${seen}::text[]), slug is not distinct from ${seen[0] ?? null}, random() limit 1`.execute(db);
  return rows[0]?.slug ?? null;
}

/** One of those that were published around a random moment, found by the index of dates. */
async function pickNear(db: Db, fitting: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ slug: string }>`
    with bounds as materialized (
      select min(publish_date) as oldest, least(max(publish_date), now()) as newest from tales t where ${isPublic}
    ), point as materialized (select oldest + random() * (newest - oldest) as moment from bounds)
    select slug from (
      (select t.slug from (select t.slug, t.facets from tales t where ${isPublic} and t.publish_date <= (select moment from point)
        order by t.publish_date desc, t.id desc limit ${STEPS}) t where ${fitting} limit 20)
      union all
      (select t.slug from (select t.slug, t.facets from tales t where ${isPublic} and t.publish_date >= (select moment from point)
        order by t.publish_date, t.id limit ${STEPS}) t where ${fitting} limit 20)) around
    order by random() limit 1`.execute(db);
  return rows[0]?.slug ?? null;
}
