/**
 * The elements, attributes and URLs allowed in the text of a tale. Safe in the browser: the editor's schema follows the same list as the
 * sanitizer on the server.
 */
import { parseUrl } from '#src/urls.ts';

export const BLOCK_TAGS = [
  ...['h2', 'h3', 'h4', 'p', 'hr', 'blockquote', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'div', 'section'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col'],
];
export const INLINE_TAGS = ['br', 'em', 'strong', 'i', 'b', 'small', 'sup', 'sub', 'cite', 'q', 'a', 'img', 'span'];
/** Removed together with their content, which browsers parse by different rules. */
export const DROPPED_WITH_CONTENT = [
  ...['script', 'style', 'textarea', 'xmp', 'noembed', 'noframes', 'plaintext', 'title', 'noscript', 'iframe', 'template'],
  ...['svg', 'math', 'select', 'option', 'object', 'applet', 'video', 'audio', 'canvas', 'head'],
];
export const RENAMED_TAGS: ReadonlyMap<string, string> = new Map([
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
]);
export const ALLOWED_CLASSES = ['verse', 'centre', 'right', 'small-caps'];

/** Returns the value to store, or undefined to drop the attribute. */
export type AttributeRule = (value: string) => string | undefined;
type Rules = Record<string, AttributeRule>;

const GLOBAL_RULES: Rules = {
  lang: (value) => (/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(value) ? value : undefined),
  dir: (value) => oneOf(['ltr', 'rtl', 'auto'], value.toLowerCase()),
  class: (value) =>
    value
      .split(/\s+/)
      .filter((name) => ALLOWED_CLASSES.includes(name))
      .join(' ') || undefined,
};
const CELL_RULES: Rules = {
  colspan: smallNumber,
  rowspan: smallNumber,
  scope: (value) => oneOf(['row', 'col', 'rowgroup', 'colgroup'], value),
};
const TAG_RULES = new Map<string, Rules>([
  ['a', { href: sanitizeHref }],
  ['img', { src: sanitizeMediaPath, alt: (value) => value, width: smallNumber, height: smallNumber }],
  ['ol', { start: smallNumber }],
  ['td', CELL_RULES],
  ['th', CELL_RULES],
  ['col', { span: smallNumber }],
  ['colgroup', { span: smallNumber }],
]);
/** Never link targets. */
const TAGS_WITHOUT_ID = ['span', 'div'];

/** The rules of all attributes an element may have, by attribute name. */
export function attributeRules(tag: string): Rules {
  return { ...GLOBAL_RULES, ...(TAGS_WITHOUT_ID.includes(tag) ? {} : { id: prefixId }), ...TAG_RULES.get(tag) };
}

/** Prefixes ids in tales, so that they cannot clash with ids of the page. `sanitizeHref` does the same to links. */
function prefixId(id: string): string | undefined {
  if (!/^[\p{L}\p{N}_.:-]{1,100}$/u.test(id)) return undefined;
  return id.startsWith('t-') ? id : `t-${id}`;
}

function smallNumber(value: string): string | undefined {
  return /^[0-9]{1,4}$/.test(value) ? value : undefined;
}

function oneOf(allowed: string[], value: string): string | undefined {
  return allowed.includes(value) ? value : undefined;
}

/** Stands for the origin of this site, so that relative URLs can be resolved and recognised. */
const BASE_HOST = 'here.invalid';
const BASE_URL = `https://${BASE_HOST}/tale/tale`;

/**
 * Normalizes a link as a browser would parse it; undefined if it is not allowed. Allowed are http, https, mailto, paths on this site and
 * in-page fragments, which get the prefix of ids in tales.
 */
export function sanitizeHref(href: string): string | undefined {
  const trimmed = stripIgnored(href);
  if (trimmed.startsWith('#'))
    return /^#[\p{L}\p{N}_.:-]{1,100}$/u.test(trimmed) ? `#${trimmed.startsWith('#t-') ? '' : 't-'}${trimmed.slice(1)}` : undefined;
  const url = parse(trimmed);
  if (url === undefined) return undefined;
  if (url.protocol === 'mailto:') return url.href;
  if (url.host === BASE_HOST) return localPath(url);
  const isPlain = (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
  return isPlain ? url.href : undefined;
}

/** Normalizes the URL of an image below /media/ on this site; undefined for any other. */
export function sanitizeMediaPath(src: string): string | undefined {
  const url = parse(stripIgnored(src));
  const isLocal = url !== undefined && url.protocol === 'https:' && url.host === BASE_HOST;
  return isLocal && /^\/media\/[\w./-]+$/.test(url.pathname) && url.search === '' && url.hash === '' ? url.pathname : undefined;
}

/** Whether this is the URL of an image on this site, optionally with a focal point in per cent (`#x40y25`). */
export function isCoverUrl(url: string): boolean {
  const [, image = '', x, y] = /^([^#]*)(?:#x(0|[1-9]\d{0,2})y(0|[1-9]\d{0,2}))?$/.exec(url) ?? [];
  return sanitizeMediaPath(image) === image && [x, y].every((part) => part === undefined || Number(part) <= 100);
}

/** Removes what browsers ignore in URLs: control characters and spaces around them, tabs and line breaks within. */
function stripIgnored(url: string): string {
  return url.replace(/^[\0-\x20]+|[\0-\x20]+$/g, '').replace(/[\t\n\r]/g, '');
}

/** URLs that begin with two slashes name another host. */
function parse(trimmed: string): URL | undefined {
  if (/^[\\/]{2}/.test(trimmed)) return undefined;
  return parseUrl(trimmed, BASE_URL);
}

/** Rejects paths such as `/.//other.host/`, which normalize to two leading slashes. */
function localPath(url: URL): string | undefined {
  const path = url.pathname + url.search + url.hash;
  return url.protocol === 'https:' && !path.startsWith('//') ? path : undefined;
}
