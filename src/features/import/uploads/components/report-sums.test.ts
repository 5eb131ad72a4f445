import { expect, test } from 'vitest';
import type { ImportBook } from '../contract.ts';
import { countPlanned, describeFound, describePlanned } from './import-stages.tsx';
import { sumCounts } from './report-sums.ts';

const book = (changes: Partial<ImportBook>): ImportBook => ({
  ...{ file: 'a.epub', name: 'A book', outcome: 'read', problem: null, found: 0, made: 0, changed: 0, unchanged: 0, left_alone: 0 },
  ...{ gone: 0, drafts: 0, doubtful: 0, duplicates: 0, notes: [], problems: [], tales: [], columns: [] },
  ...changes,
});
const BOOKS = [
  book({ found: 4, made: 2, changed: 1, duplicates: 1, doubtful: 1, drafts: 1 }),
  book({ found: 2, made: 1, unchanged: 1, drafts: 1 }),
];

test('adds up books and plans only written tales', () => {
  expect(sumCounts(BOOKS)).toEqual({ found: 6, doubtful: 1, duplicates: 1, made: 3, changed: 1, unchanged: 1, left_alone: 0 });
  expect(countPlanned(BOOKS)).toEqual({ tales: 4, published: 2, drafts: 2 });
  expect(describeFound(BOOKS)).toBe('6 tales in 2 books');
});

test('does not count excluded tales', () => {
  const tale = (key: string, is_draft: boolean, deed: 'new' | 'unchanged' = 'new') => ({ title: key, deed, is_draft, why: [], key });
  const books = [
    book({ found: 3, made: 2, unchanged: 1, drafts: 1, tales: [tale('a', true), tale('b', false), tale('c', false, 'unchanged')] }),
  ];
  expect(countPlanned(books, new Set(['a', 'c', 'x']))).toEqual({ tales: 1, published: 1, drafts: 0 });
  expect(countPlanned(books, new Set(['a', 'b']))).toEqual({ tales: 0, published: 0, drafts: 0 });
});

test.each([
  [{ tales: 1, published: 1, drafts: 0 }, '1 published'],
  [{ tales: 1200, published: 1199, drafts: 1 }, '1,199 published, 1 as a draft'],
  [{ tales: 2, published: 0, drafts: 2 }, '2 as drafts'],
])('describes %j as "%s"', (coming, words) => expect(describePlanned(coming)).toBe(words));
