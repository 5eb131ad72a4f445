/** What editors do to categories. Each deed and its entry in the audit log are one transaction. */
import { type RawBuilder, sql } from 'kysely';
import { artForCategory, colourOf } from '#src/features/covers/covers.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { findFreeSlug, findSlugOwner } from '#src/platform/db/slugs.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { refuseOld } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { toSlug } from '#src/platform/slug.ts';
import { talesCount } from '#src/ui/wording.ts';
import type { CategoryChange, NewCategory } from './category-input.ts';
import type { ManagedCategory } from './contract.ts';
import { FOOT_CATEGORIES } from './foot-categories.ts';
import { getManagedCategory, unknownCategory } from './managed-categories.ts';

const MOST = 100;

/** Adds a category, at the end of the order. Throws 422 `invalid` for a name or an address that another one has. */
export async function createCategory(db: Db, actor: string, { on_home = false, ...input }: NewCategory): Promise<ManagedCategory> {
  return transact(db, async (trx) => {
    const others = await lockCategories(trx);
    if (others.length >= MOST) throw invalid({ name: [`There may be ${MOST} categories at most`] });
    await refuseTaken(trx, input);
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

/** Writes a category anew; its old address leads here for ever. Throws 404 `unknown_category`, 412 `changed_since`, 422 `invalid`. */
export async function updateCategory(
  db: Db,
  actor: string,
  id: number,
  version: string,
  { on_home, ...change }: CategoryChange,
): Promise<ManagedCategory> {
  return transact(db, async (trx) => {
    const category = await lockCategory(trx, id);
    refuseOld(version, category.version);
    await refuseTaken(trx, change, id);
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
 * Takes out a category that no tale has or carries; the addresses answer 410 from now on. Throws 404 `unknown_category`, 412
 * `changed_since`, 409 `has_tales`, also when the tales are drafts or in the bin, 409 `linked` when the foot of every page leads there.
 */
export async function retireCategory(db: Db, actor: string, id: number, version: string): Promise<void> {
  await transact(db, async (trx) => {
    const category = await lockCategory(trx, id);
    refuseOld(version, category.version);
    const { tales, tagged, slug, old_slugs } = await getManagedCategory(trx, id);
    if (tales + tagged > 0) {
      const message = `${talesCount(tales + tagged)} of this category, drafts and the bin among them. Merge it into another one instead.`;
      throw new AppError(409, 'has_tales', message);
    }
    if (FOOT_CATEGORIES.some((link) => [slug, ...old_slugs].includes(link.slug))) {
      throw new AppError(409, 'linked', 'The foot of every page leads to this category. Merge it into another one instead.');
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

/** Nobody else changes this category, nor saves a tale into it, until the end of the transaction. Throws 404 `unknown_category`. */
export async function lockCategory(trx: Db, id: number): Promise<{ id: number; name: string; version: number }> {
  const category = await trx.selectFrom('categories').select(['id', 'name', 'version']).where('id', '=', id).forUpdate().executeTakeFirst();
  if (category === undefined) throw unknownCategory();
  return category;
}

/** All of them, in their order: nobody else adds one or changes the order until the end of the transaction. */
export async function lockCategories(trx: Db): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(7412010)`.execute(trx);
  const rows = await trx.selectFrom('categories').select('id').orderBy('position').orderBy('id').execute();
  return rows.map((row) => row.id);
}

async function refuseTaken(trx: Db, { name, slug }: CategoryChange, id?: number): Promise<void> {
  const problems: Record<string, string[]> = {};
  if (name !== undefined) {
    const { rows } = await sql<{ id: number }>`select id from categories where name_key(name) = name_key(${name})`.execute(trx);
    if (rows[0] !== undefined && rows[0].id !== id) problems.name = ['There is a category of this name already'];
  }
  if (slug !== undefined) {
    const owner = await findSlugOwner(trx, 'category_slugs', slug);
    if (owner !== undefined && owner !== id) problems.slug = ['This address is or was that of another category'];
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
}
