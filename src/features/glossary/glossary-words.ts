import { WORDS_A_TO_G } from './words/a-to-g.ts';
import { WORDS_H_TO_R } from './words/h-to-r.ts';
import { WORDS_S_TO_Z } from './words/s-to-z.ts';

/** An old word with its meaning and the forms found in texts. `slug` identifies it in URLs. */
export type GlossaryWord = {
  word: string;
  slug: string;
  forms: readonly string[];
  meaning: string;
  /** Capitalized it is a name: "the Moors". */
  isLowercaseOnly: boolean;
};

/**
 * All words from A to Z. Line format: `word, form, form: Meaning.`; the word itself is also a form. For ambiguous words, only the forms in
 * brackets match: `page [page boy, king's page]: …`. A leading star: lower case only.
 */
export const GLOSSARY: readonly GlossaryWord[] = [...WORDS_A_TO_G, ...WORDS_H_TO_R, ...WORDS_S_TO_Z].map(readLine);

function readLine(line: string): GlossaryWord {
  const [, star, names = '', exact, meaning = ''] = /^(\*?)([^:[]+?)(?: \[(.+)\])?: (.+)$/.exec(line) ?? [];
  const [word = '', ...others] = names.split(', ');
  return {
    word,
    slug: word
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .replace(/^-|-$/g, ''),
    forms: exact === undefined ? [word, ...others] : exact.split(', '),
    meaning,
    isLowercaseOnly: star === '*',
  };
}
