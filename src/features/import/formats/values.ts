/** Values of front matter and of tables, which may be of any kind, as the fields of a tale. Undefined is what cannot be read. */
import { toSlug } from '#src/platform/slug.ts';
import { countCharacters, isBlank, isBroken } from '#src/platform/text.ts';
import { LANGUAGES } from '../source/book-facts.ts';

const MOST_IN_EXCERPT = 300;
const MOST_WORDS = 20;

/** A text or a number on one line, of at most `most` characters. */
export function readLine(value: unknown, most: number): string | undefined {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  if (typeof text !== 'string' || isBroken(text)) return undefined;
  const line = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return isBlank(line) || [...line].length > most ? undefined : line;
}

/** A name, or a list of names or of objects with one (`{ name: … }`, as feeds and Ghost have authors). */
export function readNames(value: unknown): string[] | undefined {
  const all = Array.isArray(value) ? value : [value];
  const names = all.map((each) => readLine(isRecord(each) ? (each.name ?? each.title) : each, 200));
  return names.length > 0 && names.every((each) => each !== undefined) ? names : undefined;
}

/** A list, or a line in which commas part the words. */
export function readWords(value: unknown): string[] | undefined {
  const words = typeof value === 'string' ? value.split(/[,;]/).filter((word) => word.trim() !== '') : value;
  return Array.isArray(words) && words.length > MOST_WORDS ? undefined : readNames(words);
}

/** A list of lines, or a text with line breaks; at most `most`, each of at most `length` characters. */
export function readLines(value: unknown, most: number, length: number): string[] | undefined {
  const given = typeof value === 'string' ? value.split('\n').filter((each) => !isBlank(each)) : value;
  if (!Array.isArray(given) || given.length === 0 || given.length > most) return undefined;
  const lines = given.map((each) => readLine(each, length));
  return lines.every((each) => each !== undefined) ? lines : undefined;
}

/** `de`, `pt-BR`, `en_GB`, `German`. */
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

/** A longer one is none: it would have to be cut. */
export function readExcerpt(value: unknown): string | undefined {
  const line = readLine(value, 3000);
  return line !== undefined && countCharacters(line) <= MOST_IN_EXCERPT ? line : undefined;
}

export function readAge(value: unknown): string | undefined {
  const band = readLine(value, 20)
    ?.replace(/\s*[-–—]\s*/, '-')
    .replace(/ (?:years|and up)$/, '');
  return band !== undefined && ['3-5', '6-8', '9-12', '13+'].includes(band) ? band : undefined;
}

export function readSlug(value: unknown): string | undefined {
  const line = readLine(value, 200);
  return line === undefined ? undefined : toSlug(line, '') || undefined;
}

export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = readLine(value, 5)?.toLowerCase();
  return word === 'true' || word === 'yes' || word === '1' ? true : word === 'false' || word === 'no' || word === '0' ? false : undefined;
}

/** A picture of this site; others would have to be fetched. */
export function readCover(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/media\/[\w/-][\w./-]*(#x\d{1,3}y\d{1,3})?$/.test(value) ? value : undefined;
}

/** A day (the morning of it, in UTC) or a time, as YAML, Jekyll and JSON write them, as an ISO time in UTC. */
export function readDate(value: unknown): string | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ]+(\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/i.exec(readLine(value, 60) ?? '');
  if (parts === null) return undefined;
  const [, day = '', time = '06:00', seconds = ':00', zone = 'Z'] = parts;
  const date = new Date(`${day}T${time}${seconds.slice(0, 7)}${/^UTC$/i.test(zone) ? 'Z' : zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
  const morning = new Date(`${day}T00:00:00Z`);
  // JavaScript takes the 31st of February for a day in March.
  if (Number.isNaN(date.getTime()) || !morning.toISOString().startsWith(day)) return undefined;
  return date.toISOString();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
