import type pg from 'pg';
import { stringify } from 'yaml';
import { parseCollectionFile, parseTaleFile } from '#src/features/starter-library/starter-library.ts';
import { COLUMN_NAMES, CREDIT_NAMES, type CreditName, defaultOf, definitionOf, FIELD_NAMES } from '#src/features/tales/field-values.ts';
import { type FieldName, taleFields } from '#src/features/tales/fields.ts';
import { contentColumns } from '#src/features/tales/tales.ts';
import { ExportError, type Row } from './format.ts';
import { textToMarkdown, toMarkdown } from './to-markdown.ts';

/** A tale as a Markdown file of the library, and back. What the file cannot say stands beside it. */

/** Maps between names and ids of authors, and slugs and ids of categories. */
export type Names = {
  authors: Map<unknown, string>;
  authorIds: Map<string, number>;
  categories: Map<unknown, string>;
  categoryIds: Map<string, number>;
};

/** Order of the front matter keys; other fields follow. */
const ORDER: readonly FieldName[] = [
  ...[
    'title',
    'author',
    'translators',
    'editors',
    'illustrators',
    'retold_from',
    'category',
    'tags',
    'excerpt',
    'origin',
    'tale_type',
    'motifs',
    'age_band',
    'mood',
    'content_notes',
  ],
  ...['why_it_matters', 'questions', 'source', 'rights', 'language', 'publish_date'],
] as FieldName[];
const FRONT_MATTER = [...new Set([...ORDER, ...FIELD_NAMES])].filter((name) => definitionOf(name).frontMatter !== false);

/** Category slugs, names of credited people, and attached files as in front matter. */
export type TaleLists = { [Name in 'tags' | CreditName]: string[] } & { files: Row[] };

/** Returns two versions of the file: text as Markdown and as HTML, for texts that Markdown would not reproduce. */
export function writeTaleFiles(row: Row, { files, ...lists }: TaleLists, names: Names): string[] {
  const related: Row = { author: names.authors.get(row.author_id), category: names.categories.get(row.category_id), ...lists };
  const fields: Row = Object.fromEntries(FRONT_MATTER.map((name) => [name, frontMatterValue(name, related[name] ?? row[name])]));
  const content = String(row.content);
  if (files.length > 0) fields.files = files.map(withoutEmpty);
  return [toMarkdown(content), content].map((body) => libraryFile(fields, body));
}

function frontMatterValue(name: FieldName, value: unknown): unknown {
  if (taleFields[name].kind === 'date') return String(value).slice(0, 10);
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

/**
 * Parses a tale file into columns and lists.
 * @throws LibraryFileError for an invalid file, ExportError for an unknown author or category
 */
export function readTaleFile(file: string, text: string, names: Names): Row {
  const { author, category, tags = [], content = '', publish_date, status, ...plain } = parseTaleFile(file, text);
  const ids = { author_id: names.authorIds.get(author), category_id: names.categoryIds.get(category) };
  if (ids.author_id === undefined) throw new ExportError(`${file}: unknown author ${author}.`);
  if (ids.category_id === undefined) throw new ExportError(`${file}: unknown category ${category}.`);
  return {
    ...Object.fromEntries(COLUMN_NAMES.map((name) => [name, defaultOf(name)])),
    ...Object.fromEntries(CREDIT_NAMES.map((name) => [name, []])),
    ...{ featured_rank: null, tags },
    ...plain,
    ...contentColumns(content).columns,
    ...ids,
    ...{ status, publish_date_is_manual: true, deleted_at: null },
    publish_date: publish_date?.replace('Z', '+00:00'),
  };
}

/** A tale of a collection. */
export type Placed = [slug: string, position: number];

/** Returns a collection as a library file with its tales in order. */
export function writeCollectionFile(row: Row, tales: Placed[]): string {
  const { title, description, introduction, position } = row;
  return libraryFile({ title, description, position, tales: tales.map(([slug]) => slug) }, textToMarkdown(String(introduction)));
}

/**
 * Parses a collection file into columns, with tales at positions 1, 2, 3 …
 * @throws LibraryFileError
 */
export function readCollectionFile(file: string, text: string): Row & { tales: Placed[] } {
  const { collection, tales } = parseCollectionFile(file, text);
  return { ...collection, tales: tales.map((slug, index) => [slug, index + 1]) };
}

/** Returns an author as a library file. */
export function writeAuthorFile(row: Row): string {
  const { name, sort_name, kind, dates, born_year, died_year, place, origin, biography } = row;
  return libraryFile({ name, sort_name, kind, dates, born_year, died_year, place, origin }, textToMarkdown(String(biography)));
}

/** Returns a Markdown file with front matter; empty fields are omitted. */
export function libraryFile(fields: Record<string, unknown>, body: string): string {
  const front = stringify(withoutEmpty(fields), { schema: 'core', lineWidth: 0, flowCollectionPadding: false });
  return `---\n${front}---\n\n${body}\n`;
}

function withoutEmpty(fields: Row): Row {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== null && value !== undefined));
}

/** Loads the names of authors and the slugs of categories. */
export async function findNames(client: pg.ClientBase): Promise<Names> {
  const { rows: authors } = await client.query<{ id: number; name: string }>('select id, name from authors');
  const { rows: categories } = await client.query<{ id: number; slug: string }>('select id, slug from categories');
  return {
    authors: new Map(authors.map(({ id, name }) => [id, name])),
    authorIds: new Map(authors.map(({ id, name }) => [name, id])),
    categories: new Map(categories.map(({ id, slug }) => [id, slug])),
    categoryIds: new Map(categories.map(({ id, slug }) => [slug, id])),
  };
}
