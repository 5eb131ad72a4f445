import { countWords, htmlToText } from '#src/features/tales/plain-text.ts';

const WORDS_A_MINUTE = 200;
/** What readers see of a tale without a text. */
const WITHOUT_TEXT = 10;

/** How long a text takes to read silently, in whole minutes, and how many words it has: as the site counts when it is saved. */
export function minutesOf(html: string): { words: number; minutes: number } {
  const words = countWords(htmlToText(html));
  return { words, minutes: words === 0 ? WITHOUT_TEXT : Math.ceil(words / WORDS_A_MINUTE) };
}
