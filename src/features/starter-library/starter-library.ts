import path from 'node:path';
import { marked } from 'marked';
import { z } from 'zod';
import type { AuthorValues } from '#src/features/authors/authors.ts';
import { isContentNote } from '#src/features/classification/content-notes.ts';
import type { CollectionValues } from '#src/features/collections/collections.ts';
import { htmlToText } from '#src/features/tale-html/plain-text.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { definitionOf, FIELD_NAMES, isListName } from '#src/features/tales/field-values.ts';
import type { FieldName } from '#src/features/tales/fields.ts';
import type { TaleInput } from '#src/features/tales/tales.ts';
import { FrontMatterError, splitFrontMatter } from '#src/platform/front-matter.ts';
import { StartError } from '#src/platform/start-errors.ts';
import { hasLoneSurrogate } from '#src/platform/text.ts';

/** Name of its import in `seed_runs`. */
export const STARTER_LIBRARY = 'starter library';

/** An invalid library file. The message names the file and its problems by field. */
export class LibraryFileError extends StartError {
  override name = 'LibraryFileError';

  constructor(file: string, problems: string[]) {
    super(`${file}: ${problems.join('; ')}.`);
  }
}

/**
 * Parses a Markdown file with YAML front matter. The slug is the file name; `file` is the path for error messages.
 * @throws LibraryFileError
 */
export function parseLibraryFile<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
): { slug: string; fields: z.output<Schema>; body: string } {
  const slug = path.basename(file, '.md');
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) throw new LibraryFileError(file, ['its name must be lower-case letters, digits and hyphens']);
  if (hasLoneSurrogate(text)) throw new LibraryFileError(file, ['it has characters that cannot be stored']);
  const parts = split(file, text);
  if (parts === undefined) throw new LibraryFileError(file, ['it must begin with front matter between two lines of ---']);
  const parsed = schema.safeParse(parts.fields);
  if (!parsed.success) throw new LibraryFileError(file, parsed.error.issues.map(describe));
  return { slug, fields: parsed.data, body: parts.body };
}

function split(file: string, text: string): ReturnType<typeof splitFrontMatter> {
  try {
    return splitFrontMatter(text);
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    const { line, message } = error;
    throw new LibraryFileError(file, [`front matter: ${line === undefined ? '' : `line ${line}: `}${message}`]);
  }
}

function describe(issue: z.core.$ZodIssue): string {
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}

/** Time of publication on the publish date. */
const HOUR = '06:00:00Z';

/** Allowed front matter. Limits of values are checked when the tale is saved. */
const TaleFrontMatter = z.strictObject({
  ...Object.fromEntries(FIELD_NAMES.filter((name) => definitionOf(name).frontMatter !== false).map((name) => [name, schemaOf(name)])),
  // Written by exports; only the import of Markdown reads it.
  files: z.array(z.record(z.string(), z.string())).optional(),
});

function schemaOf(name: FieldName): z.ZodType {
  const { kind, required } = definitionOf(name);
  if (kind === 'date') return z.iso.date();
  if (name === 'content_notes') return z.array(z.string().refine(isContentNote, 'Unknown content warning')).optional();
  if (isListName(name)) return z.array(z.string()).optional();
  if (kind === 'integer') return z.int().optional();
  return required === undefined ? z.string().optional() : z.string();
}

/**
 * Parses library/tales/SLUG.md into the input of `createTale`: published, text as HTML.
 * @throws LibraryFileError
 */
export function parseTaleFile(file: string, text: string): TaleInput & { slug: string } {
  const { slug, fields: all, body } = parseLibraryFile(file, text, TaleFrontMatter);
  const { files: _, ...fields } = all as Record<string, unknown>;
  if (body.trim() === '') throw new LibraryFileError(file, ['it has no text']);
  // One line break between blocks, whether written as Markdown or HTML.
  const content = marked.parse(body, { async: false }).replace(/\n{2,}/g, '\n');
  const tale = { ...fields, slug, status: 'published', publish_date: `${fields.publish_date}T${HOUR}`, content };
  return { tags: [], language: 'en', ...tale } as unknown as TaleInput & { slug: string };
}

const Text = (most: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text.length <= most, `at most ${most} characters`);
const Name = Text(200).refine((text) => text !== '', 'must not be empty');

const AuthorFrontMatter = z.strictObject({
  name: Name,
  sort_name: Name,
  kind: z.enum(['person', 'tradition']),
  dates: Text(200).default(''),
  born_year: z.int().min(-3000).max(2200).optional(),
  died_year: z.int().min(-3000).max(2200).optional(),
  place: Text(200).default(''),
  origin: Text(60).default(''),
});

/**
 * Parses library/authors/SLUG.md. The body becomes the biography in plain text.
 * @throws LibraryFileError
 */
export function parseAuthorFile(file: string, text: string): AuthorValues {
  const { slug, fields, body } = parseLibraryFile(file, text, AuthorFrontMatter);
  const { born_year = null, died_year = null, ...rest } = fields;
  return { ...rest, slug, born_year, died_year, biography: toPlainText(body) };
}

/** Converts Markdown to plain text with paragraphs separated by empty lines. */
export function toPlainText(markdown: string): string {
  const html = marked.parse(markdown.normalize('NFC'), { async: false });
  return htmlToText(sanitizeHtml(html).html);
}

const CollectionFrontMatter = z.strictObject({
  title: z.string().min(1).max(200),
  description: z.string().max(500).default(''),
  position: z.int().default(0),
  tales: z
    .array(z.string())
    .min(1, 'it has no tales')
    .refine((slugs) => new Set(slugs).size === slugs.length, 'it names a tale twice'),
});

/**
 * Parses library/collections/SLUG.md into the collection and the slugs of its tales in order.
 * @throws LibraryFileError
 */
export function parseCollectionFile(file: string, text: string): { collection: CollectionValues; tales: string[] } {
  const { slug, fields, body } = parseLibraryFile(file, text, CollectionFrontMatter);
  const { tales, title, description, position } = fields;
  const collection = {
    slug,
    title: title.normalize('NFC').trim(),
    description: description.normalize('NFC').trim(),
    introduction: toPlainText(body),
    position,
  };
  return { collection, tales };
}
