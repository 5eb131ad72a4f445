/** Reads fields of a tale from front matter or table columns. */
import { definitionOf, FIELD_NAMES } from '#src/features/tales/field-values.ts';
import type { FieldName } from '#src/features/tales/fields.ts';
import { toSlug } from '#src/platform/slug.ts';
import { countCharacters, hasLoneSurrogate, isBlank } from '#src/platform/text.ts';
import { quoteList } from '../faults.ts';
import { LANGUAGES } from '../sources/book-facts.ts';
import type { FoundFields, StatedFile } from '../worker-output.ts';

export type FieldReading = {
  fields: FoundFields;
  /** Names without a meaning here, or whose values are unusable and dispensable. */
  unused: string[];
  /** Names whose values are unusable and matter. */
  unread: string[];
};

/** A field, or one of the names that only files have. `draft` and `published` are flags that set the status. */
export type TaleField = keyof FoundFields | 'draft' | 'published';

const FILE_NAMES = {
  subtitle: ['subheading'],
  draft: [],
  published: [],
} as const satisfies Partial<Record<TaleField, readonly string[]>>;

export const TALE_FIELDS: readonly TaleField[] = [
  ...FIELD_NAMES.filter((name) => name !== 'content'),
  ...(Object.keys(FILE_NAMES) as (keyof typeof FILE_NAMES)[]),
];

/** Fields by all their names, as `normalizeName` writes them. */
const FIELDS: ReadonlyMap<string, TaleField> = new Map(
  TALE_FIELDS.flatMap((field) => {
    const others =
      field in FILE_NAMES ? FILE_NAMES[field as keyof typeof FILE_NAMES] : (definitionOf(field as FieldName).importNames ?? []);
    return [field, ...others].map((name) => [name, field] as const);
  }),
);

/** Images cannot be fetched; the others are generated. */
const OPTIONAL_FIELDS: ReadonlySet<TaleField> = new Set(['cover_image', 'excerpt', 'read_time']);

export function normalizeName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

/** Returns the field that a key or column name stands for. */
export function fieldNamed(name: string): TaleField | undefined {
  return FIELDS.get(normalizeName(name));
}

/** Reads fields. Empty values are ignored; of several names for one field the first wins and the others are unread. Never throws. */
export function readFields(entries: Iterable<readonly [string, unknown]>): FieldReading {
  const reading: FieldReading = { fields: {}, unused: [], unread: [] };
  const seen = new Set<TaleField>();
  for (const [name, value] of entries) {
    const field = fieldNamed(name);
    if (field === undefined) reading.unused.push(name);
    else if (!isEmpty(value)) {
      const found = seen.has(field) ? undefined : readField(field, value);
      seen.add(field);
      if (found === undefined) (OPTIONAL_FIELDS.has(field) ? reading.unused : reading.unread).push(name);
      else reading.fields = merged(reading.fields, found);
    }
  }
  return reading;
}

