/**
 * The API as the server reaches it: straight to the features. `tags` collects what the answer was made from, for the page cache; `counter` is told
 * of searches, where they may be counted.
 */
import { type Api, ApiProblem } from '#src/browser/api.ts';
import { findAuthor, findOldAuthor, listAuthors } from '#src/features/authors/authors.ts';
import { findCategory, findOldCategory, listCategories } from '#src/features/categories/categories.ts';
import { findCollection, findOldCollection, listCollections } from '#src/features/collections/collections.ts';
import type { Counter } from '#src/features/counts/counts.ts';
import { fitEvening } from '#src/features/evening/evening.ts';
import { homeView } from '#src/features/home/home.ts';
import { findLetter, listLetters } from '#src/features/newsletter/newsletter.ts';
import { listPacks } from '#src/features/offline/offline.ts';
import { findPage } from '#src/features/page-texts/page-texts.ts';
import { searchTales } from '#src/features/search/search.ts';
import { suggest } from '#src/features/search/suggest.ts';
import { type BrowseQuery, writeBrowseQuery } from '#src/features/tales/browse-query.ts';
import { BROWSE_PAGE, browseTales, cardsByIds, findMovedQuery, findTale, recentTales, relatedTales } from '#src/features/tales/tales.ts';
import { findTonight } from '#src/features/tonight/tonight.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { OldAddress } from '#src/platform/db/slugs.ts';
import { urls } from '#src/urls.ts';

export function createServerApi(db: Db, tags: Set<string>, counter?: Pick<Counter, 'countSearch'>): Api {
  const list = <T>(answer: Promise<T>): Promise<T> => {
    tags.add('list');
    return answer;
  };
  return {
    home: () => {
      tags.add('tonight');
      return list(homeView(db));
    },
    listTales: async (query) => {
      tags.add('list');
      const moved = await findMovedQuery(db, query);
      if (moved !== undefined) throw new ApiProblem(301, 'Moved', urls.tales(writeBrowseQuery(moved)));
      if (query.q === '') return found(browseTales(db, query));
      const list = await found(searchTales(db, query));
      if (isFirstSearch(query)) counter?.countSearch(query.q, list.tales.length > 0);
      return list;
    },
    recentTales: (after) => list(recentTales(db, after)),
    taleCards: (ids) => list(cardsByIds(db, [...ids])),
    listCategories: () => list(listCategories(db)),
    getCategory: (slug, { after, pages }) =>
      list(at(findCategory(db, slug, after, BROWSE_PAGE * pages), () => findOldCategory(db, slug), urls.category)),
    listAuthors: () => list(listAuthors(db)),
    getAuthor: (slug, { after, pages }) =>
      list(at(findAuthor(db, slug, after, BROWSE_PAGE * pages), () => findOldAuthor(db, slug), urls.author)),
    listCollections: () => list(listCollections(db)),
    getCollection: (slug) => list(at(findCollection(db, slug), () => findOldCollection(db, slug), urls.collection)),
    listLetters: (after) => {
      tags.add('letters');
      return list(listLetters(db, after));
    },
    getLetter: (day) => {
      tags.add('letters');
      return list(found(findLetter(db, day)));
    },
    getPage: (name) => {
      tags.add(`page:${name}`);
      return found(findPage(db, name));
    },
    tonight: () => {
      tags.add('tonight');
      return list(findTonight(db));
    },
    howLong: (query) => list(fitEvening(db, query)),
    listPacks: () => list(listPacks(db)),
    suggest: (q) => list(suggest(db, q)),
    getTale: async (slug) => {
      const answer = await findTale(db, slug);
      if (answer.kind === 'moved') throw new ApiProblem(301, 'Moved', urls.tale(answer.slug));
      if (answer.kind === 'gone') throw new ApiProblem(410, 'This tale is gone');
      if (answer.kind === 'unknown') throw new ApiProblem(404, 'Unknown tale');
      tags.add(`tale:${answer.tale.id}`).add(`category:${answer.tale.category.slug}`);
      if (answer.isAlone) tags.add('list');
      const related = await relatedTales(db, answer.tale);
      for (const { id } of related) tags.add(`tale:${id}`);
      return { ...answer.tale, related };
    },
  };
}

/** One that was only narrowed, sorted or paged on was counted before. */
function isFirstSearch(query: BrowseQuery): boolean {
  return new URLSearchParams(writeBrowseQuery(query)).size === 1;
}

async function found<T>(answer: Promise<T | null>): Promise<T> {
  const value = await answer;
  if (value === null) throw new ApiProblem(404, 'Not found');
  return value;
}

/** What is at an address; or where it has gone (301), that it is gone for good (410), or that there was never anything (404). */
async function at<T>(answer: Promise<T | null>, findOld: () => Promise<OldAddress>, href: (slug: string) => string): Promise<T> {
  const value = await answer;
  if (value !== null) return value;
  const old = await findOld();
  if (old.kind === 'moved') throw new ApiProblem(301, 'Moved', href(old.slug));
  throw old.kind === 'gone' ? new ApiProblem(410, 'Gone') : new ApiProblem(404, 'Not found');
}
