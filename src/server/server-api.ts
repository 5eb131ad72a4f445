/** `Api` on the server: calls the features directly. `tags` collects cache tags; `counter` counts searches if tracking is allowed. */

import type { Counter } from '#src/features/analytics/analytics.ts';
import { findAuthor, findOldAuthor, listAuthors } from '#src/features/authors/authors.ts';
import { findCategory, findOldCategory, listCategories } from '#src/features/categories/categories.ts';
import { findCollection, findOldCollection, listCollections } from '#src/features/collections/collections.ts';
import { findPublishedIssue, listPublishedIssues } from '#src/features/newsletter/newsletter.ts';
import { listPacks } from '#src/features/offline/offline.ts';
import { findSession } from '#src/features/read-together/read-together.ts';
import { searchTales } from '#src/features/search/search.ts';
import { suggest } from '#src/features/search/suggest.ts';
import { findSharedList, readListLink } from '#src/features/shared-lists/shared-lists.ts';
import { findPage } from '#src/features/static-pages/static-pages.ts';
import { findFittingTales } from '#src/features/tale-finder/tale-finder.ts';
import { getTaleOfTheDay } from '#src/features/tale-of-the-day/tale-of-the-day.ts';
import { parseComparison } from '#src/features/tale-types/contract.ts';
import { findTaleType } from '#src/features/tale-types/tale-types.ts';
import { type BrowseQuery, writeBrowseQuery } from '#src/features/tales/browse-query.ts';
import { BROWSE_PAGE, browseTales, cardsByIds, findMovedQuery, findTale, recentTales, relatedTales } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { OldAddress } from '#src/platform/db/slugs.ts';
import { getHomeView } from '#src/server/home-view.ts';
import { urls } from '#src/urls.ts';
import { type Api, ApiResponseError } from '#src/web/api.ts';

export function createServerApi(db: Db, tags: Set<string>, counter?: Pick<Counter, 'countSearch'>): Api {
  const list = <T>(answer: Promise<T>): Promise<T> => {
    tags.add('list');
    return answer;
  };
  return {
    home: () => {
      tags.add('tonight');
      return list(getHomeView(db));
    },
    listTales: async (query) => {
      tags.add('list');
      const moved = await findMovedQuery(db, query);
      if (moved !== undefined) throw new ApiResponseError(301, 'Moved', urls.tales(writeBrowseQuery(moved)));
      if (query.q === '') return found(browseTales(db, query));
      const list = await found(searchTales(db, query));
      if (isFirstSearch(query)) counter?.countSearch(query.q, list.tales.length > 0);
      return list;
    },
    recentTales: (after) => list(recentTales(db, after)),
    getTaleType: (number, search) => {
      const params = new URLSearchParams(search);
      return list(found(findTaleType(db, number, { after: params.get('after') ?? '', comparison: parseComparison(params) })));
    },
    taleCards: (ids) => list(cardsByIds(db, [...ids])),
    listCategories: () => list(listCategories(db)),
    getCategory: (slug, { after, pages }) =>
      list(at(findCategory(db, slug, after, BROWSE_PAGE * pages), () => findOldCategory(db, slug), urls.category)),
    listAuthors: () => list(listAuthors(db)),
    getAuthor: (slug, { after, pages }, role) =>
      list(at(findAuthor(db, slug, after, { size: BROWSE_PAGE * pages, role }), () => findOldAuthor(db, slug), urls.author)),
    listCollections: () => list(listCollections(db)),
    getCollection: (slug) => list(at(findCollection(db, slug), () => findOldCollection(db, slug), urls.collection)),
    getSharedList: (list) =>
      list.startsWith('?') ? readListLink(db, new URLSearchParams(list)) : found(findSharedList(db, list.slice(1))),
    getTogether: (code) => found(findSession(db, code)),
    listIssues: (after) => {
      tags.add('letters');
      return list(listPublishedIssues(db, after));
    },
    getIssue: (day) => {
      tags.add('letters');
      return list(found(findPublishedIssue(db, day)));
    },
    getPage: (name) => {
      tags.add(`page:${name}`);
      return found(findPage(db, name));
    },
    getTaleOfTheDay: () => {
      tags.add('tonight');
      return list(getTaleOfTheDay(db));
    },
    findByTime: (query) => list(findFittingTales(db, query)),
    listPacks: () => list(listPacks(db)),
    suggest: (q) => list(suggest(db, q)),
    getTale: async (slug) => {
      const answer = await findTale(db, slug);
      if (answer.kind === 'moved') throw new ApiResponseError(301, 'Moved', urls.tale(answer.slug));
      if (answer.kind === 'gone') throw new ApiResponseError(410, 'This tale was deleted');
      if (answer.kind === 'unknown') throw new ApiResponseError(404, 'Unknown tale');
      tags.add(`tale:${answer.tale.id}`).add(`category:${answer.tale.category.slug}`);
      if (answer.isAlone) tags.add('list');
      const related = await relatedTales(db, answer.tale);
      for (const { id } of related) tags.add(`tale:${id}`);
      return { ...answer.tale, related };
    },
  };
}

/** Filtering, sorting and paging of a search are not counted again. */
function isFirstSearch(query: BrowseQuery): boolean {
  return new URLSearchParams(writeBrowseQuery(query)).size === 1;
}

async function found<T>(answer: Promise<T | null>): Promise<T> {
  const value = await answer;
  if (value === null) throw new ApiResponseError(404, 'Not found');
  return value;
}

/** Resolves a slug. @throws ApiResponseError 301 moved, 410 deleted, 404 unknown */
async function at<T>(answer: Promise<T | null>, findOld: () => Promise<OldAddress>, href: (slug: string) => string): Promise<T> {
  const value = await answer;
  if (value !== null) return value;
  const old = await findOld();
  if (old.kind === 'moved') throw new ApiResponseError(301, 'Moved', href(old.slug));
  throw old.kind === 'gone' ? new ApiResponseError(410, 'Gone') : new ApiResponseError(404, 'Not found');
}
