/** The text of a tale: what of it may be kept (requirement S19), its plain words, and how many. */
import sanitize from 'sanitize-html';
import { type AttributeRule, CLASSES, rulesOf } from './content-attributes.ts';

/** Raised with every change of the rules, so that tales cleaned by older ones are found and cleaned again. */
export const CLEANER_VERSION = 1;

const BLOCKS = [
  ...['h2', 'h3', 'h4', 'p', 'hr', 'blockquote', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'div', 'section'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col'],
];
const PHRASES = ['br', 'em', 'strong', 'i', 'b', 'small', 'sup', 'sub', 'cite', 'q', 'a', 'img', 'span'];
const RULES = new Map([...BLOCKS, ...PHRASES].map((tag) => [tag, rulesOf(tag)]));
/** Not only these elements go but all that stands in them: browsers read their insides by other rules. */
const DROPPED_WHOLE = [
  ...['script', 'style', 'textarea', 'xmp', 'noembed', 'noframes', 'plaintext', 'title', 'noscript', 'iframe', 'template'],
  ...['svg', 'math', 'select', 'option', 'object', 'applet', 'video', 'audio', 'canvas', 'head'],
];
const RENAMED = new Map([
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
]);
/** Elements deeper than this are taken out, and what stands in them stays. */
const MOST_DEEP = 50;
/** The parser's time grows with the square of the depth. */
const TOO_DEEP = 1_000;
const MOST_PASSES = 5;
const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });
const BLOCK_TAG = new RegExp(`</?(?:${BLOCKS.join('|')})(?: [^>]*)?>`, 'g');
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

export type CleanContent = {
  html: string;
  /** Something was taken out or renamed. */
  changed: boolean;
  /** Nested so deeply that nothing of it was read; `html` is empty. */
  isTooDeep: boolean;
};

/** The HTML with everything taken out that is not on the list of what tales need. Cleaning what is clean changes nothing. */
export function cleanHtml(html: string): CleanContent {
  const seen = { changed: false };
  try {
    return { html: settle(html, optionsFor(seen)), changed: seen.changed, isTooDeep: false };
  } catch (error) {
    if (error instanceof TooDeepError) return { html: '', changed: true, isTooDeep: true };
    throw error;
  }
}

/** The words of clean HTML without its marks; blocks are parted by an empty line, lines by a line break. */
export function htmlToText(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/<br(?: [^>]*)?>/g, '\n')
    .replace(BLOCK_TAG, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** How many words a reader reads. Scripts that part no words by spaces are parted by a dictionary. */
export function countWords(text: string): number {
  const spaced = text.replace(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]+/gu, splitRun);
  return spaced.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Cf}'’.-]*/gu)?.length ?? 0;
}

/** Where an element is taken out from between two others, these may read otherwise: so again, until nothing moves any more. */
function settle(html: string, options: sanitize.IOptions): string {
  let clean = sanitize(html, options).trim();
  for (let pass = 2; pass <= MOST_PASSES; pass += 1) {
    const again = sanitize(clean, options).trim();
    if (again === clean) return clean;
    clean = again;
  }
  return clean;
}

class TooDeepError extends Error {}

function optionsFor(seen: { changed: boolean }): sanitize.IOptions {
  let depth = 0;
  return {
    allowedTags: [...RULES.keys()],
    disallowedTagsMode: 'discard',
    nonTextTags: DROPPED_WHOLE,
    nestingLimit: MOST_DEEP,
    onOpenTag: () => {
      depth += 1;
      if (depth > MOST_DEEP) seen.changed = true;
      if (depth > TOO_DEEP) throw new TooDeepError();
    },
    onCloseTag: () => {
      depth -= 1;
    },
    transformTags: {
      '*': (name, attributes) => {
        const tagName = RENAMED.get(name) ?? name;
        const attribs = cleanAttributes(tagName, attributes);
        seen.changed ||= !RULES.has(name) || Object.keys(attributes).some((key) => !Object.hasOwn(attribs, key));
        return { tagName, attribs };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
    // Decided above already, and here once more by other code.
    allowedAttributes: Object.fromEntries(
      [...RULES].map(([tag, rules]) => [tag, [...Object.keys(rules), ...(tag === 'a' ? ['rel'] : [])]]),
    ),
    allowedClasses: { '*': CLASSES },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
  };
}

function cleanAttributes(tag: string, attributes: Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = {};
  const rules: Record<string, AttributeRule> = RULES.get(tag) ?? {};
  for (const [name, rule] of Object.entries(rules)) {
    const value = Object.hasOwn(attributes, name) ? rule(attributes[name] ?? '') : undefined;
    if (value !== undefined) kept[name] = value;
  }
  if (kept.href !== undefined && /^https?:/.test(kept.href)) kept.rel = 'noopener';
  return kept;
}

function splitRun(run: string): string {
  return ` ${Array.from(wordSegmenter.segment(run), ({ segment }) => segment).join(' ')} `;
}
