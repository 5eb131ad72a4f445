/** Validates tales before they are saved: fields, references, and the rules for publishing. */

import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { countWords, htmlToText } from '#src/features/tale-html/plain-text.ts';
import { SANITIZER_VERSION, sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { hasLoneSurrogate } from '#src/platform/text.ts';
import { type GivenCredits, namesIn } from './credits.ts';
import { type CreditName, defaultOf, definitionOf, FIELD_NAMES, type FieldValue, type PublishFieldName } from './field-values.ts';
import { findNames, type Names } from './tale-references.ts';
import { TaleInput, type TaleValues } from './tale-schemas.ts';
import { findSlugOwner, listTakenSlugs } from './tale-slugs.ts';

/** Fields that publish rules check. */
const PUBLISH_NAMES = FIELD_NAMES.filter(
  (name) =>
    definitionOf(name).requiredToPublish !== undefined || FIELD_NAMES.some((other) => definitionOf(other).publishAlternative === name),
) as PublishFieldName[];

const TaleChange = TaleInput.partial();

type Trx = Transaction<Database>;
type TaleChange = z.output<typeof TaleChange>;
type ContentColumns = { content: string; content_source: string; content_text: string; sanitizer_version: number; words: number };
type Named = 'author' | 'category' | 'tags' | 'slug' | 'content' | CreditName;

/** Valid values to save. Fields that were not given are absent, so that an update keeps them. */
export type CheckedTale<Values extends TaleChange> = {
  columns: Omit<Values, Named> & Partial<ContentColumns>;
  author: Values['author'];
  credits: GivenCredits;
  /** Ids of the author and the credited people by name, without new ones; of all tales that are checked together. */
  people: ReadonlyMap<string, number>;
  categoryId: Values['category'] extends string ? number : number | undefined;
  tagIds: number[] | undefined;
  slug: string | undefined;
  /** The sanitizer removed something. */
  contentChanged: boolean;
};

export const SLUG_IN_USE = 'Another tale has this address';

/** Validates a new tale and returns all problems at once. */
export function checkNewTale(trx: Trx, input: unknown): Promise<CheckedTale<TaleValues> | { problems: TaleProblems }> {
  return check(trx, TaleInput, input);
}

/** Validates changed fields of the tale `id`. */
export function checkChange(trx: Trx, input: unknown, id: string): Promise<CheckedTale<TaleChange> | { problems: TaleProblems }> {
  return check(trx, TaleChange, input, id);
}

/** A tale after the checks that need no database: parsed and sanitized. */
export type ReadTale<Values extends TaleChange = TaleValues> = {
  parsed: z.ZodSafeParseResult<Values>;
  given: Given;
  text: ReturnType<typeof contentColumns> | undefined;
};

/** The expensive half of checking a new tale: call it before starting a transaction. */
export function readNewTale(input: unknown): ReadTale {
  return read(TaleInput, input);
}

/** The other half, for many new tales with few queries. */
export async function checkNewTales(
  trx: Trx,
  tales: readonly ReadTale[],
): Promise<(CheckedTale<TaleValues> | { problems: TaleProblems })[]> {
  const names = await findNames(trx, {
    people: [...new Set(tales.flatMap(({ parsed }) => peopleIn(parsed.data)))],
    categories: [...new Set(tales.flatMap(({ given }) => namedIn(given)))],
  });
  const taken = await listTakenSlugs(
    trx,
    tales.flatMap(({ given }) => given.slug ?? []),
  );
  return tales.map((tale) => decide(tale, { names, isTaken: tale.given.slug !== undefined && taken.has(tale.given.slug) }));
}

async function check<Values extends TaleChange>(
  trx: Trx,
  schema: z.ZodType<Values>,
  input: unknown,
  id?: string,
): Promise<CheckedTale<Values> | { problems: TaleProblems }> {
  const tale = read(schema, input);
  const { parsed, given } = tale;
  const names = await findNames(trx, { people: peopleIn(parsed.data), categories: namedIn(given) });
  const owner = given.slug === undefined ? undefined : await findSlugOwner(trx, given.slug);
  return decide(tale, { names, isTaken: owner !== undefined && owner !== id });
}

function read<Values extends TaleChange>(schema: z.ZodType<Values>, input: unknown): ReadTale<Values> {
  const parsed = schema.safeParse(input);
  const given = parsed.success ? givenOf(parsed.data) : readGiven(input);
  return { parsed, given, text: given.content === undefined ? undefined : contentColumns(given.content) };
}

/** The author and the credited people. */
function peopleIn(values: TaleChange | undefined): string[] {
  return values === undefined ? [] : [...new Set([...(values.author === undefined ? [] : [values.author]), ...namesIn(values)])];
}

function namedIn({ category, tags }: Given): string[] {
  return [...(category === undefined ? [] : [category]), ...tags].filter((name) => !hasLoneSurrogate(name));
}

/** `isTaken`: another tale has the requested slug. */
function decide<Values extends TaleChange>(
  { parsed, given, text }: ReadTale<Values>,
  { names, isTaken }: { names: Names; isTaken: boolean },
): CheckedTale<Values> | { problems: TaleProblems } {
  const problems = new ProblemList();
  if (!parsed.success) problems.addIssues(parsed.error.issues);
  if (given.category !== undefined && !problems.has('category') && !names.categories.has(given.category)) {
    problems.add('category', 'Unknown category');
  }
  for (const tag of given.tags) if (!names.categories.has(tag)) problems.add('tags', `Unknown category: ${tag}`);
  if (isTaken && !problems.has('slug')) problems.add('slug', SLUG_IN_USE);
  if (text?.isTooDeep) problems.add('content', 'The text is nested too deeply');
  if (!parsed.success || !problems.isEmpty) return { problems: problems.toObject() };
  const { author, category, tags, slug, content: _, translators, editors, illustrators, ...plain } = parsed.data;
  const idOf = (name: string) => names.categories.get(name) as number;
  return {
    ...{ author, slug, people: names.people, credits: { translators, editors, illustrators } },
    categoryId: (category === undefined ? undefined : idOf(category)) as CheckedTale<Values>['categoryId'],
    // Two old slugs may belong to the same category.
    tagIds: tags === undefined ? undefined : [...new Set(tags.map(idOf))],
    columns: { ...plain, ...text?.columns },
    contentChanged: text?.changed ?? false,
  };
}

type Given = { category?: string; slug?: string; content?: string; tags: string[] };

/** Reads the fields that need database checks, even if others are invalid. */
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

/** Columns derived from the submitted HTML. `isTooDeep`: nested too deeply to be parsed. */
export function contentColumns(source: string): { columns: ContentColumns; changed: boolean; isTooDeep: boolean } {
  const { html, changed, isTooDeep } = sanitizeHtml(source);
  const text = htmlToText(html);
  const stored = { content: html, content_source: source === html ? '' : source, content_text: text };
  const columns = { ...stored, sanitizer_version: SANITIZER_VERSION, words: countWords(text) };
  return { columns, changed, isTooDeep };
}

/** Error messages by field; `''` for the whole tale. */
export type TaleProblems = Record<string, string[]>;

/** A Map, as field names of a request may be names of JavaScript properties such as `constructor`. */
class ProblemList {
  readonly #byField = new Map<string, string[]>();

  add(field: string, message: string): void {
    this.#byField.set(field, [...(this.#byField.get(field) ?? []), message]);
  }

  addIssues(issues: readonly z.core.$ZodIssue[]): void {
    for (const issue of issues) {
      if (issue.code === 'unrecognized_keys') for (const key of issue.keys) this.add(key, 'Unknown field');
      else this.add(String(issue.path[0] ?? ''), issue.message);
    }
  }

  has(field: string): boolean {
    return this.#byField.has(field);
  }

  get isEmpty(): boolean {
    return this.#byField.size === 0;
  }

  toObject(): TaleProblems {
    return Object.fromEntries(this.#byField);
  }
}

/** The fields that publish rules check. `content` is sanitized HTML. */
type Publication = { [Name in 'content' | PublishFieldName]: FieldValue<Name> };

const PUBLICATION_COLUMNS = ['content', ...PUBLISH_NAMES] as const;

/** Returns what prevents publishing, by field; empty if the tale may be published. */
export type PublishCheck = (trx: Transaction<Database>, tale: Publication) => Promise<TaleProblems>;

type PublishChange = { [Name in keyof Publication]?: Publication[Name] | undefined } & {
  status?: 'draft' | 'published' | undefined;
  publish_date?: Date | 'now' | undefined;
};
type SavedState = { id: string; status: string; publish_date: Date; publish_date_is_manual: boolean };
type Dates = { publish_date: Date | RawBuilder<Date> | undefined; publish_date_is_manual?: boolean };

/**
 * Checks the publish rules if the change `given` publishes or schedules the tale; undefined if it may. Scheduled tales are checked at each
 * change until they are public.
 */
export async function checkPublishing(
  trx: Transaction<Database>,
  { judge, given, old }: { judge: PublishCheck | undefined; given: PublishChange; old?: SavedState },
): Promise<TaleProblems | undefined> {
  const isPublic = old?.status === 'published' && old.publish_date <= new Date();
  if (judge === undefined || (given.status ?? old?.status) !== 'published' || isPublic) return undefined;
  const saved = old && (await readPublication(trx, old.id));
  const tale = Object.fromEntries(
    PUBLICATION_COLUMNS.map((name) => [name, given[name] ?? saved?.[name] ?? defaultOf(name)]),
  ) as Publication;
  const problems = await judge(trx, tale);
  return Object.keys(problems).length > 0 ? problems : undefined;
}

/** The publish date after a change. Without a date, a tale gets the current time when first published; an unchanged date does not count as set. */
export function publishDates(given: PublishChange, old?: SavedState): Dates {
  const day = given.publish_date;
  if (day === 'now') return { publish_date: sql<Date>`now()`, publish_date_is_manual: true };
  if (day !== undefined && day.getTime() !== old?.publish_date.getTime()) return { publish_date: day, publish_date_is_manual: true };
  const isPublished = (given.status ?? old?.status) === 'published';
  return old?.publish_date_is_manual || !isPublished
    ? { publish_date: undefined }
    : { publish_date: sql<Date>`now()`, publish_date_is_manual: true };
}

function readPublication(trx: Transaction<Database>, id: string): Promise<Publication> {
  const tales = trx.selectFrom('tales').select(PUBLICATION_COLUMNS).where('id', '=', id);
  return tales.executeTakeFirstOrThrow();
}
