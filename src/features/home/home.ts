import { sql } from 'kysely';
import { popularAuthors } from '#src/features/authors/authors.ts';
import { homeCategories } from '#src/features/categories/categories.ts';
import { cardsByIds, countTales, FEATURED, listFeaturedIds, newestTales } from '#src/features/tales/tales.ts';
import { findTonightsTale } from '#src/features/tonight/tonight.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { HomeView } from './contract.ts';

const RECENT = 3;
const AUTHORS = 4;

/** The home page. Recently added are the newest that are not featured above. */
export async function homeView(db: Db): Promise<HomeView> {
  const [featured, newest, { everything }, categories, authors, tonight] = await Promise.all([
    listFeaturedIds(db).then((ids) => cardsByIds(db, ids, ids)),
    newestTales(db, sql<boolean>`true`, '', FEATURED + RECENT),
    countTales(db, {}),
    homeCategories(db),
    popularAuthors(db, AUTHORS),
    findTonightsTale(db),
  ]);
  const shown = new Set(featured.map((tale) => tale.id));
  return {
    talesCount: everything,
    featured,
    tonight: tonight && { night: tonight.night, tale: tonight.tale },
    recent: newest.tales.filter((tale) => !shown.has(tale.id)).slice(0, RECENT),
    categories,
    authors,
  };
}
