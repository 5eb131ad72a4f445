/** A book that was cut: what the stages after it work on. Plain data. */
import type { Block } from '../source/source-book.ts';

/** As it was cut: nothing in it is clean yet. `head`: the headings that name it. */
export type RawTale = { head: Block[]; blocks: Block[]; order: number; doubts: string[] };

export type CutTale = {
  title: string;
  subtitle?: string;
  /** Who wrote, told or translated this tale, where the book says so beside its title. */
  byline?: string;
  /** Where the book says this tale comes from. */
  source?: string;
  blocks: Block[];
  /** From 1, in the order of the book. */
  order: number;
  /** Sentences for an editor: why this may be cut wrongly. */
  doubts: string[];
};

export type Left = { title: string; why: string };
export type RawBook = { tales: RawTale[]; left: Left[] };
export type CutBook = { tales: CutTale[]; left: Left[] };
