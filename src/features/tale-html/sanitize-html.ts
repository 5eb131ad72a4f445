/** Sanitizes the HTML of tales (specification S19). */
import sanitize from 'sanitize-html';
import {
  ALLOWED_CLASSES,
  type AttributeRule,
  attributeRules,
  BLOCK_TAGS,
  DROPPED_WITH_CONTENT,
  INLINE_TAGS,
  RENAMED_TAGS,
} from './sanitizer-allow-list.ts';

/** Raise with every change of the rules: tales sanitized by an older version are then sanitized again. */
export const SANITIZER_VERSION = 1;

const RULES = new Map([...BLOCK_TAGS, ...INLINE_TAGS].map((tag) => [tag, attributeRules(tag)]));
/** Deeper elements are removed, their content stays. */
const MAX_DEPTH = 50;
/** Deeper documents are rejected: parsing time grows with the square of the depth. */
const REJECT_DEPTH = 1_000;
const MAX_PASSES = 5;
const OPTIONS: sanitize.IOptions = {
  allowedTags: [...RULES.keys()],
  disallowedTagsMode: 'discard',
  nonTextTags: DROPPED_WITH_CONTENT,
  nestingLimit: MAX_DEPTH,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  // A second check, independent of transformTags.
  allowedAttributes: Object.fromEntries([...RULES].map(([tag, rules]) => [tag, [...Object.keys(rules), ...(tag === 'a' ? ['rel'] : [])]])),
  allowedClasses: { '*': ALLOWED_CLASSES },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
};
/** White space of HTML. A no-break space is part of the text. */
const SPACE = ' \t\r\n\f';

type SanitizedHtml = {
  html: string;
  /** Something was removed or renamed. */
  changed: boolean;
  /** Nested too deeply to be parsed; `html` is empty. */
  isTooDeep: boolean;
};

/** Removes everything that is not on the allow list. Idempotent. */
export function sanitizeHtml(html: string): SanitizedHtml {
  const seen = { changed: false };
  try {
    return { html: sanitizeUntilStable(html, optionsFor(seen)), changed: seen.changed, isTooDeep: false };
  } catch (error) {
    if (error instanceof TooDeepError) return { html: '', changed: true, isTooDeep: true };
    throw error;
  }
}

/** The last stable result. The importer sanitizes each text twice. */
let lastClean = '';

/** Removing an element can change how its neighbours parse, so this repeats until nothing changes. */
function sanitizeUntilStable(html: string, options: sanitize.IOptions): string {
  if (html === lastClean) return html;
  let clean = html;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const again = trimSpace(sanitize(clean, options));
    if (again === clean) {
      lastClean = clean;
      return clean;
    }
    clean = again;
  }
  return clean;
}

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
      if (depth > MAX_DEPTH) seen.changed = true;
      if (depth > REJECT_DEPTH) throw new TooDeepError();
    },
    onCloseTag: () => {
      depth -= 1;
    },
    transformTags: {
      '*': (name, attributes) => {
        const tagName = RENAMED_TAGS.get(name) ?? name;
        const attribs = sanitizeAttributes(tagName, attributes);
        seen.changed ||= !RULES.has(name) || Object.keys(attributes).some((key) => !Object.hasOwn(attribs, key));
        return { tagName, attribs };
      },
    },
  };
}

function sanitizeAttributes(tag: string, attributes: Record<string, string>): Record<string, string> {
  const allowed: Record<string, string> = {};
  const rules: Record<string, AttributeRule> = RULES.get(tag) ?? {};
  for (const [name, rule] of Object.entries(rules)) {
    const value = Object.hasOwn(attributes, name) ? rule(attributes[name] ?? '') : undefined;
    if (value !== undefined) allowed[name] = value;
  }
  if (allowed.href !== undefined && /^https?:/.test(allowed.href)) allowed.rel = 'noopener';
  return allowed;
}
