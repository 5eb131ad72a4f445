/** What text from outside must be before it is kept, and how a reader counts it. */

/** Made when it is wanted first: that takes tens of milliseconds, and a process that reads a book may never want it. */
const graphemes = () => {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return segmenter;
};
let segmenter: Intl.Segmenter | undefined;
/** Letters and signs of which none ever joins another: to ask the segmenter costs a thousand times as much. */
const SEPARATE = /^[\t\n -\u02ff\u2010-\u2027]*$/;

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
  if (SEPARATE.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemes().segment(text)) count += 1;
  return count;
}

/** The beginning of a text: so many characters as a reader counts them. No more of it is looked at. */
export function firstCharacters(text: string, most: number): string {
  if (SEPARATE.test(text.slice(0, most + 1))) return text.slice(0, most);
  let count = 0;
  for (const { index } of graphemes().segment(text)) {
    if (count === most) return text.slice(0, index);
    count += 1;
  }
  return text;
}
