import { sql } from 'kysely';
import { categoryCoverAddress } from '#src/features/covers/covers.ts';
import type { Link } from '#src/features/tales/contract.ts';
import { BROWSE_PAGE, countTales, newestTales } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { CategoryCard, CategoryView } from './contract.ts';

/** All categories in the editors' order with their number of public tales, own and tagged; those without tales too. */
export async function allCategories(db: Db): Promise<CategoryCard[]> {
  const [rows, { counts }] = await Promise.all([db.selectFrom('categories').selectAll().orderBy('position').execute(), countTales(db, {})]);
  return rows.map((row) => ({
    slug: row.slug,
    name: row.name,
    description: row.description,
    colour: row.colour,
    coverImage: categoryCoverAddress(row.slug),
    count: counts.c.get(`c:${row.id}`) ?? 0,
  }));
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
  const category = (await allCategories(db)).find((each) => each.slug === slug);
  if (category === undefined) return null;
  const { id } = await db.selectFrom('categories').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
  const page = await newestTales(db, sql<boolean>`t.facets && ${[`c:${id}`]}::text[]`, after, BROWSE_PAGE);
  return { ...category, ...page };
}
