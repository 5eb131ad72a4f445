/** The text of a tale: what of it may be kept (requirement S19). */
import sanitize from 'sanitize-html';
import { type AttributeRule, CLASSES, rulesOf } from './content-attributes.ts';
import { BLOCKS, DROPPED_WHOLE, PHRASES, RENAMED } from './content-elements.ts';

/** Raised with every change of the rules, so that tales cleaned by older ones are found and cleaned again. */
export const CLEANER_VERSION = 1;

const RULES = new Map([...BLOCKS, ...PHRASES].map((tag) => [tag, rulesOf(tag)]));
/** Elements deeper than this are taken out, and what stands in them stays. */
const MOST_DEEP = 50;
/** The parser's time grows with the square of the depth. */
const TOO_DEEP = 1_000;
const MOST_PASSES = 5;
/** The same for every text. */
const OPTIONS: sanitize.IOptions = {
  allowedTags: [...RULES.keys()],
  disallowedTagsMode: 'discard',
  nonTextTags: DROPPED_WHOLE,
  nestingLimit: MOST_DEEP,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  // Decided by transformTags already, and here once more by other code.
  allowedAttributes: Object.fromEntries([...RULES].map(([tag, rules]) => [tag, [...Object.keys(rules), ...(tag === 'a' ? ['rel'] : [])]])),
  allowedClasses: { '*': CLASSES },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
};
const SPACE = ' \t\r\n\f';

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

/** The last text of which it was seen that cleaning leaves it as it is: an importer cleans one, looks at it, and hands it in. */
let lastClean = '';

/** Where an element is taken out from between two others, these may read otherwise: so again, until nothing moves any more. */
function settle(html: string, options: sanitize.IOptions): string {
  if (html === lastClean) return html;
  let clean = html;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const again = trimSpace(sanitize(clean, options));
    if (again === clean) {
      lastClean = clean;
      return clean;
    }
    clean = again;
  }
  return clean;
}

/** White space as HTML has it: a space that is not to break is a letter of the tale, and stays. */
function trimSpace(html: string): string {
  let start = 0;
  let end = html.length;
  while (start < end && SPACE.includes(html.charAt(start))) start += 1;
  while (end > start && SPACE.includes(html.charAt(end - 1))) end -= 1;
  return html.slice(start, end);
}

class TooDeepError extends Error {}

function optionsFor(seen: { changed: boolean }): sanitize.IOptions {
  let depth = 0;
  return {
    ...OPTIONS,
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
