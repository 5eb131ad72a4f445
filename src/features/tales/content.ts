/** The text of a tale: what of it may be kept (requirement S19), its plain words, and how many. */
import sanitize from 'sanitize-html';
import { cleanHref, cleanMediaAddress } from './content-addresses.ts';

/** Raised with every change of the rules, so that tales cleaned by older ones are found and cleaned again. */
export const CLEANER_VERSION = 1;

const BLOCKS = [
  ...['h2', 'h3', 'h4', 'p', 'hr', 'blockquote', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'div', 'section'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col'],
];
const PHRASES = ['br', 'em', 'strong', 'i', 'b', 'small', 'sup', 'sub', 'cite', 'q', 'a', 'img', 'span'];
const TAGS = new Set([...BLOCKS, ...PHRASES]);
/** Not only these elements go but all that stands in them: browsers read their insides by other rules. */
const DROPPED_WHOLE = [
  ...['script', 'style', 'textarea', 'xmp', 'noembed', 'noframes', 'plaintext', 'title', 'noscript', 'iframe', 'template'],
  ...['svg', 'math', 'select', 'option', 'object', 'applet', 'video', 'audio', 'canvas', 'head'],
];
const RENAMED: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4' };
const CLASSES = new Set(['verse', 'centre', 'right', 'small-caps']);
const MOST_DEEP = 50;

type Attributes = Record<string, string>;

const CELL = {
  colspan: readSmallNumber,
  rowspan: readSmallNumber,
  scope: (value: string) => oneOf(value, ['row', 'col', 'rowgroup', 'colgroup']),
};
const EVERYWHERE: Record<string, (value: string) => string | undefined> = {
  lang: (value) => (/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(value) ? value : undefined),
  dir: (value) => oneOf(value.toLowerCase(), ['ltr', 'rtl', 'auto']),
  class: (value) =>
    value
      .split(/\s+/)
      .filter((name) => CLASSES.has(name))
      .join(' ') || undefined,
};
const OWN: Record<string, Record<string, (value: string) => string | undefined>> = {
  a: { href: cleanHref },
  img: { src: cleanMediaAddress, alt: (value) => value, width: readSmallNumber, height: readSmallNumber },
  ol: { start: readSmallNumber },
  td: CELL,
  th: CELL,
  col: { span: readSmallNumber },
  colgroup: { span: readSmallNumber },
};

/**
 * The HTML with everything taken out that is not on the list of what tales need. `changed` says that something was taken out
 * or renamed. Cleaning what is clean changes nothing.
 */
export function cleanHtml(html: string): { html: string; changed: boolean } {
  let changed = false;
  let depth = 0;
  const clean = sanitize(html, {
    allowedTags: [...TAGS],
    allowedAttributes: false,
    nonTextTags: DROPPED_WHOLE,
    disallowedTagsMode: 'discard',
    nestingLimit: MOST_DEEP,
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    onOpenTag: () => {
      depth += 1;
      changed ||= depth > MOST_DEEP;
    },
    onCloseTag: () => {
      depth -= 1;
    },
    transformTags: {
      '*': (name, attributes) => {
        const tagName = RENAMED[name] ?? name;
        const kept = cleanAttributes(tagName, attributes);
        const isSame = tagName === name && TAGS.has(name) && Object.keys(attributes).every((key) => key in kept);
        changed ||= !isSame;
        return { tagName, attribs: kept };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
  });
  return { html: clean.trim(), changed };
}

/** The words of clean HTML without its marks; blocks are parted by an empty line, lines by a line break. */
export function htmlToText(html: string): string {
  const blocks = new RegExp(`</?(?:${BLOCKS.join('|')})(?: [^>]*)?>`, 'g');
  return html
    .replace(/\s+/g, ' ')
    .replace(/<br(?: [^>]*)?>/g, '\n')
    .replace(blocks, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: 'lt') => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name])
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** How many words a reader reads. Scripts that part no words by spaces are parted by a dictionary. */
export function countWords(text: string): number {
  const spaced = text.replace(
    /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]+/gu,
    (run) => ` ${splitRun(run)} `,
  );
  return spaced.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Cf}'’.-]*/gu)?.length ?? 0;
}

function splitRun(run: string): string {
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(segmenter.segment(run), ({ segment }) => segment).join(' ');
}

function cleanAttributes(tag: string, attributes: Attributes): Attributes {
  const rules = { ...EVERYWHERE, ...OWN[tag], ...(tag === 'span' || tag === 'div' ? {} : { id: readId }) };
  const kept: Attributes = {};
  for (const [name, rule] of Object.entries(rules)) {
    const given = attributes[name];
    const value = given === undefined ? undefined : rule(given);
    if (value !== undefined) kept[name] = value;
  }
  if (tag === 'a' && kept.href !== undefined && /^https?:/.test(kept.href)) kept.rel = 'noopener';
  return kept;
}

/** Ids in tales have a prefix of their own, so that none is the same as one of the page's. */
function readId(id: string): string | undefined {
  if (!/^[\p{L}\p{N}_.:-]{1,100}$/u.test(id)) return undefined;
  return id.startsWith('t-') ? id : `t-${id}`;
}

function readSmallNumber(value: string): string | undefined {
  return /^[0-9]{1,4}$/.test(value) ? value : undefined;
}

function oneOf(value: string, allowed: string[]): string | undefined {
  return allowed.includes(value) ? value : undefined;
}
