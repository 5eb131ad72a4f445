import type { PassageWords } from '../passage-words.ts';

/** The words that the reader has selected in the tale: pressing a button elsewhere may take the selection away before they are asked for. */
export type ChosenPassage = { quote: string; words: PassageWords };

let chosen: { of: string; passage: ChosenPassage } | null = null;

export function choosePassage(of: string, passage: ChosenPassage | null): void {
  chosen = passage && { of, passage };
}

export function chosenPassage(of: string): ChosenPassage | null {
  return chosen?.of === of ? chosen.passage : null;
}
