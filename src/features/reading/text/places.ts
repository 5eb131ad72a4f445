/**
 * A place in a text that survives what is changed elsewhere in it: number of the block, characters into the block, and the words
 * with which its sentence begins. Pure functions over the texts of the blocks. Browser-safe.
 */
import { splitSentences } from './split-sentences.ts';

/**
 * `quote`, in three lines: the last words before the sentence that the place is in; the first words of that sentence, and of those
 * after it while it is short; and in figures how many characters the place is past them, how many of the words are of the sentence
 * itself, which of all passages with those words it is, and how many such there are. Words in small letters, without marks.
 */
export type TextPlace = { block: number; char: number; quote: string };
export type Spot = { block: number; char: number };

/** At most so many characters of words. */
const BEFORE = 24;
const AFTER = 48;
/** Of a longer word its beginning. */
const WORD = 24;
/** A word of the sentence itself says more than one before it. */
const WEIGHT = 3;
/** Fewer words are chance, unless the sentence has no more. */
const LEAST = 3;

/** Scripts that part no words by spaces count by characters. */
const WORDS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

type Word = Spot & { word: string };

/** The place at this character of this block. What lies outside the text is taken in. */
export function placeAt(blocks: readonly string[], block: number, char: number): TextPlace {
  const index = Math.max(0, Math.min(block, blocks.length - 1));
  const text = blocks[index] ?? '';
  const at = Math.max(0, Math.min(char, text.length));
  const sentences = splitSentences(text, 'und');
  const { start = 0, end = text.length } = sentences.find((sentence) => sentence.end > at) ?? sentences.at(-1) ?? {};
  const words = blocks.flatMap(wordsOf);
  const first = words.findIndex((word) => word.block > index || (word.block === index && word.char >= start));
  const word = words[first];
  if (word === undefined) return { block: index, char: at, quote: '' };
  const before = within(words.slice(Math.max(0, first - BEFORE), first).reverse(), BEFORE).reverse();
  const after = within(words.slice(first, first + AFTER), AFTER);
  const own = words.slice(first, first + after.length).filter((each) => each.block === index && each.char < end).length;
  const same = passages(words, after.slice(0, own));
  const figures = [word.block === index ? Math.max(0, at - word.char) : 0, own, same.indexOf(first), same.length];
  return { block: index, char: at, quote: [before.join(' '), after.join(' '), figures.join(' ')].join('\n') };
}

/**
 * Where the place is now. Its words are looked for; of several such passages the one counts that has more of the words around it, or
 * is nearest to where it was. Words that are found no more, and places without any, are where they were. Null when there is no such
 * block any more.
 */
export function findPlace(blocks: readonly string[], { block, char, quote }: TextPlace): Spot | null {
  const [before = [], after = [], figures = []] = quote.split('\n').map((line) => line.split(' ').filter((word) => word !== ''));
  const [offset = 0, own = 0, nth = 0, total = 0] = figures.map(Number);
  const words = blocks.flatMap(wordsOf);
  const same = passages(words, after.slice(0, own));
  const index = same.length === total && own > 0 ? same[nth] : likest(words, { block, char }, before, after, own);
  const found = index === undefined ? undefined : words[index];
  const spot = found === undefined ? { block, char } : { block: found.block, char: found.char + (offset || 0) };
  const text = blocks[spot.block];
  return text === undefined ? null : { block: spot.block, char: Math.max(0, Math.min(spot.char, text.length)) };
}

/** Which of the words begins what is most like the quote, and nearest to the spot; undefined where nothing is. */
function likest(words: readonly Word[], spot: Spot, before: readonly string[], after: readonly string[], own: number) {
  const near = words.findIndex((word) => word.block > spot.block || (word.block === spot.block && word.char >= spot.char));
  const expected = near < 0 ? words.length : near;
  let best: number | undefined;
  let most = Math.min(LEAST, own || after.length) * WEIGHT;
  for (let index = 0; index < words.length && after.length > 0; index += 1) {
    const score = likeness(words, index, before, after);
    const isNearer = best === undefined || Math.abs(index - expected) < Math.abs(best - expected);
    if (score > most || (score === most && isNearer)) [best, most] = [index, score];
  }
  return best;
}

/** Where in the words these stand in a row. */
function passages(words: readonly Word[], asked: readonly string[]): number[] {
  if (asked.length === 0) return [];
  return words.flatMap((_, index) => (asked.every((word, nth) => words[index + nth]?.word === word) ? [index] : []));
}

/** How much is the same without a break, from this word on and before it. */
function likeness(words: readonly Word[], index: number, before: readonly string[], after: readonly string[]): number {
  let forward = 0;
  while (forward < after.length && words[index + forward]?.word === after[forward]) forward += 1;
  let back = 0;
  while (forward > 0 && back < before.length && words[index - 1 - back]?.word === before[before.length - 1 - back]) back += 1;
  return forward * WEIGHT + back;
}

function wordsOf(text: string, block: number): Word[] {
  return Array.from(text.matchAll(WORDS), ({ index, 0: word }) => ({
    block,
    char: index,
    word: word.toLowerCase().normalize('NFC').slice(0, WORD),
  }));
}

/** As many of the words as have room. */
function within(words: readonly Word[], room: number): string[] {
  let left = room + 1;
  return words
    .filter(({ word }) => {
      left -= word.length + 1;
      return left >= 0;
    })
    .map(({ word }) => word);
}
