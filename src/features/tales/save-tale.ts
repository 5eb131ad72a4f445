/** The one way a tale is written: by editors, importers and the starter library alike. */
import { type Insertable, sql, type Transaction } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Database, TalesTable } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { CLEANER_VERSION, cleanHtml, countWords, htmlToText } from './content.ts';
import { getAuthorId } from './tale-author.ts';
import { addProblem, problemsOf, TaleInput, type TaleProblems, type TaleValues } from './tale-input.ts';
import { claimSlug, claimSlugLike, findSlugOwner } from './tale-slugs.ts';

/** `version` goes up by one with every change; an update must name the one it was made from. */
export type SavedTale = { id: string; slug: string; version: number };
type Saved = { outcome: 'saved'; tale: SavedTale /** Something was taken out of the text. */; contentChanged: boolean };
type Invalid = { outcome: 'invalid'; problems: TaleProblems };
export type CreateOutcome = Saved | Invalid;
export type UpdateOutcome = Saved | Invalid | { outcome: 'conflict'; version: number } | { outcome: 'missing' };

type Trx = Transaction<Database>;
type Categories = ReadonlyMap<string, number>;
type Checked = { values: TaleValues; categoryId: number; tagIds: number[] };

/** Writes a new tale. `input` is a TaleInput, or anything that wants to be one: all that is wrong with it comes back by field. */
export async function createTale(db: Db, input: unknown): Promise<CreateOutcome> {
  return transact(db, async (trx) => {
    const checked = await checkInput(trx, input, undefined);
    if ('problems' in checked) return { outcome: 'invalid', problems: checked.problems };
    const { values } = checked;
    const claimed = values.slug === undefined ? await claimSlugLike(trx, values.title) : await claimSlug(trx, values.slug);
    if (claimed === undefined) return slugInUse();
    const { columns, contentChanged } = await toColumns(trx, checked);
    const tale = await trx
      .insertInto('tales')
      .values({ ...columns, author: values.author, id: claimed.id, slug: claimed.slug })
      .returning(['id', 'slug', 'version'])
      .executeTakeFirstOrThrow();
    await replaceTags(trx, tale.id, checked.tagIds);
    return { outcome: 'saved', tale, contentChanged };
  });
}

/** Writes a tale anew. `version` is the one the changes were made to; when the tale has moved on, nothing is written. */
export async function updateTale(db: Db, id: string, version: number, input: unknown): Promise<UpdateOutcome> {
  return transact(db, async (trx) => {
    const old = await trx
      .selectFrom('tales')
      .select(['slug', 'version'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (old === undefined) return { outcome: 'missing' };
    if (old.version !== version) return { outcome: 'conflict', version: old.version };
    const checked = await checkInput(trx, input, id);
    if ('problems' in checked) return { outcome: 'invalid', problems: checked.problems };
    const slug = checked.values.slug ?? old.slug;
    if (slug !== old.slug && !(await claimSlug(trx, slug, id))) return slugInUse();
    const { columns, contentChanged } = await toColumns(trx, checked);
    if (checked.values.tags !== undefined) await replaceTags(trx, id, checked.tagIds);
    const tale = await trx
      .updateTable('tales')
      .set({ ...columns, slug, version: version + 1, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .returning(['id', 'slug', 'version'])
      .executeTakeFirstOrThrow();
    return { outcome: 'saved', tale, contentChanged };
  });
}

/** Deletes a tale for good; its addresses stay taken, and answer that it is gone. False when there was none. */
export async function deleteTale(db: Db, id: string): Promise<boolean> {
  return transact(db, async (trx) => {
    const deleted = await trx.deleteFrom('tales').where('id', '=', id).returning('slug').executeTakeFirst();
    return deleted !== undefined;
  });
}

async function checkInput(trx: Trx, input: unknown, id: string | undefined): Promise<Checked | { problems: TaleProblems }> {
  const parsed = TaleInput.safeParse(input);
  const problems = parsed.success ? {} : problemsOf(parsed.error);
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const categories = await readCategories(trx);
  if (problems.category === undefined && !categories.has(String(given.category).trim())) {
    addProblem(problems, 'category', 'There is no such category');
  }
  if (problems.tags === undefined) {
    for (const tag of (given.tags ?? []) as string[]) if (!categories.has(tag)) addProblem(problems, 'tags', `There is no category ${tag}`);
  }
  if (problems.slug === undefined && given.slug !== undefined) {
    const owner = await findSlugOwner(trx, String(given.slug));
    if (owner !== undefined && owner !== id) addProblem(problems, 'slug', SLUG_IN_USE);
  }
  if (!parsed.success || Object.keys(problems).length > 0) return { problems };
  const idOf = (slug: string) => categories.get(slug) as number;
  const { category, tags = [] } = parsed.data;
  return { values: parsed.data, categoryId: idOf(category), tagIds: [...new Set(tags)].filter((tag) => tag !== category).map(idOf) };
}

const SLUG_IN_USE = 'This address is in use by another tale';

function slugInUse(): Invalid {
  return { outcome: 'invalid', problems: { slug: [SLUG_IN_USE] } };
}

async function readCategories(trx: Trx): Promise<Categories> {
  const rows = await trx.selectFrom('categories').select(['slug', 'id']).execute();
  return new Map(rows.map((row) => [row.slug, row.id]));
}

/** The columns that the values fill; the author is made when nobody of that name is known. */
async function toColumns(trx: Trx, { values, categoryId }: Checked) {
  const { author, category: _category, tags: _tags, slug: _slug, content, ...plain } = values;
  const text = content === undefined ? undefined : toContentColumns(content);
  const columns = { ...plain, ...text?.columns, author_id: await getAuthorId(trx, author), category_id: categoryId };
  return { columns: columns satisfies Partial<Insertable<TalesTable>>, contentChanged: text?.changed ?? false };
}

function toContentColumns(source: string) {
  const { html, changed } = cleanHtml(source);
  const text = htmlToText(html);
  const columns = { content: html, content_source: source, content_text: text, cleaner_version: CLEANER_VERSION, words: countWords(text) };
  return { columns, changed };
}

async function replaceTags(trx: Trx, id: string, tagIds: number[]): Promise<void> {
  const rows = await trx.selectFrom('tale_categories').select('category_id').where('tale_id', '=', id).execute();
  const old = rows.map((row) => row.category_id);
  const gone = old.filter((tag) => !tagIds.includes(tag));
  const added = tagIds.filter((tag) => !old.includes(tag));
  if (gone.length > 0) await trx.deleteFrom('tale_categories').where('tale_id', '=', id).where('category_id', 'in', gone).execute();
  if (added.length > 0)
    await trx
      .insertInto('tale_categories')
      .values(added.map((category_id) => ({ tale_id: id, category_id })))
      .execute();
}
