/** Categories as editors see them: all of them, whatever tales they have. */
import { type RawBuilder, sql } from 'kysely';
import { categoryCoverAddress } from '#src/features/covers/covers.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { ManagedCategory } from './contract.ts';

/** In the editors' order. */
export async function listManagedCategories(db: Db): Promise<ManagedCategory[]> {
  return selectCategories(db, sql<boolean>`true`);
}

/** Throws 404 `unknown_category`. */
export async function getManagedCategory(db: Db, id: number): Promise<ManagedCategory> {
  const [category] = await selectCategories(db, sql<boolean>`c.id = ${id}`);
  if (category === undefined) throw unknownCategory();
  return category;
}

export function unknownCategory() {
  return notFound('There is no such category.', 'unknown_category');
}

async function selectCategories(db: Db, where: RawBuilder<boolean>): Promise<ManagedCategory[]> {
  const { rows } = await sql<Omit<ManagedCategory, 'cover'>>`
    select c.id, c.slug, c.name, c.description, c.colour, c.palette, c.motif, c.home_position is not null as on_home, c.version,
      (select count(*)::integer from tales t where t.category_id = c.id) as tales,
      (select count(*)::integer from tale_categories tc join tales t on t.id = tc.tale_id
        where tc.category_id = c.id and t.category_id <> c.id) as tagged,
      coalesce((select f.tales from facet_counts f where f.author_id = 0 and f.facet = 'c:' || c.id), 0)
        - (select count(*)::integer from tales t where t.facets @> array['c:' || c.id] and t.status = 'published'
          and t.deleted_at is null and not (${isPublic})) as public_tales,
      array(select s.slug from category_slugs s where s.owner_id = c.id and s.slug <> c.slug order by s.created_at, s.slug) as old_slugs
    from categories c where ${where} order by c.position, c.id`.execute(db);
  return rows.map((row) => ({ ...row, cover: categoryCoverAddress(row) }));
}
