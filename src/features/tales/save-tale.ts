/** The one way a tale is written: by editors, importers and the starter library alike. */
import { type OperationNodeSource, type RawBuilder, sql, type Transaction } from 'kysely';
import { keepUses } from '#src/features/media/media.ts';
import type { Db } from '#src/platform/db/db.ts';
import { keptPlan } from '#src/platform/db/kept-plans.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { checkChange, checkNewTale, SLUG_IN_USE } from './check-tale.ts';
import { keptRevision } from './keep-revision.ts';
import { datesOf, findRefusal, type Judge } from './publication.ts';
import type { TaleProblems } from './tale-input.ts';
import { addAuthor } from './tale-names.ts';
import { changeSlug, claimForNew, claimLike, textsRead } from './tale-slugs.ts';
import { removeUnusedAuthors } from './withdraw-tales.ts';

/** `version` goes up by one with every change; an update must name the one it was made from. */
export type SavedTale = { id: string; slug: string; version: number };
/** `contentChanged`: something was taken out of the text, which an editor may want to know. */
type Saved<Row> = { outcome: 'saved'; tale: Row; contentChanged: boolean };
type Invalid = { outcome: 'invalid'; problems: TaleProblems };
export type CreateOutcome<Row = SavedTale> = Saved<Row> | Invalid;
export type UpdateOutcome<Row = SavedTale> = CreateOutcome<Row> | { outcome: 'conflict'; version: number } | { outcome: 'missing' };

/** Who writes. Importers are nobody, and their tales are not judged. */
export type Writing<Row = SavedTale> = {
  /** Id of the one who saves. */
  editor?: string;
  /** Asked when the tale is to be published. */
  judge?: Judge;
  /** What the caller wants to know of the tale as it is written: a select from `t`, its whole row. A SavedTale by default. */
  read?: RawBuilder<Row>;
  /** What the statement that writes the tale does besides: a part to stand after its "with". */
  beside?: (deed: WrittenTale) => RawBuilder<unknown>;
  /** Somebody waits: the tale is found by the words of its text a moment after it is saved, when readTexts of the search has read them. */
  textLater?: boolean;
};

/** A tale that is about to be written. `was`: its status before, undefined for a new one. */
export type WrittenTale = { id: string; title: string; status: string; was: string | undefined };

type Trx = Transaction<Database>;

/** Writes a new tale. `input` is a TaleInput, or anything that wants to be one: all that is wrong with it comes back by field. */
export async function createTale<Row = SavedTale>(
  db: Db,
  input: unknown,
  { editor, judge, read, beside, textLater = false }: Writing<Row> = {},
): Promise<CreateOutcome<Row>> {
  return transact(db, async (trx) => {
    const checked = await checkNewTale(trx, input);
    if ('problems' in checked) return { outcome: 'invalid', problems: checked.problems };
    const { columns, author, authorId, categoryId, contentChanged } = checked;
    const refusal = await findRefusal(trx, { judge, given: columns });
    if (refusal !== undefined) return { outcome: 'invalid', problems: refusal };
    const tagIds = (checked.tagIds ?? []).filter((tag) => tag !== categoryId);
    const claimed = await (checked.slug === undefined
      ? claimLike(trx, columns.title, { tagIds, textLater })
      : claimForNew(trx, checked.slug, { tagIds, textLater }));
    if (claimed === undefined) return slugInUse();
    const ids = { author_id: authorId ?? (await addAuthor(trx, author)), category_id: categoryId, edited_by: editor ?? null };
    const row = trx.insertInto('tales').values({ ...columns, ...datesOf(columns), ...claimed, ...ids, author });
    const { title, status = 'draft' } = columns;
    const parts = beside === undefined ? [] : [beside({ id: claimed.id, title, status, was: undefined })];
    const tale = await writeAndRead(trx, row.returningAll(), { read, parts });
    await keepUses(trx, claimed.id, { cover: columns.cover_image, content: columns.content }, false);
    return { outcome: 'saved', tale, contentChanged };
  });
}

/**
 * Writes those fields of a tale that are given. `version` is the one that the changes were made to; when the tale has moved on
 * since, nothing is written and the outcome names the version it has now. `any`: whatever it has. What the tale was is kept.
 */