export function warningsOf({ unread }: FieldReading): string[] {
  return unread.length === 0 ? [] : [`Unusable values in the file: ${quoteList(unread)}.`];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Further categories come before the tags; `draft` wins over `published`. */
function merged(before: FoundFields, found: FoundFields): FoundFields {
  const tags = [...new Set([...(before.tags ?? []), ...(found.tags ?? [])])];
  const isDraft = before.status === 'draft' || found.status === 'draft';
  return { ...found, ...before, ...(tags.length > 0 ? { tags } : {}), ...(isDraft ? { status: 'draft' } : {}) };
}

/** Readers for fields whose kind is not enough. */
const OWN_READERS: Readonly<Partial<Record<TaleField, (value: unknown) => unknown>>> = {
  subtitle: (value) => readLine(value, 300),
  author: (value) => readLine(readNames(value)?.join(', '), 200),
  excerpt: readExcerpt,
  age_band: readAge,
};

/** Returns the field and fields derived from it; undefined for an unusable value. */
function readField(field: TaleField, value: unknown): FoundFields | undefined {
  if (field === 'category') return readCategory(value);
  if (field === 'draft') return readFlag(value, { status: 'draft' }, {});
  if (field === 'published') return readFlag(value, { status: 'published' }, { status: 'draft' });
  const found = OWN_READERS[field]?.(value) ?? (field in OWN_READERS ? undefined : readByKind(field as FieldName, value));
  return found === undefined ? undefined : { [field]: found };
}

function readByKind(name: FieldName, value: unknown): unknown {
  const { kind, maxLength = 0, maxItems = 0, options = {} } = definitionOf(name);
  switch (kind) {
    case 'lines':
      return readLines(value, maxItems, maxLength);
    case 'people':
      return readPeople(value, maxItems);
    case 'set':
      return readSlugs(value);
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(options, value) ? value : undefined;
    case 'date':
      return readDate(value);
    case 'integer':
      return readMinutes(value);
    case 'image':
      return readCover(value);
    case 'slug':
      return readSlug(value);
    case 'language':
      return readLanguage(value);
    default:
      return readLine(value, maxLength);
  }
}

/** The first value is the category, the others are tags. */
function readCategory(value: unknown): FoundFields | undefined {
  const [category, ...tags] = readSlugs(value) ?? [];
  if (category === undefined) return undefined;
  return tags.length === 0 ? { category } : { category, tags };
}

function readSlugs(value: unknown): string[] | undefined {
  return readTexts(value)?.flatMap((word) => readSlug(word) ?? []);
}

function readFlag(value: unknown, yes: FoundFields, no: FoundFields): FoundFields | undefined {
  const flag = readBoolean(value);
  return flag === undefined ? undefined : flag ? yes : no;
}

function readMinutes(value: unknown): number | undefined {
  const minutes = Number(typeof value === 'string' ? value.trim() : value);
  return Number.isInteger(minutes) && minutes >= 0 && minutes <= 1000 ? minutes : undefined;
}

const MAX_IN_EXCERPT = 300;
const MAX_WORDS = 20;

/** Returns text or a number as one line of at most `most` characters. */
export function readLine(value: unknown, most: number): string | undefined {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  if (typeof text !== 'string' || hasLoneSurrogate(text)) return undefined;
  const line = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return isBlank(line) || [...line].length > most ? undefined : line;
}

/** Reads a name, or a list of names or objects with a name (`{ name: … }`, as feeds and Ghost have authors). */
function readNames(value: unknown): string[] | undefined {
  const all = Array.isArray(value) ? value : [value];
  const names = all.map((each) => readLine(isRecord(each) ? (each.name ?? each.title) : each, 200));
  return names.length > 0 && names.every((each) => each !== undefined) ? names : undefined;
}

/** Reads names as `readNames`, or a line separated by semicolons; commas are parts of names. At most `most`. */
function readPeople(value: unknown, most: number): string[] | undefined {
  const names = readNames(typeof value === 'string' ? value.split(';').filter((name) => !isBlank(name)) : value);
  return names === undefined || names.length > most ? undefined : names;
}

/** Reads a list, or a line separated by commas or semicolons. */
function readTexts(value: unknown): string[] | undefined {
  const words = typeof value === 'string' ? value.split(/[,;]/).filter((word) => word.trim() !== '') : value;
  return Array.isArray(words) && words.length > MAX_WORDS ? undefined : readNames(words);
}

/** Reads a list of lines or a text with line breaks; at most `most` lines of at most `length` characters. */
function readLines(value: unknown, most: number, length: number): string[] | undefined {
  const given = typeof value === 'string' ? value.split('\n').filter((each) => !isBlank(each)) : value;
  if (!Array.isArray(given) || given.length === 0 || given.length > most) return undefined;
  const lines = given.map((each) => readLine(each, length));
  return lines.every((each) => each !== undefined) ? lines : undefined;
}

/** Most files that a tale may state; further ones are not read. */
const MAX_STATED = 100;

/** Reads files to attach: a path, a list of paths, or objects with a path. Empty for anything else. */
export function readStatedFiles(value: unknown): StatedFile[] {
  const given = (Array.isArray(value) ? value : [value]).slice(0, MAX_STATED);
  const files = given.map((each) => {
    const about: Record<string, unknown> = isRecord(each) ? each : { path: each };
    const text = (name: keyof StatedFile) =>
      (name === 'path' || name === 'folder' ? readRaw(about[name]) : readLine(about[name], 1000)) ?? '';
    const folder = Array.isArray(about.folder) ? about.folder.map(readRaw).join('/') : text('folder');
    const [path, name, access, kind] = [text('path'), text('name'), text('access'), text('kind')];
    return { path, name, folder, access, kind, label: text('label'), description: text('description') };
  });
  return files.every(({ path }) => path !== '') ? files : [];
}

/** Returns text as it is. */
function readRaw(value: unknown): string | undefined {
  return typeof value === 'string' && !hasLoneSurrogate(value) ? value.normalize('NFC').slice(0, 4000) : undefined;
}

/** Accepts `de`, `pt-BR`, `en_GB`, `German`. */
export function readLanguage(value: unknown): string | undefined {
  const line = readLine(value, 40);
  if (line === undefined) return undefined;
  const named = LANGUAGES.get(line.toLowerCase());
  if (named !== undefined) return named;
  try {
    const tag = line.replaceAll('_', '-');
    return /^[a-z]{2,3}(-|$)/i.test(tag) ? Intl.getCanonicalLocales(tag)[0] : undefined;
  } catch {
    return undefined;
  }
}

/** Rejects longer excerpts, which would have to be cut. */
function readExcerpt(value: unknown): string | undefined {
  const line = readLine(value, 3000);
  return line !== undefined && countCharacters(line) <= MAX_IN_EXCERPT ? line : undefined;
}

function readAge(value: unknown): string | undefined {
  const band = readLine(value, 20)
    ?.replace(/\s*[-–—]\s*/, '-')
    .replace(/ (?:years|and up)$/, '');
  return band !== undefined && ['3-5', '6-8', '9-12', '13+'].includes(band) ? band : undefined;
}

function readSlug(value: unknown): string | undefined {
  const line = readLine(value, 200);
  return line === undefined ? undefined : toSlug(line, '') || undefined;
}

function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = readLine(value, 5)?.toLowerCase();
  return word === 'true' || word === 'yes' || word === '1' ? true : word === 'false' || word === 'no' || word === '0' ? false : undefined;
}

/** Accepts images of this site only; others would have to be fetched. */
function readCover(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/media\/[\w/-][\w./-]*(#x\d{1,3}y\d{1,3})?$/.test(value) ? value : undefined;
}

/** Reads a date (6:00 UTC) or a time, as YAML, Jekyll and JSON write them. Returns ISO 8601 in UTC. */
function readDate(value: unknown): string | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ]+(\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/i.exec(readLine(value, 60) ?? '');
  if (parts === null) return undefined;
  const [, day = '', time = '06:00', seconds = ':00', zone = 'Z'] = parts;
  const date = new Date(`${day}T${time}${seconds.slice(0, 7)}${/^UTC$/i.test(zone) ? 'Z' : zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
  const morning = new Date(`${day}T00:00:00Z`);
  // JavaScript turns 31 February into a day in March.
  if (Number.isNaN(date.getTime()) || !morning.toISOString().startsWith(day)) return undefined;
  return date.toISOString();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
