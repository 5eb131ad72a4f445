/** Creates, updates and deletes tales, for editors, importers and the starter library. */
import { type OperationNodeSource, type RawBuilder, sql, type Transaction } from 'kysely';
import { recordUses } from '#src/features/media/media.ts';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import {
  checkChange,
  checkNewTale,
  checkPublishing,
  type PublishCheck,
  publishDates,
  SLUG_IN_USE,
  type TaleProblems,
} from './check-tale.ts';
import { creditNamesSql, creditRows, insertCredits, namesIn, replaceCredits } from './credits.ts';
import { CREDIT_NAMES, FIELD_NAMES } from './field-values.ts';
import { type FieldName, taleFields } from './fields.ts';
import { addUnknown } from './tale-references.ts';
import { changeSlug, claimSlugForNew, claimSlugFromTitle, setTextIndexing } from './tale-slugs.ts';
import { listPeople, removeUnusedAuthors } from './trash.ts';

/** `version` increases with every change; an update must name the version it is based on. */
export type SavedTale = { id: string; slug: string; version: number };
/** `contentChanged`: the sanitizer removed something. */
type Saved<Row> = { outcome: 'saved'; tale: Row; contentChanged: boolean };
type Invalid = { outcome: 'invalid'; problems: TaleProblems };
export type CreateOutcome<Row = SavedTale> = Saved<Row> | Invalid;
type UpdateOutcome<Row = SavedTale> = CreateOutcome<Row> | { outcome: 'conflict'; version: number } | { outcome: 'missing' };

/** Importers pass no editor and no publish check. */
export type SaveOptions<Row = SavedTale> = {
  /** User id. */
  editor?: string;
  /** Id of the user who suggested the change, for updates. */
  suggestedBy?: string | null;
  /** Called when the tale is to be published. */
  judge?: PublishCheck;
  /** Selects what is returned from the saved row `t`; by default a SavedTale. */
  read?: RawBuilder<Row>;
  /** A common table expression to run in the same statement. */
  beside?: (tale: WrittenTale) => RawBuilder<unknown>;
  /** Indexes the text for search in a job (readTexts in search), to answer faster. */
  textLater?: boolean;
};

/** `was`: the previous status, undefined for a new tale. */
export type WrittenTale = { id: string; title: string; status: string; was: string | undefined };

type Trx = Transaction<Database>;

/** Validates and saves a new tale. `input` is an unchecked TaleInput; all problems are returned by field. */
export async function createTale<Row = SavedTale>(
  db: Db,
  input: unknown,
  { editor, judge, read, beside, textLater = false }: SaveOptions<Row> = {},
): Promise<CreateOutcome<Row>> {
  return transact(db, async (trx) => {
    const checked = await checkNewTale(trx, input);
    if ('problems' in checked) return { outcome: 'invalid', problems: checked.problems };
    const { columns, author, credits, categoryId, contentChanged } = checked;
    const refusal = await checkPublishing(trx, { judge, given: columns });
    if (refusal !== undefined) return { outcome: 'invalid', problems: refusal };
    const tagIds = (checked.tagIds ?? []).filter((tag) => tag !== categoryId);
    const claimed = await (checked.slug === undefined
      ? claimSlugFromTitle(trx, columns.title, { tagIds, textLater })
      : claimSlugForNew(trx, checked.slug, { tagIds, textLater }));
    if (claimed === undefined) return slugInUse();
    const people = await addUnknown(trx, [author, ...namesIn(credits)], checked.people);
    await insertCredits(trx, creditRows(claimed.id, credits, people));
    const ids = { author_id: people.get(author) as number, category_id: categoryId, edited_by: editor ?? null };
    const row = trx.insertInto('tales').values({ ...columns, ...publishDates(columns), ...claimed, ...ids, author });
    const { title, status = 'draft' } = columns;
    const parts = beside === undefined ? [] : [beside({ id: claimed.id, title, status, was: undefined })];
    const tale = await writeAndRead(trx, row.returningAll(), { read, parts });
    await recordUses(trx, claimed.id, { cover: columns.cover_image, content: columns.content }, false);
    return { outcome: 'saved', tale, contentChanged };
  });
}

