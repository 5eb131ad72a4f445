import { categoryCoverAddress } from '#src/features/covers/covers.ts';
import type { Link } from '#src/features/tales/contract.ts';
import { countTales, newestFitting } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { findSlugOwner, type OldAddress } from '#src/platform/db/slugs.ts';
import type { CategoryCard, CategoryView } from './contract.ts';

export { CategoryChange, NewCategory } from './category-input.ts';
export { createCategory, retireCategory, updateCategory } from './edit-category.ts';
export { getManagedCategory, listManagedCategories } from './managed-categories.ts';
export { mergeCategories } from './merge-categories.ts';
export { orderCategories } from './order-categories.ts';

type Counted = { mark: string; home: number | null; card: CategoryCard };

/** All categories in the editors' order with their number of public tales, own and tagged; those without tales too. */
export async function allCategories(db: Db): Promise<CategoryCard[]> {
  return (await countCategories(db)).categories.map(({ card }) => card);
}

/** The categories that the home page shows, in their order, those that have public tales. */
export async function homeCategories(db: Db): Promise<CategoryCard[]> {
  const { categories } = await countCategories(db);
  const shown = categories.filter(({ home, card }) => home !== null && card.count > 0);
  return shown.sort((a, b) => (a.home ?? 0) - (b.home ?? 0)).map(({ card }) => card);
}

async function countCategories(db: Db): Promise<{ categories: Counted[]; everything: number }> {
  const [rows, { counts, everything }] = await Promise.all([
    db.selectFrom('categories').selectAll().orderBy('position').execute(),
    countTales(db, {}),
  ]);
  const categories = rows.map(({ id, slug, name, description, colour, palette, motif, home_position: home }) => {
    const mark = `c:${id}`;
    const coverImage = categoryCoverAddress({ slug, palette, motif });
    return { mark, home, card: { slug, name, description, colour, coverImage, count: counts.c.get(mark) ?? 0 } };
  });
  return { categories, everything };
}

/** The categories that have public tales. */
export async function listCategories(db: Db): Promise<CategoryCard[]> {
  return (await allCategories(db)).filter((category) => category.count > 0);
}

/** Slug and name of every category that has public tales, for suggestions. */
export async function categoryLinks(db: Db): Promise<Link[]> {
  return (await listCategories(db)).map(({ slug, name }) => ({ slug, name }));
}

/** A category with a page of its tales, newest first. Null when there is none of that slug. Throws a bad request for a foreign cursor. */
export async function findCategory(db: Db, slug: string, after: string, size?: number): Promise<CategoryView | null> {
  const { categories, everything } = await countCategories(db);
  const category = categories.find(({ card }) => card.slug === slug);
  if (category === undefined) return null;
  const page = await newestFitting(db, { c: [category.mark] }, after, { total: category.card.count, everything }, size);
  return { ...category.card, ...page };
}

/** What stands at an address that no category has now. */
export async function findOldCategory(db: Db, slug: string): Promise<OldAddress> {
  const owner = await findSlugOwner(db, 'category_slugs', slug);
  if (owner === undefined) return { kind: 'unknown' };
  if (owner === null) return { kind: 'gone' };
  const row = await db.selectFrom('categories').select('slug').where('id', '=', owner).executeTakeFirst();
  return row === undefined ? { kind: 'unknown' } : { kind: 'moved', slug: row.slug };
}

/** What the picture of a category is drawn from; null for a slug that none has. */
export async function findCategoryForCover(db: Db, slug: string): Promise<{ slug: string; palette: string; motif: string } | null> {
  const row = await db.selectFrom('categories').select(['slug', 'palette', 'motif']).where('slug', '=', slug).executeTakeFirst();
  return row ?? null;
}
