/** Words and texts that look like language to an index: a few words are everywhere, most are rare. Always the same for a size. */

const STARTS = ['b', 'c', 'd', 'f', 'g', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w'];
const VOWELS = ['a', 'e', 'i', 'o', 'u'];
const SYLLABLES = STARTS.flatMap((start) => VOWELS.map((vowel) => start + vowel));

/** Distinct words a library of so many tales of 120 words would have (Heaps' law), at most half a million. */
export function vocabularySize(tales: number): number {
  return Math.min(500_000, Math.round(44 * Math.sqrt(120 * tales)));
}

/** The n-th word, of three syllables; different for every n below 512,000. */
export function word(n: number): string {
  const count = SYLLABLES.length;
  // Neighbours in the list should not look alike: a step that has no factor in common with the number of words.
  const place = (n * 214_013) % count ** 3;
  return [place % count, Math.floor(place / count) % count, Math.floor(place / count ** 2)].map((at) => SYLLABLES[at]).join('');
}

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Texts of `length` words; the n-th word of the vocabulary has a share of about 1/n of them. */
export function makeTexts(count: number, length: number, vocabulary: number): string[] {
  const random = createRandom(count * length);
  const pick = () => word(Math.floor(Math.exp(random() * Math.log(vocabulary))));
  return Array.from({ length: count }, () => Array.from({ length }, pick).join(' '));
}
