/** The canonical form of an address. Every decision is taken on it, and nothing else is handed on. */

/** What became of a request target: its canonical form, an address to go to instead, or a refusal. */
export type Target =
  | { kind: 'canonical'; path: string; search: string; authority: string | undefined }
  | { kind: 'redirect'; location: string }
  | { kind: 'refused'; status: 400 | 414; code: string };

// Most addresses: no escapes, no dots at the start of a part, nothing to decide.
const PLAIN_PATH = /^\/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*)?$/;
const PRINTABLE = /^[\x21-\x7e]*$/;
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;
const UNRESERVED = /[A-Za-z0-9._~-]/;

/**
 * Reads a request target as it came over the wire. Refuses what has no one meaning: other characters than printable ASCII,
 * escapes that are no UTF-8, control characters, backslashes, escaped slashes, dot segments, fragments.
 * Doubled and trailing slashes and needless escapes redirect to the canonical path, which always begins with one slash.
 */
export function parseTarget(raw: string, maxBytes: number): Target {
  if (raw.length > maxBytes) return { kind: 'refused', status: 414, code: 'address_too_long' };
  if (PLAIN_PATH.test(raw)) return { kind: 'canonical', path: raw, search: '', authority: undefined };
  if (!PRINTABLE.test(raw) || raw.includes('#')) return refuse('bad_address');
  const authority = ABSOLUTE.exec(raw);
  const target = authority === null ? raw : raw.slice(authority[0].length) || '/';
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const search = mark < 0 ? '' : target.slice(mark);
  if (!isSoundQuery(search)) return refuse('bad_query');
  const canonical = canonicalPath(path === '' && authority !== null ? '/' : path);
  if (canonical === undefined) return refuse('bad_path');
  const query = search === '?' ? '' : search;
  if (canonical !== path && path !== '') return { kind: 'redirect', location: canonical + query };
  return { kind: 'canonical', path: canonical, search: query, authority: authority?.[1] };
}

/** The canonical path, or undefined for one that has no meaning here. */
function canonicalPath(path: string): string | undefined {
  if (!path.startsWith('/')) return undefined;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '') continue;
    const text = decode(part);
    if (text === undefined || text === '.' || text === '..' || hasForbidden(text)) return undefined;
    parts.push(part.includes('%') ? normalizeEscapes(part) : part);
  }
  return `/${parts.join('/')}`;
}

/**
 * The query with only the allowed parameters, in the given order, of a repeated one the first, without empty values:
 * what a cache key is made of. `?b=2&utm=x&a=1&a=3` with allowed `['a', 'b']` is `a=1&b=2`.
 */
export function canonicalQuery(search: string, allowed: readonly string[]): string {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of allowed) {
    const value = given.get(name);
    if (value !== null && value !== '') kept.set(name, value);
  }
  return kept.toString();
}

function isSoundQuery(search: string): boolean {
  if (!search.includes('%')) return true;
  const text = decode(search);
  return text !== undefined && !text.includes('\0');
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function hasForbidden(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\u0000-\u001f\u007f-\u009f/\\]/.test(text);
}

/** RFC 3986, 6.2.2: escapes of plain characters are undone, the others written in capitals. */
function normalizeEscapes(part: string): string {
  return part.replace(/%([0-9A-Fa-f]{2})/g, (whole, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : whole.toUpperCase();
  });
}

function refuse(code: string): Target {
  return { kind: 'refused', status: 400, code };
}
