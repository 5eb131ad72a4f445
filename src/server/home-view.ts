import { sql } from 'kysely';
import { popularAuthors } from '#src/features/authors/authors.ts';
import { homeCategories } from '#src/features/categories/categories.ts';
import { findTaleOfTheDay } from '#src/features/tale-of-the-day/tale-of-the-day.ts';
import { cardsByIds, countTales, FEATURED_COUNT, listFeaturedIds, newestTales } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { HomeView } from '#src/web/home/contract.ts';

const RECENT = 3;
const AUTHORS = 4;

/** Returns the data of the home page. Recent tales exclude featured ones. */
export async function getHomeView(db: Db): Promise<HomeView> {
  const [featured, newest, { everything }, categories, authors, tonight] = await Promise.all([
    listFeaturedIds(db).then((ids) => cardsByIds(db, ids, ids)),
    newestTales(db, sql<boolean>`true`, '', FEATURED_COUNT + RECENT),
    countTales(db, {}),
    homeCategories(db),
    popularAuthors(db, AUTHORS),
    findTaleOfTheDay(db),
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
