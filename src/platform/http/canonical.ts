/** The canonical form of a request target, a redirect to it, or a rejection. */
type Target =
  | { kind: 'canonical'; path: string; search: string; authority: string | undefined }
  | { kind: 'redirect'; location: string }
  | { kind: 'refused'; status: 400 | 414; code: string };

// Fast path for most URLs: no escapes, no dot segments.
const PLAIN_PATH = /^\/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*)?$/;
const PRINTABLE = /^[\x21-\x7e]*$/;
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;
const UNRESERVED = /[A-Za-z0-9._~-]/;

/**
 * Parses a request target. Rejects ambiguous ones: characters other than printable ASCII, escapes that are not UTF-8, control characters,
 * backslashes, escaped slashes, dot segments, fragments. Repeated and trailing slashes and unnecessary escapes redirect to the canonical
 * path, which always begins with a single slash.
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
  if (!isValidQuery(search)) return refuse('bad_query');
  const canonical = canonicalPath(path === '' && authority !== null ? '/' : path);
  if (canonical === undefined) return refuse('bad_path');
  const query = search === '?' ? '' : search;
  if (canonical !== path && path !== '') return { kind: 'redirect', location: canonical + query };
  return { kind: 'canonical', path: canonical, search: query, authority: authority?.[1] };
}

/** Returns the canonical path, undefined for an invalid one. */
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
 * Returns the query with only the allowed parameters, in the given order, without repeated and empty ones: the part of a cache key.
 * `?b=2&utm=x&a=1&a=3` with allowed `['a', 'b']` is `a=1&b=2`.
 */
export function canonicalQuery(search: string, allowed: readonly string[]): string {
  const given = new URLSearchParams(search);
  const query = new URLSearchParams();
  for (const name of allowed) {
    const value = given.get(name);
    if (value !== null && value !== '') query.set(name, value);
  }
  return query.toString();
}

function isValidQuery(search: string): boolean {
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are intended
  return /[\u0000-\u001f\u007f-\u009f/\\]/.test(text);
}

/** Normalises escapes (RFC 3986, 6.2.2): decodes unreserved characters, uses upper-case hexadecimal for others. */
function normalizeEscapes(part: string): string {
  return part.replace(/%([0-9A-Fa-f]{2})/g, (whole, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : whole.toUpperCase();
  });
}

function refuse(code: string): Target {
  return { kind: 'refused', status: 400, code };
}
