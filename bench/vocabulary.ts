/** Generates words and texts with the word frequencies of natural language, reproducibly. */

const STARTS = ['b', 'c', 'd', 'f', 'g', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w'];
const VOWELS = ['a', 'e', 'i', 'o', 'u'];
const SYLLABLES = STARTS.flatMap((start) => VOWELS.map((vowel) => start + vowel));

/** Returns the number of distinct words in a number of tales of 120 words (Heaps' law), at most half a million. */
export function vocabularySize(tales: number): number {
  return Math.min(500_000, Math.round(44 * Math.sqrt(120 * tales)));
}

/** Returns the n-th word, of three syllables, unique for n below 512,000. */
export function word(n: number): string {
  const count = SYLLABLES.length;
  // Consecutive words should not look alike: the step is coprime to the number of words.
  const place = (n * 214_013) % count ** 3;
  return [place % count, Math.floor(place / count) % count, Math.floor(place / count ** 2)].map((at) => SYLLABLES[at]).join('');
}

/** Returns a seeded random generator of numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns texts of `length` words; the frequency of the n-th word is about 1/n. */
export function makeTexts(count: number, length: number, vocabulary: number): string[] {
  const random = createRandom(count * length);
  const pick = () => word(Math.floor(Math.exp(random() * Math.log(vocabulary))));
  return Array.from({ length: count }, () => Array.from({ length }, pick).join(' '));
}
