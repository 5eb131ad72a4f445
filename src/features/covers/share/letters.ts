import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The code points our fonts have, as ranges from and to. Written down when the fonts were made. */
const COVERAGE: [from: number, to: number][] = JSON.parse(readFileSync(join(import.meta.dirname, 'fonts/coverage.json'), 'utf8'));

/**
 * The text as our fonts can set it: in composed letters, without soft hyphens and other unseen signs, spaces drawn
 * together. Empty when a letter or digit is missing, because half a name is worse than none; other missing signs are
 * dropped.
 */
export function settableText(text: string): string {
  const letters = Array.from(text.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
  const missing = letters.filter((letter) => !isCovered(letter) && !/\s/u.test(letter));
  if (missing.some((letter) => /[\p{L}\p{N}]/u.test(letter))) return '';
  return letters
    .filter((letter) => !missing.includes(letter))
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
}

function isCovered(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  return COVERAGE.some(([from, to]) => code >= from && code <= to);
}
