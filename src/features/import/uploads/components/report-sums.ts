/** Totals over all books of a report. */
import type { ImportBook } from '../contract.ts';

const COUNTS = ['found', 'doubtful', 'duplicates', 'made', 'changed', 'unchanged', 'left_alone'] as const;
type Counted = (typeof COUNTS)[number];
export type Counts = Record<Counted, number>;

/** Column labels of a report, in order. */
export const COUNT_COLUMNS: readonly (readonly [Counted, string])[] = [
  ['found', 'Tales'],
  ['doubtful', 'With warnings'],
  ['duplicates', 'Duplicates'],
  ['made', 'New'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['left_alone', 'Not updated'],
];

export function sumCounts(books: readonly ImportBook[]): Counts {
  return Object.fromEntries(COUNTS.map((name) => [name, books.reduce((sum, book) => sum + book[name], 0)])) as Counts;
}
