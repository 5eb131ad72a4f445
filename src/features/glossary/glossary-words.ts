import { wordsWithin } from './components/highlight-words.ts';
import { type GlossaryWord, packForms, parseGlossaryLine } from './glossary-line.ts';
import { WORDS_A_TO_G } from './words/a-to-g.ts';
import { WORDS_H_TO_R } from './words/h-to-r.ts';
import { WORDS_S_TO_Z } from './words/s-to-z.ts';

/** The lines of all words from A to Z; for their format see parseGlossaryLine. */
export const GLOSSARY_LINES = [...WORDS_A_TO_G, ...WORDS_H_TO_R, ...WORDS_S_TO_Z];

export const GLOSSARY: readonly GlossaryWord[] = GLOSSARY_LINES.map(parseGlossaryLine);

/** Returns the lines of all words, packed and without meanings. */
export function packGlossary(lines: readonly string[]): string {
  return lines.map((line) => packForms(line.replace(/: .+/, ''))).join('|');
}

/** Returns the words that may be in an HTML text, packed for its page. */
export function packWordsOf(html: string): string {
  const found = new Set<GlossaryWord>(wordsWithin(html, GLOSSARY));
  return packGlossary(GLOSSARY_LINES.filter((_, index) => found.has(GLOSSARY[index] as GlossaryWord)));
}
