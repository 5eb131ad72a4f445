/**
 * Whether two texts are nearly the same, by MinHash (Broder 1997): of all runs of three words the least value of each of many hash functions.
 * The share of equal values is near the share of runs that both texts have. Two translations of a tale share hardly any.
 */

const HASHES = 72;
/** Three values make a band. Texts that share four fifths of their runs share a band for certain, those that share a tenth hardly ever. */
const ROWS = 3;
const RUN = 3;
/** Two texts are the same tale in the same words, but for spelling and a word here and there. */
const NEAR = 0.55;

const SIGN = 0x80000000 | 0;
const GREATEST = 0x7fffffff;

const factors = Int32Array.from({ length: HASHES }, (_, index) => Math.imul(index + 1, 0x9e3779b1) | 1);
const offsets = Int32Array.from({ length: HASHES }, (_, index) => Math.imul(index + 1, 0x85ebca6b));

/** `signature`: 72 numbers of 32 bits with sign; `bands`: 24, which also hold the language. */
export type Signature = { signature: number[]; bands: number[] };

export function signatureOf(text: string, language: string): Signature {
  // Compared as numbers with sign, which processors do at once: hence the least of all is the greatest without.
  const least = new Int32Array(HASHES).fill(GREATEST);
  for (const run of runsOf(text)) {
    for (let index = 0; index < HASHES; index += 1) {
      const value = mixed(Math.imul(run, factors[index] as number) + (offsets[index] as number)) ^ SIGN;
      if (value < (least[index] as number)) least[index] = value;
    }
  }
  const signature = Array.from(least, (value) => value ^ SIGN);
  const tongue = hashOf((language.split('-')[0] ?? '').toLowerCase());
  const bands: number[] = [];
  for (let band = 0; band < HASHES / ROWS; band += 1) {
    let hash = mixed(tongue + band);
    for (let row = 0; row < ROWS; row += 1) hash = mixed(Math.imul(hash ^ (signature[band * ROWS + row] as number), 0x01000193));
    bands.push(hash);
  }
  return { signature, bands: [...new Set(bands)] };
}

export function isNear(one: readonly number[], other: readonly number[]): boolean {
  return likeness(one, other) >= NEAR;
}

/** 0 to 1: the share of runs of words that both texts have, as far as the signatures tell. */
export function likeness(one: readonly number[], other: readonly number[]): number {
  return one.filter((value, index) => value === other[index]).length / HASHES;
}

/** Each run of three words once, as a number: letters without accents, no signs, no case. */
function runsOf(text: string): Set<number> {
  const words =
    text
      .normalize('NFKD')
      .replace(/[\p{M}'’-]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const hashes = words.map(hashOf);
  const runs = new Set<number>();
  for (let at = 0; at <= Math.max(0, hashes.length - RUN); at += 1) {
    let run = 0;
    for (let index = at; index < at + RUN; index += 1) run = mixed(Math.imul(run, 0x01000193) + (hashes[index] ?? 0));
    runs.add(run);
  }
  return runs;
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash;
}

/** Spreads what differs in a few bits over all (the finish of MurmurHash 3). 32 bits with sign. */
function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
