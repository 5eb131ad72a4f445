/** Deletes tales: the trash, where they can be restored for 30 days, and permanently. */
import { sql, type Transaction } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';

const DAYS_IN_TRASH = 30;
/** Deletion blocks saving, so it works in batches. */
const BATCH_SIZE = 200;

/** Moves a tale to the trash or restores it. False if it does not exist or is already there. */
export async function moveTale(db: Db, id: string, to: 'bin' | 'list', editor: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tales')
    .set({
      deleted_at: to === 'bin' ? sql<Date>`now()` : null,
      edited_by: editor,
      suggested_by: null,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('deleted_at', to === 'bin' ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Permanently deletes tales that have been in the trash for 30 days; returns their number. */
export async function purgeOldTrash(db: Db): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await transact(db, purgeBatch);
    removed += rows.length;
    if (rows.length < BATCH_SIZE) return removed;
  }
}

async function purgeBatch(trx: Transaction<Database>): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tales where deleted_at < now() - ${DAYS_IN_TRASH} * interval '1 day' order by deleted_at limit ${BATCH_SIZE} for update`.execute(
    trx,
  );
  const ids = rows.map(({ id }) => id);
  const people = await listPeople(trx, ids);
  await sql`delete from tales where id = any(${ids}::uuid[])`.execute(trx);
  await removeUnusedAuthors(trx, people);
  return rows;
}

/** Lists the ids of the authors and credited people of tales. */
export async function listPeople(trx: Transaction<Database>, taleIds: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ author_id: number }>`
    select author_id from tales where id = any(${taleIds}::uuid[])
    union select author_id from tale_credits where tale_id = any(${taleIds}::uuid[])`.execute(trx);
  return rows.map(({ author_id }) => author_id);
}

/**
 * Deletes tales and releases their slugs, which deleteTale does not; and people created since `since` who have no other tale and were
 * never edited. Runs in the caller's transaction.
 */
export async function purgeTales(trx: Transaction<Database>, ids: string[], since: Date): Promise<void> {
  if (ids.length === 0) return;
  const slugs = await trx.selectFrom('tale_slugs').select('slug').where('tale_id', 'in', ids).execute();
  const people = await listPeople(trx, ids);
  await sql`delete from tales where id = any(${ids}::uuid[])`.execute(trx);
  await sql`delete from tale_slugs where slug = any(${slugs.map(({ slug }) => slug)})`.execute(trx);
  await removeUnusedAuthors(trx, people, since);
}

/**
 * Deletes those of the authors who have no tale or credit and were created implicitly with one, at or after `since`: nobody created them on purpose
 * or edited them. Skips authors locked by a tale that is being saved.
 */
export async function removeUnusedAuthors(trx: Transaction<Database>, ids: readonly number[], since = new Date(0)): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from authors a where id = any(${ids}::integer[]) and created_at >= ${since} and version = 1 and sort_name = name and kind = 'person'
      and dates = '' and place = '' and origin = '' and biography = '' and born_year is null and died_year is null
      and not exists (select from author_names n where n.author_id = a.id and n.key <> name_key(a.name))
      and not exists (select from audit_log where action = 'author.created' and subject_kind = 'author' and subject_id = a.id::text)
      and not exists (select from tales where author_id = a.id) and not exists (select from tale_credits where author_id = a.id)
    for update skip locked`.execute(trx);
  if (rows.length === 0) return;
  const untouched = rows.map(({ id }) => id);
  const deleted = await sql<{ slug: string }>`
    delete from authors a where id = any(${untouched}::integer[])
      and not exists (select from tales where author_id = a.id) and not exists (select from tale_credits where author_id = a.id)
    returning slug`.execute(trx);
  await sql`delete from author_slugs where owner_id is null and slug = any(${deleted.rows.map(({ slug }) => slug)})`.execute(trx);
}
