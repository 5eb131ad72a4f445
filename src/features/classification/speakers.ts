import type { Theme } from './words/lexicon.ts';
import { type WordList, wordsOf } from './words/words-of.ts';

/** Things and stars that speak are of `wonders`. The earlier one counts where a word is of two. */
const KINDS = ['people', 'creatures', 'animals', 'wonders'] as const satisfies readonly Theme[];
type Kind = (typeof KINDS)[number];

/** By kind, who speaks in a text: shares that add up to less than 1. */
export type Speakers = Record<Kind, number>;

const SAID = new Set(
  `said says say cried cries asked answered replied thought shouted exclaimed quoth growled sagte sprach rief fragte antwortete dachte schrie
  sagde spurgte svarede råbte tænkte zei zeide riep vroeg antwoordde dacht sprak dit dijo preguntó contestó respondió exclamó gritó répondit
  demanda cria sade frågade swarade ropade tänkte`.split(/\s+/),
);
const PRONOUN = /^(?:he|she|er|sie|es|hun|han|hij|zij|ze|il|elle|i|they|you|we)$/;
/** Where the speaker stands: “said the old fox”, and before it, “the fox said”. */
const PLACES = [1, 2, 3, 4, -1, -2];

/** Goes by what stands next to a word of speaking. `words`: as `wordsIn` has them. */
export function findSpeakers(words: readonly string[], language: string): Speakers {
  const counts: Speakers = { people: 0, creatures: 0, animals: 0, wonders: 0 };
  const list = wordsOf(language);
  let named = 0;
  for (const [index, word] of words.entries()) {
    if (list === undefined || !SAID.has(word)) continue;
    const kind = speakerAt(words, index, list);
    if (kind === undefined) continue;
    counts[kind] += 1;
    named += 1;
  }
  for (const kind of KINDS) counts[kind] /= named + 1;
  return counts;
}

function speakerAt(words: readonly string[], index: number, list: WordList): Kind | undefined {
  for (const place of PLACES) {
    const word = words[index + place];
    if (word === undefined) continue;
    if (PRONOUN.test(word)) return undefined;
    const themes = list.meaningsOf(word).map(({ theme }) => theme);
    const kind = KINDS.find((each) => themes.includes(each));
    if (kind !== undefined) return kind;
  }
  return undefined;
}
