/** The API as the server reaches it: straight to the features. `tags` collects what the answer was made from, for the page cache. */
import { type Api, ApiProblem } from '#src/browser/api.ts';
import { findAuthor, listAuthors } from '#src/features/authors/authors.ts';
import { findCategory, listCategories } from '#src/features/categories/categories.ts';
import { findCollection, listCollections } from '#src/features/collections/collections.ts';
import { homeView } from '#src/features/home/home.ts';
import { searchTales } from '#src/features/search/search.ts';
import { suggest } from '#src/features/search/suggest.ts';
import { browseTales, cardsByIds, findTale, recentTales } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { urls } from '#src/urls.ts';

/** Old names of categories that the specification's footer uses. */
const MOVED_CATEGORIES: Record<string, string> = { magical: 'magical-creatures' };

export function createServerApi(db: Db, tags: Set<string>): Api {
  const list = <T>(answer: Promise<T>): Promise<T> => {
    tags.add('list');
    return answer;
  };
  return {
    home: () => list(homeView(db)),
    listTales: (query) => list(found(query.q ? searchTales(db, query) : browseTales(db, query))),
    recentTales: (after) => list(recentTales(db, after)),
    taleCards: (ids) => list(cardsByIds(db, [...ids])),
    listCategories: () => list(listCategories(db)),
    getCategory: (slug, after) => {
      const moved = Object.hasOwn(MOVED_CATEGORIES, slug) ? MOVED_CATEGORIES[slug] : undefined;
      if (moved !== undefined) throw new ApiProblem(301, 'Moved', urls.category(moved));
      return list(found(findCategory(db, slug, after)));
    },
    listAuthors: () => list(listAuthors(db)),
    getAuthor: (slug, after) => list(found(findAuthor(db, slug, after))),
    listCollections: () => list(listCollections(db)),
    getCollection: (slug) => list(found(findCollection(db, slug))),
    suggest: (q) => list(suggest(db, q)),
    getTale: async (slug) => {
      const answer = await findTale(db, slug);
      if (answer.kind === 'moved') throw new ApiProblem(301, 'Moved', urls.tale(answer.slug));
      if (answer.kind === 'gone') throw new ApiProblem(410, 'This tale is gone');
      if (answer.kind === 'unknown') throw new ApiProblem(404, 'Unknown tale');
      tags.add(`tale:${answer.tale.id}`).add(`category:${answer.tale.category.slug}`);
      return answer.tale;
    },
  };
}

async function found<T>(answer: Promise<T | null>): Promise<T> {
  const value = await answer;
  if (value === null) throw new ApiProblem(404, 'Not found');
  return value;
}
