import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { BrowseQuery } from './browse-query.ts';
import { isPublic } from './cards.ts';
import { countMatching, facetCondition, readFacetNames, toFacetGroups } from './facets.ts';

/** Up to this many matches are all considered; of more, only tales around a random date. */
const MAX_CANDIDATES = 2_000;
/** Rows scanned before and after the date. */
const SCAN_ROWS = 5_000;

/**
 * Returns the slug of a random public tale that matches the filters, preferring tales not in `seen` and the first of `seen` least. Null if
 * none matches. Of many matches it takes one around a random date, so that the cost does not grow with the library.
 */
export async function randomTale(db: Db, query: BrowseQuery, seen: string[]): Promise<string | null> {
  const groups = toFacetGroups(query, await readFacetNames(db, query));
  if (groups === null) return null;
  const count = await countMatching(db, groups);
  if (count <= 0) return null;
  const matching = facetCondition(sql`t.facets`, groups);
  const near = count > MAX_CANDIDATES ? await pickNear(db, sql`${matching} and t.slug <> all(${seen}::text[])`) : null;
  // All matches may lie elsewhere in time.
  return (
    near ?? pickFrom(db, sql`where ${isPublic} and ${matching} ${count > MAX_CANDIDATES ? sql`limit ${MAX_CANDIDATES}` : sql``}`, seen)
  );
}

async function pickFrom(db: Db, where: RawBuilder<unknown>, seen: string[]): Promise<string | null> {
  const { rows } = await sql<{ slug: string }>`
    select slug from (select t.slug from tales t ${where}) matching
    order by slug = any(${seen}::text[]), slug is not distinct from ${seen[0] ?? null}, random() limit 1`.execute(db);
  return rows[0]?.slug ?? null;
}

/** Picks a tale published around a random date, by the index on dates. */
async function pickNear(db: Db, matching: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ slug: string }>`
    with bounds as materialized (
      select min(publish_date) as oldest, least(max(publish_date), now()) as newest from tales t where ${isPublic}
    ), point as materialized (select oldest + random() * (newest - oldest) as moment from bounds)
    select slug from (
      (select t.slug from (select t.slug, t.facets from tales t where ${isPublic} and t.publish_date <= (select moment from point)
        order by t.publish_date desc, t.id desc limit ${SCAN_ROWS}) t where ${matching} limit 20)
      union all
      (select t.slug from (select t.slug, t.facets from tales t where ${isPublic} and t.publish_date >= (select moment from point)
        order by t.publish_date, t.id limit ${SCAN_ROWS}) t where ${matching} limit 20)) around
    order by random() limit 1`.execute(db);
  return rows[0]?.slug ?? null;
}
