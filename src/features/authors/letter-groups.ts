import type { AuthorCard } from './contract.ts';

export const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

export type LetterGroup = { letter: string; authors: AuthorCard[] };

/** Parts authors by the first letter of the name they are sorted by, accents aside; what begins with no letter goes to '#', at the end. */
export function groupByLetter(authors: readonly AuthorCard[]): LetterGroup[] {
  const groups = new Map<string, AuthorCard[]>();
  for (const author of authors) {
    const letter = firstLetter(author.sortName);
    groups.set(letter, [...(groups.get(letter) ?? []), author]);
  }
  return [...ALPHABET, '#'].flatMap((letter) => {
    const found = groups.get(letter);
    return found ? [{ letter, authors: found }] : [];
  });
}

/** The id of a letter's section, for the jump bar. */
export function letterId(letter: string): string {
  return letter === '#' ? 'letter-other' : `letter-${letter.toLowerCase()}`;
}

function firstLetter(sortName: string): string {
  const letter = (sortName.normalize('NFD')[0] ?? '').toUpperCase();
  return ALPHABET.includes(letter) ? letter : '#';
}
