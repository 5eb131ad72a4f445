/** Totals over all books of a report. */
import { formatCount, formatTaleCount } from '#src/ui/format.ts';
import type { ImportBook, ImportTale } from '../contract.ts';
import { actionOf } from '../tale-action.ts';

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

/** New and changed tales, and how many of them will be published. */
type Planned = { tales: number; published: number; drafts: number };

export function countPlanned(books: readonly ImportBook[], excluded: ReadonlySet<string> = new Set()): Planned {
  const { made, changed } = sumCounts(books);
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

function isWritten(tale: ImportTale): boolean {
  return ['new', 'changed'].includes(actionOf(tale));
}

/** "20 published, 4 as drafts"; empty for none. */
export function describePlanned({ published, drafts }: Planned): string {
  return [
    ...(published > 0 ? [`${formatCount(published)} published`] : []),
    ...(drafts > 0 ? [`${formatCount(drafts)} ${drafts === 1 ? 'as a draft' : 'as drafts'}`] : []),
  ].join(', ');
}

/** "24 tales in 3 books". */
export function describeFound(books: readonly ImportBook[]): string {
  const { found } = sumCounts(books);
  return `${formatTaleCount(found)} in ${formatCount(books.length)} ${books.length === 1 ? 'book' : 'books'}`;
}
