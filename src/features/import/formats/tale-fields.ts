/** What a file says of a tale beside its text: front matter, or the columns of a table. */
import type { FoundTale } from '../found-tale.ts';
import { listed } from './file-fault.ts';
import {
  readAge,
  readBoolean,
  readCover,
  readDate,
  readExcerpt,
  readLanguage,
  readLine,
  readLines,
  readNames,
  readSlug,
  readWords,
} from './values.ts';

export type TaleFields = Partial<Omit<FoundTale, 'content' | 'doubts'>>;
export type Reading = {
  fields: TaleFields;
  /** Names that mean nothing here, or whose values cannot be taken and are easily done without. */
  unused: string[];
  /** Names whose values could not be read, and should have been. */
  unread: string[];
};

/** Our own names, and what Hugo, Jekyll, Ghost and tables call the same. Compared as `nameOf` writes them. */
const NAMES: Record<keyof TaleFields | 'draft' | 'published', string> = {
  title: 'title headline tale_title story_title',
  subtitle: 'subtitle subheading',
  author: 'author authors byline by writer creator primary_author',
  translator: 'translator translators translated_by',
  language: 'language lang locale',
  excerpt: 'excerpt description summary abstract custom_excerpt teaser blurb',
  category: 'category categories genre',
  tags: 'tags keywords tag topics',
  ageBand: 'age_band age ages age_group',
  origin: 'origin tradition culture',
  source: 'source sources taken_from',
  rights: 'rights license licence copyright',
  slug: 'slug',
  taleType: 'tale_type atu',
  status: 'status state',
  publishDate: 'publish_date date published_at date_published pub_date publishdate',
  readTime: 'read_time reading_time',
  coverImage: 'cover_image cover feature_image featured_image image thumbnail',
  retoldFrom: 'retold_from based_on',
  contentNotes: 'content_notes content_warnings',
  motifs: 'motifs',
  whyItMatters: 'why_it_matters',
  questions: 'questions discussion_questions',
  draft: 'draft',
  published: 'published',
};
const FIELDS = new Map(Object.entries(NAMES).flatMap(([field, names]) => names.split(' ').map((name) => [name, field as TaleField])));
export type TaleField = keyof typeof NAMES;

export const TALE_FIELDS = Object.keys(NAMES) as TaleField[];

/** Pictures would have to be fetched, the others are proposed anew. */
const SPARED: ReadonlySet<TaleField> = new Set(['coverImage', 'excerpt', 'readTime']);

export function nameOf(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

/** The field that is meant by the name of a key or a column; nothing for others. */
export function fieldNamed(name: string): TaleField | undefined {
  return FIELDS.get(nameOf(name));
}

/** Values that are empty say nothing. Of several names for one field the first counts, the others are unread. Never throws. */
export function readFields(entries: Iterable<readonly [string, unknown]>): Reading {
  const reading: Reading = { fields: {}, unused: [], unread: [] };
  const seen = new Set<TaleField>();
  for (const [name, value] of entries) {
    const field = fieldNamed(name);
    if (field === undefined) reading.unused.push(name);
    else if (!isEmpty(value)) {
      const found = seen.has(field) ? undefined : READERS[field](value);
      seen.add(field);
      if (found === undefined) (SPARED.has(field) ? reading.unused : reading.unread).push(name);
      else reading.fields = merged(reading.fields, found);
    }
  }
  return reading;
}

/** Sentences for who imports. `what`: where the names stand, as `The front matter’s`. */
export function notesOf({ unused }: Reading, what: string): string[] {
  return unused.length === 0 ? [] : [`${what} ${listed(unused)} ${unused.length === 1 ? 'was' : 'were'} not used.`];
}

export function doubtsOf({ unread }: Reading): string[] {
  return unread.length === 0 ? [] : [`What the file says as ${listed(unread)} could not be used.`];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Categories beyond the first come before the tags; who says draft anywhere means it. */
function merged(before: TaleFields, found: TaleFields): TaleFields {
  const tags = [...new Set([...(before.tags ?? []), ...(found.tags ?? [])])];
  const isDraft = before.status === 'draft' || found.status === 'draft';
  return { ...found, ...before, ...(tags.length > 0 ? { tags } : {}), ...(isDraft ? { status: 'draft' } : {}) };
}

type Reader = (value: unknown) => TaleFields | undefined;

/** A reader of one field, made from one of its value. */
function of<Name extends keyof TaleFields>(name: Name, read: (value: unknown) => TaleFields[Name] | undefined): Reader {
  return (value) => {
    const found = read(value);
    return found === undefined ? undefined : { [name]: found };
  };
}

const READERS: Record<TaleField, Reader> = {
  title: of('title', (value) => readLine(value, 300)),
  subtitle: of('subtitle', (value) => readLine(value, 300)),
  author: of('author', (value) => readLine(readNames(value)?.join(', '), 200)),
  translator: of('translator', (value) => readLine(readNames(value)?.join(', '), 200)),
  language: of('language', readLanguage),
  excerpt: of('excerpt', readExcerpt),
  category: readCategory,
  tags: of('tags', readSlugs),
  ageBand: of('ageBand', readAge),
  origin: of('origin', (value) => readLine(value, 60)),
  source: of('source', (value) => readLine(value, 2000)),
  rights: of('rights', (value) => readLine(value, 500)),
  slug: of('slug', readSlug),
  taleType: of('taleType', (value) => readLine(value, 40)),
  status: of('status', readStatus),
  publishDate: of('publishDate', readDate),
  readTime: of('readTime', readMinutes),
  coverImage: of('coverImage', readCover),
  retoldFrom: of('retoldFrom', (value) => readLine(value, 500)),
  contentNotes: of('contentNotes', readSlugs),
  motifs: of('motifs', (value) => readLines(value, 12, 100)),
  whyItMatters: of('whyItMatters', (value) => readLine(value, 300)),
  questions: of('questions', (value) => readLines(value, 6, 300)),
  draft: (value) => flagged(value, { status: 'draft' }, {}),
  published: (value) => flagged(value, { status: 'published' }, { status: 'draft' }),
};

/** The first is the category, the others are tags. */
function readCategory(value: unknown): TaleFields | undefined {
  const [category, ...tags] = readSlugs(value) ?? [];
  if (category === undefined) return undefined;
  return tags.length === 0 ? { category } : { category, tags };
}

function readSlugs(value: unknown): string[] | undefined {
  return readWords(value)?.flatMap((word) => readSlug(word) ?? []);
}

function readStatus(value: unknown): 'draft' | 'published' | undefined {
  return value === 'draft' || value === 'published' ? value : undefined;
}

function flagged(value: unknown, yes: TaleFields, no: TaleFields): TaleFields | undefined {
  const said = readBoolean(value);
  return said === undefined ? undefined : said ? yes : no;
}

function readMinutes(value: unknown): number | undefined {
  const minutes = Number(typeof value === 'string' ? value.trim() : value);
  return Number.isInteger(minutes) && minutes >= 0 && minutes <= 1000 ? minutes : undefined;
}
