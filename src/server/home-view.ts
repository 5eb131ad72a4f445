import { popularAuthors } from '#src/features/authors/authors.ts';
import { homeCategories } from '#src/features/categories/categories.ts';
import { listCollections } from '#src/features/collections/collections.ts';
import { findTaleOfTheDay } from '#src/features/tale-of-the-day/tale-of-the-day.ts';
import { countTales, facetOptions, listFeaturedAndNewest } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { HomeView } from '#src/web/home/contract.ts';

const RECENT = 3;
const AUTHORS = 4;
const COLLECTIONS = 3;
const ORIGINS = 12;

/** Returns the data of the home page. */
export async function getHomeView(db: Db): Promise<HomeView> {
  const counting = countTales(db, {}, { hasAuthors: false });
  const [{ featured, newest }, { everything, counts }, categories, authors, tonight, collections] = await Promise.all([
    listFeaturedAndNewest(db, RECENT),
    counting,
    homeCategories(db, counting),
    popularAuthors(db, AUTHORS),
    findTaleOfTheDay(db),
    listCollections(db, COLLECTIONS),
  ]);
  const { age, origin } = facetOptions(counts, { groups: {}, authors: [], categories: [], withoutCategory: everything });
  return {
    talesCount: everything,
    featured,
    tonight,
    collections,
    ages: age.filter(({ count }) => count > 0),
    origins: origin.slice(0, ORIGINS),
    recent: newest,
    categories,
    authors,
  };
}
