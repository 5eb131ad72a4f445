import { categoryCoverAddress } from '#src/features/covers/covers.ts';
import type { Link } from '#src/features/tales/contract.ts';
import { countTales, newestFitting } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { CategoryCard, CategoryView } from './contract.ts';

/** All categories in the editors' order with their number of public tales, own and tagged; those without tales too. */
export async function allCategories(db: Db): Promise<CategoryCard[]> {
  return (await countCategories(db)).categories.map(({ card }) => card);
}

async function countCategories(db: Db): Promise<{ categories: { mark: string; card: CategoryCard }[]; everything: number }> {
  const [rows, { counts, everything }] = await Promise.all([
    db.selectFrom('categories').selectAll().orderBy('position').execute(),
    countTales(db, {}),
  ]);
  const categories = rows.map(({ id, slug, name, description, colour }) => {
    const mark = `c:${id}`;
    return { mark, card: { slug, name, description, colour, coverImage: categoryCoverAddress(slug), count: counts.c.get(mark) ?? 0 } };
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
export async function findCategory(db: Db, slug: string, after: string): Promise<CategoryView | null> {
  const { categories, everything } = await countCategories(db);
  const category = categories.find(({ card }) => card.slug === slug);
  if (category === undefined) return null;
  const page = await newestFitting(db, { c: [category.mark] }, after, { total: category.card.count, everything });
  return { ...category.card, ...page };
}