/**
 * Updates the given fields and stores the previous revision. If `version` is not the current one, nothing is saved and the outcome has the
 * current version; 'any' skips this check.
 */
export async function updateTale<Row = SavedTale>(
  db: Db,
  id: string,
  version: number | 'any',
  input: unknown,
  { editor, suggestedBy = null, judge, read, beside, textLater = false }: SaveOptions<Row> = {},
): Promise<UpdateOutcome<Row>> {
  return transact(db, async (trx) => {
    const old = await lockTale(trx, id, textLater);
    if (old === undefined) return { outcome: 'missing' };
    if (version !== 'any' && old.version !== version) return { outcome: 'conflict', version: old.version };
    const checked = await checkChange(trx, input, id);
    if ('problems' in checked) return { outcome: 'invalid', problems: checked.problems };
    const { columns, contentChanged, categoryId = old.category_id } = checked;
    const refusal = await checkPublishing(trx, { judge, given: columns, old });
    if (refusal !== undefined) return { outcome: 'invalid', problems: refusal };
    const slug = await changeSlug(trx, old, checked.slug, columns.title);
    if (slug === undefined) return slugInUse();
    // Before counts are locked, so that others do not wait for this insert as well.
    const { author = old.author, credits } = checked;
    const people = await addUnknown(trx, [...(checked.author === undefined ? [] : [author]), ...namesIn(credits)], checked.people);
    const authorId = checked.author === undefined ? old.author_id : (people.get(author) as number);
    const isRetagged = checked.tagIds !== undefined || categoryId !== old.category_id;
    const roles = CREDIT_NAMES.filter((name) => credits[name] !== undefined).map((name) => taleFields[name].role);
    if (isRetagged || roles.length > 0) await sql`with ${insertRevision(id)} select`.execute(trx);
    if (isRetagged) await replaceTags(trx, id, categoryId, checked.tagIds);
    const uncredited = await replaceCredits(trx, id, roles, creditRows(id, credits, people));
    const row = trx
      .updateTable('tales')
      .set({
        ...columns,
        ...publishDates(columns, old),
        ...{ slug, author_id: authorId, category_id: categoryId, edited_by: editor ?? null, suggested_by: suggestedBy },
        version: old.version + 1,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id);
    const { title = old.title, status = old.status } = columns;
    const parts = beside === undefined ? [] : [beside({ id, title, status, was: old.status })];
    if (!isRetagged && roles.length === 0) parts.push(insertRevision(id));
    const tale = await writeAndRead(trx, row.returningAll(), { read, parts });
    await recordUses(trx, id, { cover: columns.cover_image, content: columns.content }, old.has_pictures);
    await removeUnusedAuthors(trx, [...(authorId === old.author_id ? [] : [old.author_id]), ...uncredited]);
    return { outcome: 'saved', tale, contentChanged };
  });
}

/**
 * Deletes a tale permanently. Its slugs stay taken and answer 410. Deletes its author and credited people too if created with it. False if
 * the tale does not exist.
 */
export async function deleteTale(db: Db, id: string): Promise<boolean> {
  return transact(db, async (trx) => {
    const people = await listPeople(trx, [id]);
    const { numDeletedRows } = await trx.deleteFrom('tales').where('id', '=', id).executeTakeFirstOrThrow();
    await removeUnusedAuthors(trx, people);
    return numDeletedRows > 0n;
  });
}

const SAVED = sql<SavedTale>`select id, slug, version from t`;

/** `parts`: further common table expressions, which see the tale as it was before. */
async function writeAndRead<Row>(
  trx: Trx,
  write: OperationNodeSource,
  { read, parts }: { read: RawBuilder<Row> | undefined; parts: RawBuilder<unknown>[] },
): Promise<Row> {
  const all = sql.join([...parts, sql`t as (${write})`]);
  const { rows } = await sql<Row>`with ${all} ${read ?? SAVED} ${preparedStatement}`.execute(trx);
  return rows[0] as Row;
}

function slugInUse(): Invalid {
  return { outcome: 'invalid', problems: { slug: [SLUG_IN_USE] } };
}

type OldTale = SavedTale & {
  title: string;
  author: string;
  author_id: number;
  category_id: number;
  status: string;
  publish_date: Date;
  publish_date_is_manual: boolean;
  has_pictures: boolean;
};

/** Locks the tale against concurrent changes. Undefined for tales in the trash. */
async function lockTale(trx: Trx, id: string, textLater: boolean): Promise<OldTale | undefined> {
  const hasPictures = sql<boolean>`exists (select from media_uses where tale_id = tales.id)`.as('has_pictures');
  return trx
    .selectFrom('tales')
    .select([
      'id',
      'slug',
      'version',
      'title',
      'author',
      'author_id',
      'category_id',
      'status',
      'publish_date',
      'publish_date_is_manual',
      hasPictures,
    ])
    .select(setTextIndexing(textLater).as('texts'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .modifyEnd(preparedStatement)
    .executeTakeFirst();
}

/** Without `tagIds` only removes the tale's own category from its tags. */
async function replaceTags(trx: Trx, id: string, categoryId: number, tagIds: number[] | undefined): Promise<void> {
  const rows = await trx.selectFrom('tale_categories').select('category_id').where('tale_id', '=', id).execute();
  const old = rows.map((row) => row.category_id);
  const removed = old.filter((tag) => tag === categoryId || (tagIds !== undefined && !tagIds.includes(tag)));
  const added = (tagIds ?? []).filter((tag) => tag !== categoryId && !old.includes(tag));
  if (removed.length > 0) {
    await announceTaleUpdate(trx);
    await trx.deleteFrom('tale_categories').where('tale_id', '=', id).where('category_id', 'in', removed).execute();
  }
  if (added.length > 0) await announceTaleUpdate(trx);
  await addTags(trx, id, added);
}

/** Tells the trigger of the next statement that the tale is updated right after. */
async function announceTaleUpdate(trx: Trx): Promise<void> {
  await sql`select set_config('talewood.tale_follows', 'yes', true)`.execute(trx);
}

async function addTags(trx: Trx, id: string, tagIds: number[]): Promise<void> {
  if (tagIds.length === 0) return;
  await trx
    .insertInto('tale_categories')
    .values(tagIds.map((tag) => ({ tale_id: id, category_id: tag })))
    .execute();
}

const MAX_REVISIONS = 200;

/** Names and values of all fields except the text, which has its own column. */
const FIELDS = sql.raw(
  FIELD_NAMES.filter((name) => name !== 'content')
    .map((name) => `'${name}', ${revisionValue(name)}`)
    .join(', '),
);

function revisionValue(name: FieldName): string {
  if (name === 'category') return 'c.slug';
  if (taleFields[name].kind === 'people') return creditNamesSql(name);
  if (name === 'tags')
    return `coalesce((select jsonb_agg(tag.slug order by tag.position)
      from tale_categories tc join categories tag on tag.id = tc.category_id where tc.tale_id = t.id), '[]')`;
  if (taleFields[name].kind === 'date') return `to_char(t.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return `t.${name}`;
}

/**
 * Common table expressions that store a tale as it was before the statement, which may change it, and delete revisions beyond the newest
 * 200. The row must be locked. Fields have the names of the API of editors.
 */
function insertRevision(id: string): RawBuilder<unknown> {
  return sql`
    revision as (
      insert into tale_revisions (tale_id, version, saved_at, edited_by, suggested_by, title, status, words, content, fields)
      select t.id, t.version, t.updated_at, t.edited_by, t.suggested_by, t.title, t.status, t.words, t.content, jsonb_build_object(${FIELDS})
      from tales t join categories c on c.id = t.category_id where t.id = ${id}::uuid
      on conflict (tale_id, version) do nothing
    ), trimmed as (
      delete from tale_revisions r using tales t
      where t.id = ${id}::uuid and r.tale_id = t.id and r.version <= t.version - ${MAX_REVISIONS}::integer
    )`;
}
