import { WORDS_A_TO_B } from './words/a-to-b.ts';
import { WORDS_C_TO_E } from './words/c-to-e.ts';
import { WORDS_F_TO_K } from './words/f-to-k.ts';
import { WORDS_L_TO_Q } from './words/l-to-q.ts';
import { WORDS_R_TO_S } from './words/r-to-s.ts';
import { WORDS_T_TO_Z } from './words/t-to-z.ts';

/** A word of the old tales: what it means in one line, and how it stands in texts. `slug` names it in addresses. */
export type OldWord = {
  word: string;
  slug: string;
  forms: readonly string[];
  meaning: string;
  /** With a capital it is a name: "the Moors". */
  isSmallOnly: boolean;
};

/**
 * All of them, from A to Z. A line is `word, form, form: Meaning.`; the word is a form itself. Where it also means something that everybody
 * knows, the forms that make sure stand in brackets, and only they are found: `page [page boy, king's page]: …`. A star before the word:
 * only in small letters.
 */
export const OLD_WORDS: readonly OldWord[] = [WORDS_A_TO_B, WORDS_C_TO_E, WORDS_F_TO_K, WORDS_L_TO_Q, WORDS_R_TO_S, WORDS_T_TO_Z]
  .flatMap((lines) => lines.trim().split('\n'))
  .map(readLine);

function readLine(line: string): OldWord {
  const [, star, names = '', sure, meaning = ''] = /^(\*?)([^:[]+?)(?: \[(.+)\])?: (.+)$/.exec(line) ?? [];
  const [word = '', ...others] = names.split(', ');
  return {
    word,
    slug: word
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .replace(/^-|-$/g, ''),
    forms: sure === undefined ? [word, ...others] : sure.split(', '),
    meaning,
    isSmallOnly: star === '*',
  };
}
