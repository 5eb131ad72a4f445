/** Creates, updates and deletes categories. Each action and its audit log entry are one transaction. */

import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { artForCategory, categoryCoverAddress, colourOf, isMotif, isPaletteName } from '#src/features/covers/covers.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { findFreeSlug, findSlugOwner } from '#src/platform/db/slugs.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { lineField, required, slug } from '#src/platform/fields.ts';
import { assertIfMatch } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { toSlug } from '#src/platform/slug.ts';
import { formatTaleCount } from '#src/ui/format.ts';
import type { ManagedCategory } from '../contract.ts';
import { FOOTER_CATEGORIES } from '../footer-categories.ts';

export const NewCategory = z
  .strictObject({
    name: required('Name is required', 60),
    description: lineField(500).optional(),
    colour: z
      .string('Must be a colour')
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, 'Must be a colour such as #2f7570')
      .optional(),
    palette: z.string('Must be one of the list').refine(isPaletteName, 'Must be one of the list').optional(),
    motif: z.string('Must be one of the list').refine(isMotif, 'Must be one of the list').optional(),
    slug: slug(60).optional(),
    on_home: z.boolean('Must be true or false').optional(),
  })
  .meta({ id: 'CategoryInput', description: 'A new category. Omitted fields are generated.' });
export type NewCategory = z.infer<typeof NewCategory>;

export const CategoryChange = NewCategory.partial().meta({
  id: 'CategoryChange',
  description: 'Changed fields of a category; omitted fields stay unchanged.',
});
export type CategoryChange = z.infer<typeof CategoryChange>;

const MAX_CATEGORIES = 100;

/** Adds a category at the end. @throws AppError 422 `invalid` if another one has the name or slug */
export async function createCategory(db: Db, actor: string, { on_home = false, ...input }: NewCategory): Promise<ManagedCategory> {
  return transact(db, async (trx) => {
    const others = await lockCategories(trx);
    if (others.length >= MAX_CATEGORIES) throw invalid({ name: [`At most ${MAX_CATEGORIES} categories`] });
    await assertNamesFree(trx, input);
    const slug = input.slug ?? (await findFreeSlug(trx, 'category_slugs', toSlug(input.name, 'category').slice(0, 50).replace(/-$/, '')));
    const { rows } = await sql<{ position: number }>`select coalesce(max(position), 0) + 1 as position from categories`.execute(trx);
    const position = rows[0]?.position ?? 1;
    const art = artForCategory(input.name);
    const { name, description = '', palette = art.palette, motif = art.motif, colour = colourOf(palette) } = input;
    const { id } = await trx
      .insertInto('categories')
      .values({
        ...{ slug, name, description, palette, motif, colour, position },
        tab_position: position,
        home_position: on_home ? position : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(trx, { actor, action: 'category.created', subject: { kind: 'category', id: String(id) }, details: { name } });
    return getManagedCategory(trx, id);
  });
}

/** The old slug keeps leading to the category. @throws AppError 404 `unknown_category`, 412 `changed_since`, 422 `invalid` */
export async function updateCategory(
  db: Db,
  actor: string,
  id: number,
  version: string,
  { on_home, ...change }: CategoryChange,
): Promise<ManagedCategory> {
  return transact(db, async (trx) => {
    const category = await lockCategory(trx, id);
    assertIfMatch(version, category.version);
    await assertNamesFree(trx, change, id);
    const home: RawBuilder<number | null> = on_home ? sql`coalesce(home_position, position)` : sql`null`;
    await trx
      .updateTable('categories')
      .set({ ...change, ...(on_home !== undefined && { home_position: home }), version: category.version + 1 })
      .where('id', '=', id)
      .execute();
    const fields = Object.keys({ ...change, ...(on_home !== undefined && { on_home }) }).join(' ');
    const details = { name: change.name ?? category.name, fields };
    await audit(trx, { actor, action: 'category.changed', subject: { kind: 'category', id: String(id) }, details });
    return getManagedCategory(trx, id);
  });
}

/**
 * Deletes a category without tales. Its URLs return 410.
 * @throws AppError 404 `unknown_category`, 412 `changed_since`, 409 `has_tales`, counting drafts and the trash, 409 `linked` if the footer
 * links to it
 */
export async function deleteCategory(db: Db, actor: string, id: number, version: string): Promise<void> {
  await transact(db, async (trx) => {
    const category = await lockCategory(trx, id);
    assertIfMatch(version, category.version);
    const { tales, tagged, slug, old_slugs } = await getManagedCategory(trx, id);
    if (tales + tagged > 0) {
      const message = `This category has ${formatTaleCount(tales + tagged)}, including drafts and the trash. Merge it into another one instead.`;
      throw new AppError(409, 'has_tales', message);
    }
    if (FOOTER_CATEGORIES.some((link) => [slug, ...old_slugs].includes(link.slug))) {
      throw new AppError(409, 'linked', 'The footer links to this category. Merge it into another one instead.');
    }
    await trx.deleteFrom('categories').where('id', '=', id).execute();
    await audit(trx, {
      actor,
      action: 'category.retired',
      subject: { kind: 'category', id: String(id) },
      details: { name: category.name },
    });
  });
}

/** Locks the category against changes and new tales. @throws AppError 404 `unknown_category` */
export async function lockCategory(trx: Db, id: number): Promise<{ id: number; name: string; version: number }> {
  const category = await trx.selectFrom('categories').select(['id', 'name', 'version']).where('id', '=', id).forUpdate().executeTakeFirst();
  if (category === undefined) throw unknownCategory();
  return category;
}

/** Locks the list against additions and reordering; returns all ids in order. */
export async function lockCategories(trx: Db): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(7412010)`.execute(trx);
  const rows = await trx.selectFrom('categories').select('id').orderBy('position').orderBy('id').execute();
  return rows.map((row) => row.id);
}

async function assertNamesFree(trx: Db, { name, slug }: CategoryChange, id?: number): Promise<void> {
  const problems: Record<string, string[]> = {};
  if (name !== undefined) {
    const { rows } = await sql<{ id: number }>`select id from categories where name_key(name) = name_key(${name})`.execute(trx);
    if (rows[0] !== undefined && rows[0].id !== id) problems.name = ['A category with this name already exists'];
  }
  if (slug !== undefined) {
    const owner = await findSlugOwner(trx, 'category_slugs', slug);
    if (owner !== undefined && owner !== id) problems.slug = ['Another category has or had this address'];
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

export async function listManagedCategories(db: Db): Promise<ManagedCategory[]> {
  return selectCategories(db, sql<boolean>`true`);
}

/** @throws AppError 404 `unknown_category` */
export async function getManagedCategory(db: Db, id: number): Promise<ManagedCategory> {
  const [category] = await selectCategories(db, sql<boolean>`c.id = ${id}`);
  if (category === undefined) throw unknownCategory();
  return category;
}

function unknownCategory() {
  return notFound('This category does not exist.', 'unknown_category');
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
