const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Characters as a reader counts them, and as the server does: a letter with its accents is one, and so is a family of emoji. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}