export async function updateTale<Row = SavedTale>(
  db: Db,
  id: string,
  version: number | 'any',
  input: unknown,
  { editor, judge, read, beside, textLater = false }: Writing<Row> = {},
): Promise<UpdateOutcome<Row>> {
  return transact(db, async (trx) => {
    const old = await lockTale(trx, id, textLater);
    if (old === undefined) return { outcome: 'missing' };
    if (version !== 'any' && old.version !== version) return { outcome: 'conflict', version: old.version };
    const checked = await checkChange(trx, input, id);
    if ('problems' in checked) return { outcome: 'invalid', problems: checked.problems };
    const { columns, contentChanged, categoryId = old.category_id } = checked;
    const refusal = await findRefusal(trx, { judge, given: columns, old });
    if (refusal !== undefined) return { outcome: 'invalid', problems: refusal };
    const slug = await changeSlug(trx, old, checked.slug, columns.title);
    if (slug === undefined) return slugInUse();
    // Before anything is counted: whoever counts keeps others waiting, and must not wait for a name himself.
    const authorId = checked.author === undefined ? old.author_id : (checked.authorId ?? (await addAuthor(trx, checked.author)));
    const isRetagged = checked.tagIds !== undefined || categoryId !== old.category_id;
    if (isRetagged) {
      await sql`with ${keptRevision(id)} select`.execute(trx);
      await replaceTags(trx, id, categoryId, checked.tagIds);
    }
    const row = trx
      .updateTable('tales')
      .set({
        ...columns,
        ...datesOf(columns, old),
        ...{ slug, author_id: authorId, category_id: categoryId, edited_by: editor ?? null },
        version: old.version + 1,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id);
    const { title = old.title, status = old.status } = columns;
    const parts = beside === undefined ? [] : [beside({ id, title, status, was: old.status })];
    if (!isRetagged) parts.push(keptRevision(id));
    const tale = await writeAndRead(trx, row.returningAll(), { read, parts });
    await keepUses(trx, id, { cover: columns.cover_image, content: columns.content }, old.has_pictures);
    if (authorId !== old.author_id) await removeUnusedAuthors(trx, [old.author_id]);
    return { outcome: 'saved', tale, contentChanged };
  });
}

/**
 * Deletes a tale for good; its addresses stay taken, and answer that it is gone. An author who was only typed into it goes too. False when
 * there was none.
 */
export async function deleteTale(db: Db, id: string): Promise<boolean> {
  return transact(db, async (trx) => {
    const rows = await trx.deleteFrom('tales').where('id', '=', id).returning('author_id').execute();
    await removeUnusedAuthors(
      trx,
      rows.map(({ author_id }) => author_id),
    );
    return rows.length > 0;
  });
}

const SAVED = sql<SavedTale>`select id, slug, version from t`;

/** `parts`: what else is done by the statement, which sees the tale as it was. */
async function writeAndRead<Row>(
  trx: Trx,
  write: OperationNodeSource,
  { read, parts }: { read: RawBuilder<Row> | undefined; parts: RawBuilder<unknown>[] },
): Promise<Row> {
  const all = sql.join([...parts, sql`t as (${write})`]);
  const { rows } = await sql<Row>`with ${all} ${read ?? SAVED} ${keptPlan}`.execute(trx);
  return rows[0] as Row;
}

function slugInUse(): Invalid {
  return { outcome: 'invalid', problems: { slug: [SLUG_IN_USE] } };
}

type OldTale = SavedTale & {
  title: string;
  author_id: number;
  category_id: number;
  status: string;
  publish_date: Date;
  is_dated: boolean;
  has_pictures: boolean;
};

/** Two that change the same tale wait for each other here. One in the bin cannot be changed. */
async function lockTale(trx: Trx, id: string, textLater: boolean): Promise<OldTale | undefined> {
  const hasPictures = sql<boolean>`exists (select from media_uses where tale_id = tales.id)`.as('has_pictures');
  return trx
    .selectFrom('tales')
    .select(['id', 'slug', 'version', 'title', 'author_id', 'category_id', 'status', 'publish_date', 'is_dated', hasPictures])
    .select(textsRead(textLater).as('texts'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .modifyEnd(keptPlan)
    .executeTakeFirst();
}

/** Without `tagIds` the tags stay, save that the tale's own category is none of them. */
async function replaceTags(trx: Trx, id: string, categoryId: number, tagIds: number[] | undefined): Promise<void> {
  const rows = await trx.selectFrom('tale_categories').select('category_id').where('tale_id', '=', id).execute();
  const old = rows.map((row) => row.category_id);
  const gone = old.filter((tag) => tag === categoryId || (tagIds !== undefined && !tagIds.includes(tag)));
  const added = (tagIds ?? []).filter((tag) => tag !== categoryId && !old.includes(tag));
  if (gone.length > 0) {
    await tellThatTaleFollows(trx);
    await trx.deleteFrom('tale_categories').where('tale_id', '=', id).where('category_id', 'in', gone).execute();
  }
  if (added.length > 0) await tellThatTaleFollows(trx);
  await addTags(trx, id, added);
}

/** The trigger of the next statement need not write the tale: that is done right after. */
async function tellThatTaleFollows(trx: Trx): Promise<void> {
  await sql`select set_config('talewood.tale_follows', 'yes', true)`.execute(trx);
}

async function addTags(trx: Trx, id: string, tagIds: number[]): Promise<void> {
  if (tagIds.length === 0) return;
  await trx
    .insertInto('tale_categories')
    .values(tagIds.map((tag) => ({ tale_id: id, category_id: tag })))
    .execute();
}
