import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { isBroken } from '#src/platform/text.ts';
import { CLEANER_VERSION, cleanHtml } from './content.ts';
import { countWords, htmlToText } from './plain-text.ts';
import { ProblemList, TaleInput, type TaleProblems, type TaleValues } from './tale-input.ts';
import { findAuthorIds, findNames, type Names } from './tale-names.ts';
import { findSlugOwner, listTakenSlugs } from './tale-slugs.ts';

const TaleChange = TaleInput.partial();

type Trx = Transaction<Database>;
type TaleChange = z.output<typeof TaleChange>;
type ContentColumns = { content: string; content_source: string; content_text: string; cleaner_version: number; words: number };
type Named = 'author' | 'category' | 'tags' | 'slug' | 'content';

/** What may be written. What was not given is not there, so that an update leaves it as it is. */
export type CheckedTale<Values extends TaleChange> = {
  columns: Omit<Values, Named> & Partial<ContentColumns>;
  author: Values['author'];
  /** Undefined for a name that nobody ever had, too. */
  authorId: number | undefined;
  categoryId: Values['category'] extends string ? number : number | undefined;
  tagIds: number[] | undefined;
  slug: string | undefined;
  /** Something was taken out of the text. */
  contentChanged: boolean;
};

export const SLUG_IN_USE = 'This address is in use by another tale';

/** Checks what wants to be a new tale. All that is wrong comes back together. */
export function checkNewTale(trx: Trx, input: unknown): Promise<CheckedTale<TaleValues> | { problems: TaleProblems }> {
  return check(trx, TaleInput, input);
}

/** The same of fields that are to change in the tale `id`. */
export function checkChange(trx: Trx, input: unknown, id: string): Promise<CheckedTale<TaleChange> | { problems: TaleProblems }> {
  return check(trx, TaleChange, input, id);
}

/** A tale that wants to be written, as far as it can be read without the database: parsed, and its text cleaned. */
export type ReadTale<Values extends TaleChange = TaleValues> = {
  parsed: z.ZodSafeParseResult<Values>;
  given: Given;
  text: ReturnType<typeof contentColumns> | undefined;
};

/** The dearer half of checking a new tale: to be done before a transaction begins. */
export function readNewTale(input: unknown): ReadTale {
  return read(TaleInput, input);
}

/** The other half, of many new tales at once: with one look at the names and one at the addresses. */
export async function checkNewTales(
  trx: Trx,
  tales: readonly ReadTale[],
): Promise<(CheckedTale<TaleValues> | { problems: TaleProblems })[]> {
  const authors = [...new Set(tales.flatMap(({ parsed }) => parsed.data?.author ?? []))];
  const ids = await findAuthorIds(trx, authors);
  const { categories } = await findNames(trx, {
    author: undefined,
    categories: [...new Set(tales.flatMap(({ given }) => namedIn(given)))],
  });
  const taken = await listTakenSlugs(
    trx,
    tales.flatMap(({ given }) => given.slug ?? []),
  );
  return tales.map((tale) => {
    const { parsed, given } = tale;
    const author = parsed.data === undefined ? undefined : ids.get(parsed.data.author);
    return decide(tale, { names: { author, categories }, isTaken: given.slug !== undefined && taken.has(given.slug) });
  });
}

async function check<Values extends TaleChange>(
  trx: Trx,
  schema: z.ZodType<Values>,
  input: unknown,
  id?: string,
): Promise<CheckedTale<Values> | { problems: TaleProblems }> {
  const tale = read(schema, input);
  const { parsed, given } = tale;
  const names = await findNames(trx, { author: parsed.data?.author, categories: namedIn(given) });
  const owner = given.slug === undefined ? undefined : await findSlugOwner(trx, given.slug);
  return decide(tale, { names, isTaken: owner !== undefined && owner !== id });
}

function read<Values extends TaleChange>(schema: z.ZodType<Values>, input: unknown): ReadTale<Values> {
  const parsed = schema.safeParse(input);
  const given = parsed.success ? givenOf(parsed.data) : readGiven(input);
  return { parsed, given, text: given.content === undefined ? undefined : contentColumns(given.content) };
}

function namedIn({ category, tags }: Given): string[] {
  return [...(category === undefined ? [] : [category]), ...tags].filter((name) => !isBroken(name));
}

/** `isTaken`: the address that is wanted belongs to another tale. */
function decide<Values extends TaleChange>(
  { parsed, given, text }: ReadTale<Values>,
  { names, isTaken }: { names: Names; isTaken: boolean },
): CheckedTale<Values> | { problems: TaleProblems } {
  const problems = new ProblemList();
  if (!parsed.success) problems.addIssues(parsed.error.issues);
  if (given.category !== undefined && !problems.has('category') && !names.categories.has(given.category)) {
    problems.add('category', 'There is no such category');
  }
  for (const tag of given.tags) if (!names.categories.has(tag)) problems.add('tags', `There is no category ${tag}`);
  if (isTaken && !problems.has('slug')) problems.add('slug', SLUG_IN_USE);
  if (text?.isTooDeep) problems.add('content', 'The elements of the text are nested too deeply');
  if (!parsed.success || !problems.isEmpty) return { problems: problems.toObject() };
  const { author, category, tags, slug, content: _, ...plain } = parsed.data;
  const idOf = (name: string) => names.categories.get(name) as number;
  return {
    ...{ author, authorId: names.author, slug },
    categoryId: (category === undefined ? undefined : idOf(category)) as CheckedTale<Values>['categoryId'],
    // Two old slugs may lead to the same category.
    tagIds: tags === undefined ? undefined : [...new Set(tags.map(idOf))],
    columns: { ...plain, ...text?.columns },
    contentChanged: text?.changed ?? false,
  };
}

type Given = { category?: string; slug?: string; content?: string; tags: string[] };

/** What can be looked at even where other fields are wrong. */
function readGiven(input: unknown): Given {
  const { category, slug, content, tags } = TaleInput.shape;
  const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const read = <Value>(schema: { safeParse(value: unknown): { data?: Value } }, name: string) => schema.safeParse(fields[name]).data;
  const given = { category: read(category, 'category'), slug: read(slug, 'slug'), content: read(content, 'content') };
  return givenOf({ ...given, tags: read(tags, 'tags') });
}

function givenOf({ category, slug, content, tags = [] }: Pick<TaleChange, 'category' | 'slug' | 'content' | 'tags'>): Given {
  const named = {
    ...(category !== undefined && { category }),
    ...(slug !== undefined && { slug }),
    ...(content !== undefined && { content }),
  };
  return { ...named, tags };
}

/** What is kept of a text as it was sent. `isTooDeep`: nothing of it could be read. */
export function contentColumns(source: string): { columns: ContentColumns; changed: boolean; isTooDeep: boolean } {
  const { html, changed, isTooDeep } = cleanHtml(source);
  const text = htmlToText(html);
  const kept = { content: html, content_source: source === html ? '' : source, content_text: text };
  const columns = { ...kept, cleaner_version: CLEANER_VERSION, words: countWords(text) };
  return { columns, changed, isTooDeep };
}
