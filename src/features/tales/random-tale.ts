import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { BrowseQuery } from './browse-query.ts';
import { isPublic } from './cards.ts';
import { countFitting, facetCondition, type Groups, toGroups } from './facets.ts';

/** Matches so many or fewer are all looked at; of more, the tales around a random moment. */
const FEW = 2_000;

/**
 * The slug of a random public tale that fits the filters, none of `seen` if there is another; null when nothing fits.
 * The cost does not grow with the library: of many tales, the first after a random point of time is taken.
 */
export async function randomTale(db: Db, query: BrowseQuery, seen: string[]): Promise<string | null> {
  const asked = await toGroups(db, query);
  if (asked === null) return null;
  const fitting = await countFitting(db, asked.groups);
  if (fitting <= 0) return null;
  const unseen = seen.length < fitting ? sql<boolean>`t.slug <> all(${seen}::text[])` : sql<boolean>`true`;
  if (fitting <= FEW) return pickFrom(db, sql`where ${isPublic} and ${facetCondition(sql`t.facets`, asked.groups)} and ${unseen}`);
  return (await pickNear(db, asked.groups, unseen)) ?? pickFrom(db, sql`where ${isPublic} and ${unseen} limit ${FEW}`);
}

async function pickFrom(db: Db, where: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{
    slug: string;
  }>`select slug from (select t.slug from tales t ${where}) fitting order by random() limit 1`.execute(db);
  return rows[0]?.slug ?? null;
}

/** Ids are handed out in the order of time; a random id between the first and the last finds its next neighbours by index. */
async function pickNear(db: Db, groups: Groups, unseen: RawBuilder<boolean>): Promise<string | null> {
  const near = sql`from tales t where ${isPublic} and ${facetCondition(sql`t.facets`, groups)} and ${unseen}`;
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
