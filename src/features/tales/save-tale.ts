/** The one way a tale is written: by editors, importers and the starter library alike. */
import { sql, type Transaction } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { checkTale, SLUG_IN_USE } from './check-tale.ts';
import { getAuthorId } from './tale-author.ts';
import type { TaleProblems } from './tale-input.ts';
import { claimSlug, claimSlugLike } from './tale-slugs.ts';

/** `version` goes up by one with every change; an update must name the one it was made from. */
export type SavedTale = { id: string; slug: string; version: number };
/** `contentChanged`: something was taken out of the text, which an editor may want to know. */
type Saved = { outcome: 'saved'; tale: SavedTale; contentChanged: boolean };
type Invalid = { outcome: 'invalid'; problems: TaleProblems };
export type CreateOutcome = Saved | Invalid;
export type UpdateOutcome = Saved | Invalid | { outcome: 'conflict'; version: number } | { outcome: 'missing' };

type Trx = Transaction<Database>;

/** Writes a new tale. `input` is a TaleInput, or anything that wants to be one: all that is wrong with it comes back by field. */
export async function createTale(db: Db, input: unknown): Promise<CreateOutcome> {
  return transact(db, async (trx) => {
    const checked = await checkTale(trx, input);
    if ('problems' in checked) return { outcome: 'invalid', problems: checked.problems };
    const { columns, author, contentChanged } = checked;
    const claimed = checked.slug === undefined ? await claimSlugLike(trx, columns.title) : await claimSlug(trx, checked.slug);
    if (claimed === undefined) return slugInUse();
    const tale = await trx
      .insertInto('tales')
      .values({ ...columns, ...claimed, author, author_id: await getAuthorId(trx, author) })
      .returning(['id', 'slug', 'version'])
      .executeTakeFirstOrThrow();
    await addTags(trx, tale.id, checked.tagIds ?? []);
    return { outcome: 'saved', tale, contentChanged };
  });
}

/**
 * Writes a tale anew: the form's fields, and of the others those that are given. `version` is the one that the changes were
 * made to; when the tale has moved on since, nothing is written and the outcome names the version it has now.
 */
export async function updateTale(db: Db, id: string, version: number, input: unknown): Promise<UpdateOutcome> {
  return transact(db, async (trx) => {
    const old = await lockTale(trx, id);
    if (old === undefined) return { outcome: 'missing' };
    if (old.version !== version) return { outcome: 'conflict', version: old.version };
    const checked = await checkTale(trx, input, id);
    if ('problems' in checked) return { outcome: 'invalid', problems: checked.problems };
    const { columns, author, contentChanged, slug = old.slug } = checked;
    if (slug !== old.slug && (await claimSlug(trx, slug, id)) === undefined) return slugInUse();
    // Before anything is counted: whoever counts keeps others waiting, and must not wait for a name himself.
    const authorId = await getAuthorId(trx, author);
    await replaceTags(trx, id, columns.category_id, checked.tagIds);
    const tale = await trx
      .updateTable('tales')
      .set({ ...columns, slug, author_id: authorId, version: version + 1, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .returning(['id', 'slug', 'version'])
      .executeTakeFirstOrThrow();
    return { outcome: 'saved', tale, contentChanged };
  });
}

/** Deletes a tale for good; its addresses stay taken, and answer that it is gone. False when there was none. */
export async function deleteTale(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('tales').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

function slugInUse(): Invalid {
  return { outcome: 'invalid', problems: { slug: [SLUG_IN_USE] } };
}

/** Two that change the same tale wait for each other here. One in the bin cannot be changed. */
async function lockTale(trx: Trx, id: string): Promise<SavedTale | undefined> {
  const tales = trx.selectFrom('tales').select(['id', 'slug', 'version']).where('id', '=', id).where('deleted_at', 'is', null);
  return tales.forUpdate().executeTakeFirst();
}

/** Without `tagIds` the tags stay, save that the tale's own category is none of them. */
async function replaceTags(trx: Trx, id: string, categoryId: number, tagIds: number[] | undefined): Promise<void> {
  const rows = await trx.selectFrom('tale_categories').select('category_id').where('tale_id', '=', id).execute();
  const old = rows.map((row) => row.category_id);
  const gone = old.filter((tag) => tag === categoryId || (tagIds !== undefined && !tagIds.includes(tag)));
  if (gone.length > 0) await trx.deleteFrom('tale_categories').where('tale_id', '=', id).where('category_id', 'in', gone).execute();
  await addTags(
    trx,
    id,
    (tagIds ?? []).filter((tag) => !old.includes(tag)),
  );
}

async function addTags(trx: Trx, id: string, tagIds: number[]): Promise<void> {
  if (tagIds.length === 0) return;
  await trx
    .insertInto('tale_categories')
    .values(tagIds.map((tag) => ({ tale_id: id, category_id: tag })))
    .execute();
}
