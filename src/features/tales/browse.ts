import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { BrowseQuery } from './browse-query.ts';
import { listFeaturedIds, toCards } from './cards.ts';
import type { TaleList, TalePage } from './contract.ts';
import { facetOptions } from './facet-options.ts';
import { countTales, type Groups, toGroups } from './facets.ts';
import { type Counted, type Listed, listFitting, listTales, toPage } from './list-tales.ts';

export const BROWSE_PAGE = 12;
const RECENT_PAGE = 24;

/** One page, or as many as the query says, of all tales that fit the filters, with counts. Null for an unknown category. Throws a bad request for a foreign cursor. */
export async function browseTales(db: Db, query: BrowseQuery, size = BROWSE_PAGE * query.pages): Promise<TaleList | null> {
  const page = toPage(query.sort, query.after, size);
  const asked = await toGroups(db, query);
  if (asked === null) return null;
  const { groups, categories, authors } = asked;
  const counting = countTales(db, groups);
  const [{ counts, total, withoutCategory }, { rows, next }, featured] = await Promise.all([
    counting,
    Object.keys(groups).length === 0 ? listTales(db, page) : counting.then((counted) => listFitting(db, page, groups, counted)),
    listFeaturedIds(db),
  ]);
  const facets = await facetOptions(db, counts, { groups, authors, categories, withoutCategory });
  return { tales: toCards(rows, featured), next, total: { count: total, atLeast: false }, facets, corrected: null, suggestions: null };
}

/** The newest tales, 24 a page. Throws a bad request for a foreign cursor. */
export async function recentTales(db: Db, after: string, size = RECENT_PAGE): Promise<TalePage> {
  return newestTales(db, sql<boolean>`true`, after, size);
}

/** A page of the newest tales, of all or of those that fit a condition on `t` which an index with publish_date serves. */
export async function newestTales(db: Db, where: RawBuilder<boolean>, after: string, size: number): Promise<TalePage> {
  return withFeatured(db, listTales(db, toPage('newest', after, size), where));
}

/** A page of the newest tales that fit the groups. Throws a bad request for a foreign cursor. */
export async function newestFitting(db: Db, groups: Groups, after: string, counted: Counted, size = BROWSE_PAGE): Promise<TalePage> {
  return withFeatured(db, listFitting(db, toPage('newest', after, size), groups, counted));
}

async function withFeatured(db: Db, listing: Promise<Listed>): Promise<TalePage> {
  const [{ rows, next }, featured] = await Promise.all([listing, listFeaturedIds(db)]);
  return { tales: toCards(rows, featured), next };
}
