import { categoryCoverAddress } from '#src/features/covers/covers.ts';
import type { Link } from '#src/features/tales/contract.ts';
import { countTales, newestMatching } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { findSlugOwner, type OldAddress } from '#src/platform/db/slugs.ts';
import type { CategoryCard, CategoryView } from './contract.ts';

type CountedCategory = { facet: string; home: number | null; card: CategoryCard };

/** All categories in order, with the number of public tales that have or are tagged with them. */
export async function allCategories(db: Db): Promise<CategoryCard[]> {
  return (await countCategories(db)).categories.map(({ card }) => card);
}

/** Categories of the home page that have public tales, in order. `counting`: the counts of all tales, if already requested. */
export async function homeCategories(db: Db, counting?: Counting): Promise<CategoryCard[]> {
  const { categories } = await countCategories(db, counting);
  const shown = categories.filter(({ home, card }) => home !== null && card.count > 0);
  return shown.sort((a, b) => (a.home ?? 0) - (b.home ?? 0)).map(({ card }) => card);
}

type Counting = ReturnType<typeof countTales>;

async function countCategories(
  db: Db,
  counting: Counting = countTales(db, {}, { hasAuthors: false }),
): Promise<{ categories: CountedCategory[]; everything: number }> {
  const [rows, { counts, everything }] = await Promise.all([
    db.selectFrom('categories').selectAll().orderBy('position').modifyEnd(preparedStatement).execute(),
    counting,
  ]);
  const categories = rows.map(({ id, slug, name, description, colour, palette, motif, home_position: home }) => {
    const facet = `c:${id}`;
    const coverImage = categoryCoverAddress({ slug, palette, motif });
    return { facet, home, card: { slug, name, description, colour, coverImage, count: counts.c.get(facet) ?? 0 } };
  });
  return { categories, everything };
}

/** Categories with public tales. */
export async function listCategories(db: Db): Promise<CategoryCard[]> {
  return (await allCategories(db)).filter((category) => category.count > 0);
}

/** Slug and name of the categories with public tales, for suggestions. */
export async function categoryLinks(db: Db): Promise<Link[]> {
  return (await listCategories(db)).map(({ slug, name }) => ({ slug, name }));
}

/** A category with a page of tales, newest first. Null for an unknown slug. @throws AppError 400 for an invalid cursor */
export async function findCategory(db: Db, slug: string, after: string, size?: number): Promise<CategoryView | null> {
  const { categories, everything } = await countCategories(db);
  const category = categories.find(({ card }) => card.slug === slug);
  if (category === undefined) return null;
  const page = await newestMatching(db, { c: [category.facet] }, after, { total: category.card.count, everything }, size);
  return { ...category.card, ...page };
}

/** Resolves a former slug. */
export async function findOldCategory(db: Db, slug: string): Promise<OldAddress> {
  const owner = await findSlugOwner(db, 'category_slugs', slug);
  if (owner === undefined) return { kind: 'unknown' };
  if (owner === null) return { kind: 'gone' };
  const row = await db.selectFrom('categories').select('slug').where('id', '=', owner).executeTakeFirst();
  return row === undefined ? { kind: 'unknown' } : { kind: 'moved', slug: row.slug };
}

/** Inputs of the generated image of a category; null for an unknown slug. */
export async function findCategoryForCover(db: Db, slug: string): Promise<{ slug: string; palette: string; motif: string } | null> {
  const row = await db.selectFrom('categories').select(['slug', 'palette', 'motif']).where('slug', '=', slug).executeTakeFirst();
  return row ?? null;
}
