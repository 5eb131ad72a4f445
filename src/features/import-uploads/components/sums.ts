/** What all books of a report come to. */
import { formatCount, talesCount } from '#src/ui/wording.ts';
import type { ImportBook, ImportTale } from '../contract.ts';

const COUNTS = ['found', 'doubtful', 'duplicates', 'made', 'changed', 'unchanged', 'left_alone'] as const;
export type Counted = (typeof COUNTS)[number];
export type Counts = Record<Counted, number>;

/** How the columns of a report are called, in their order. */
export const COUNTED: readonly (readonly [Counted, string])[] = [
  ['found', 'Tales'],
  ['doubtful', 'Doubtful'],
  ['duplicates', 'Duplicates'],
  ['made', 'New'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['left_alone', 'Left alone'],
];

export function sumOf(books: readonly ImportBook[]): Counts {
  return Object.fromEntries(COUNTS.map((name) => [name, books.reduce((sum, book) => sum + book[name], 0)])) as Counts;
}

/** What would be written: new tales and changed ones, and how many of them readers would see. */
export type Coming = { tales: number; published: number; drafts: number };

export function comingOf(books: readonly ImportBook[], excluded: ReadonlySet<string> = new Set()): Coming {
  const { made, changed } = sumOf(books);
  const drafts = books.reduce((sum, book) => sum + book.drafts, 0);
  const all = { tales: made + changed, published: made + changed - drafts, drafts };
  const without = books.flatMap(({ tales }) => tales.filter((tale) => isWritten(tale) && excluded.has(tale.key ?? '')));
  const fewerDrafts = without.filter(({ is_draft }) => is_draft).length;
  return {
    tales: all.tales - without.length,
    published: all.published - (without.length - fewerDrafts),
    drafts: all.drafts - fewerDrafts,
  };
}

function isWritten({ deed }: ImportTale): boolean {
  return deed === 'new' || deed === 'changed';
}

/** "20 published, 4 as drafts"; blank where there are none. */
export function comingWords({ published, drafts }: Coming): string {
  return [
    ...(published > 0 ? [`${formatCount(published)} published`] : []),
    ...(drafts > 0 ? [`${formatCount(drafts)} ${drafts === 1 ? 'as a draft' : 'as drafts'}`] : []),
  ].join(', ');
}

/** "24 tales in 3 books". */
export function foundWords(books: readonly ImportBook[]): string {
  const { found } = sumOf(books);
  return `${talesCount(found)} in ${formatCount(books.length)} ${books.length === 1 ? 'book' : 'books'}`;
}
