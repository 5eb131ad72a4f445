/** Validation and counting of text. */

/** Created lazily: that takes tens of milliseconds, and many processes never need it. */
const graphemes = () => {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return segmenter;
};
let segmenter: Intl.Segmenter | undefined;
/** Characters that never combine. The segmenter is a thousand times slower. */
const SEPARATE = /^[\t\n -\u02ff\u2010-\u2027]*$/;

/** Whether the text cannot be stored: it contains NUL or a lone surrogate. */
export function hasLoneSurrogate(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/** Whether nothing of the text is visible: white space, format characters, lone combining marks. */
export function isBlank(text: string): boolean {
  return !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** Counts characters as users see them (grapheme clusters): a letter with accents is one, and so is a family emoji. */
export function countCharacters(text: string): number {
  if (SEPARATE.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemes().segment(text)) count += 1;
  return count;
}

/** Returns the first `most` characters as users see them. Reads no more of the text. */
export function firstCharacters(text: string, most: number): string {
  if (SEPARATE.test(text.slice(0, most + 1))) return text.slice(0, most);
  let count = 0;
  for (const { index } of graphemes().segment(text)) {
    if (count === most) return text.slice(0, index);
    count += 1;
  }
  return text;
}

/** Characters that XML 1.0 (2.2) does not allow: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const NO_CHARACTERS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

type Options = {
  /** Pattern of the characters to escape, of `&<>"`, tab and line breaks. Default all. */
  which?: RegExp;
  /** Replaces each character that XML does not allow. Default U+FFFD. */
  instead?: string;
};

/** Escapes text for XML. Escaped line breaks survive attribute normalisation. */
export function escapeXml(text: string, { which = /[&<>"\t\n\r]/g, instead = '\uFFFD' }: Options = {}): string {
  return text.replace(NO_CHARACTERS, instead).replace(which, (character) => ESCAPES[character] ?? character);
}
