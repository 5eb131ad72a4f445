/** What XML 1.0 (section 2) makes of characters, for whoever writes it. */

/** What has no place in XML 1.0 (2.2): most control characters, halves of pairs, U+FFFE and U+FFFF. */
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
  /** Which of `&<>"`, tab and line breaks are escaped, as a pattern for all of them. Default all. */
  which?: RegExp;
  /** Stands for each character that XML cannot hold. */
  instead: string;
};

/** The text as it stands in XML. Line breaks that are escaped come through as they are. */
export function escapeXml(text: string, { which = /[&<>"\t\n\r]/g, instead }: Options): string {
  return text.replace(NO_CHARACTERS, instead).replace(which, (character) => ESCAPES[character] ?? character);
}
