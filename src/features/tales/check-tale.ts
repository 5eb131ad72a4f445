import type { Transaction } from 'kysely';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { CLEANER_VERSION, cleanHtml, countWords, htmlToText } from './content.ts';
import { ProblemList, TaleInput, type TaleProblems, type TaleValues } from './tale-input.ts';
import { findSlugOwner } from './tale-slugs.ts';

type Trx = Transaction<Database>;
type ContentColumns = { content: string; content_source: string; content_text: string; cleaner_version: number; words: number };
type PlainValues = Omit<TaleValues, 'author' | 'category' | 'tags' | 'slug' | 'content'>;

/** A tale that may be written. What was not given is not there, so that an update leaves it as it is. */
export type CheckedTale = {
  author: string;
  slug: string | undefined;
  columns: PlainValues & Partial<ContentColumns> & { category_id: number };
  tagIds: number[] | undefined;
  /** Something was taken out of the text. */
  contentChanged: boolean;
};

export const SLUG_IN_USE = 'This address is in use by another tale';

/** Checks what wants to be the tale `id`, or a new one. All that is wrong comes back together. */
export async function checkTale(trx: Trx, input: unknown, id?: string): Promise<CheckedTale | { problems: TaleProblems }> {
  const parsed = TaleInput.safeParse(input);
  const problems = new ProblemList();
  if (!parsed.success) problems.addIssues(parsed.error.issues);
  const categories = await readCategories(trx);
  const given = readGiven(input);
  if (given.category !== undefined && !problems.has('category') && !categories.has(given.category)) {
    problems.add('category', 'There is no such category');
  }
  for (const tag of given.tags) if (!categories.has(tag)) problems.add('tags', `There is no category ${tag}`);
  if (given.slug !== undefined && !problems.has('slug')) {
    const owner = await findSlugOwner(trx, given.slug);
    if (owner !== undefined && owner !== id) problems.add('slug', SLUG_IN_USE);
  }
  const text = given.content === undefined || problems.has('content') ? undefined : toContent(given.content);
  if (text?.isTooDeep) problems.add('content', 'The elements of the text are nested too deeply');
  if (!parsed.success || !problems.isEmpty) return { problems: problems.toObject() };
  const { author, category, tags, slug, content: _, ...plain } = parsed.data;
  const idOf = (name: string) => categories.get(name) as number;
  const tagIds = tags === undefined ? undefined : [...new Set(tags)].filter((tag) => tag !== category).map(idOf);
  return {
    author,
    slug,
    tagIds,
    columns: { ...plain, ...text?.columns, category_id: idOf(category) },
    contentChanged: text?.changed ?? false,
  };
}

/** What can be looked at even where other fields are wrong. */
function readGiven(input: unknown): { category?: string; slug?: string; content?: string; tags: string[] } {
  const { category, slug, content, tags } = TaleInput.shape;
  const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const read = <Value>(schema: { safeParse(value: unknown): { data?: Value } }, name: string) => schema.safeParse(fields[name]).data;
  const given = { category: read(category, 'category'), slug: read(slug, 'slug'), content: read(content, 'content') };
  return { ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)), tags: read(tags, 'tags') ?? [] };
}

function toContent(source: string): { columns: ContentColumns; changed: boolean; isTooDeep: boolean } {
  const { html, changed, isTooDeep } = cleanHtml(source);
  const text = htmlToText(html);
  const columns = { content: html, content_source: source, content_text: text, cleaner_version: CLEANER_VERSION, words: countWords(text) };
  return { columns, changed, isTooDeep };
}

async function readCategories(trx: Trx): Promise<ReadonlyMap<string, number>> {
  const rows = await trx.selectFrom('categories').select(['slug', 'id']).execute();
  return new Map(rows.map((row) => [row.slug, row.id]));
}
