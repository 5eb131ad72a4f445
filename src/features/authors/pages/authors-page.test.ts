import { expect, test } from 'vitest';
import type { AuthorCard } from '../contract.ts';
import { groupByLetter, letterId } from './authors-page.tsx';

function authorOf(sortName: string): AuthorCard {
  return { slug: 'x', name: sortName, sortName, kind: 'person', dates: '', place: '', count: 1, works: [] };
}

test('groups authors by letter, ignoring accents', () => {
  const groups = groupByLetter(['Grimm', 'Andersen', 'Élise', 'Zwerger', '1001 Nights', 'Ægir'].map(authorOf));
  expect(groups.map((group) => [group.letter, group.authors.map((author) => author.name)])).toEqual([
    ['A', ['Andersen']],
    ['E', ['Élise']],
    ['G', ['Grimm']],
    ['Z', ['Zwerger']],
    ['#', ['1001 Nights', 'Ægir']],
  ]);
});

test('keeps the order within a group', () => {
  expect(groupByLetter([authorOf('Bc'), authorOf('Ba')])[0]?.authors.map((author) => author.name)).toEqual(['Bc', 'Ba']);
  expect(groupByLetter([])).toEqual([]);
  expect(groupByLetter([authorOf('')])[0]?.letter).toBe('#');
});

test('returns ids that are valid URL fragments', () => {
  expect(letterId('G')).toBe('letter-g');
  expect(letterId('#')).toBe('letter-other');
});
