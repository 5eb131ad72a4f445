/** The HTML allowed in tales, checked independently of the sanitizer. */

const GLOBAL = ['lang', 'dir', 'class'];
const TAGS =
  'h2 h3 h4 p br hr em strong i b small sup sub blockquote cite q ul ol li dl dt dd figure figcaption section a img span div table caption thead tbody tfoot tr th td colgroup col';
const OWN: Record<string, string[]> = {
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start'],
  td: ['colspan', 'rowspan', 'scope'],
  th: ['colspan', 'rowspan', 'scope'],
  col: ['span'],
  colgroup: ['span'],
};
const VALUES: Record<string, RegExp> = {
  lang: /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/,
  dir: /^(ltr|rtl|auto)$/,
  class: /^(verse|centre|right|small-caps)( (verse|centre|right|small-caps))*$/,
  id: /^t-[^\s"'<>&]{1,100}$/,
  rel: /^noopener$/,
  href: /^(https?:\/\/[^\s/\\@]|mailto:[^\s]|#t-[^\s"'<>]|\/(?![/\\]))/,
  src: /^\/media\/(?!.*\.\.)[\w./-]+$/,
  alt: /^/,
  width: /^\d{1,4}$/,
  height: /^\d{1,4}$/,
  start: /^\d{1,4}$/,
  span: /^\d{1,4}$/,
  colspan: /^\d{1,4}$/,
  rowspan: /^\d{1,4}$/,
  scope: /^(row|col)(group)?$/,
};
export const ALLOWED_TAGS: ReadonlySet<string> = new Set(TAGS.split(' '));
const VOID = new Set(['br', 'hr', 'img', 'col']);
const TOKEN = /<(?<end>\/?)(?<tag>[a-z0-9]+)(?<attributes>(?: [a-z]+="[^"<>]*")*)(?: \/)?>|[^<>]+/y;

/** Returns the disallowed parts of an element. `attributes`: parsed values. */
export function problemsOfElement(tag: string, attributes: Iterable<readonly [string, string]>): string[] {
  if (!ALLOWED_TAGS.has(tag)) return [`<${tag}>`];
  const names = [...GLOBAL, ...(tag === 'span' || tag === 'div' ? [] : ['id']), ...(OWN[tag] ?? [])];
  return [...attributes]
    .filter(([name, value]) => !names.includes(name) || !VALUES[name]?.test(value))
    .map(([name, value]) => `<${tag} ${name}="${value}">`);
}

/** Parses HTML with a strict grammar that all parsers agree on. Returns what is not valid in it or not allowed. */
export function problemsIn(html: string): string[] {
  const problems: string[] = [];
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < html.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(html);
    if (match === null) return [...problems, `not clean at ${at}: ${html.slice(at, at + 60)}`];
    const { end, tag, attributes = '' } = match.groups ?? {};
    if (tag === undefined) continue;
    const pairs = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)] as const);
    problems.push(...problemsOfElement(tag, pairs));
    if (end === '/' && open.pop() !== tag) problems.push(`</${tag}> closes another`);
    if (end === '' && !VOID.has(tag)) open.push(tag);
  }
  return [...problems, ...open.map((tag) => `<${tag}> is not closed`)];
}

function decode(value: string): string {
  return value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
