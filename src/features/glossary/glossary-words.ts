import { type GlossaryWord, parseGlossaryLine } from './glossary-line.ts';
import { WORDS_A_TO_G } from './words/a-to-g.ts';
import { WORDS_H_TO_R } from './words/h-to-r.ts';
import { WORDS_S_TO_Z } from './words/s-to-z.ts';

/** The lines of all words from A to Z; for their format see parseGlossaryLine. */
export const GLOSSARY_LINES = [...WORDS_A_TO_G, ...WORDS_H_TO_R, ...WORDS_S_TO_Z];

export const GLOSSARY: readonly GlossaryWord[] = GLOSSARY_LINES.map(parseGlossaryLine);
