/** What text from outside must be before it is kept, and how a reader counts it. */

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** True for text that cannot be stored: it has a NUL, or half of a surrogate pair. */
export function isBroken(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/** True when nothing of the text would be seen: white space, format marks, lone combining marks. */
export function isBlank(text: string): boolean {
  return !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** Characters as a reader counts them: a letter with its accents is one, and so is a family of emoji. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}
