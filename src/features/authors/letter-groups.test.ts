import { expect, test } from 'vitest';
import type { AuthorCard } from './contract.ts';
import { groupByLetter, letterId } from './letter-groups.ts';

function authorOf(sortName: string): AuthorCard {
  return { slug: 'x', name: sortName, sortName, kind: 'person', dates: '', place: '', count: 1, works: [] };
}

test('authors stand under the letter they are sorted by, accents aside', () => {
  const groups = groupByLetter(['Grimm', 'Andersen', 'Élise', 'Zwerger', '1001 Nights', 'Ægir'].map(authorOf));
  expect(groups.map((group) => [group.letter, group.authors.map((author) => author.name)])).toEqual([
    ['A', ['Andersen']],
    ['E', ['Élise']],
    ['G', ['Grimm']],
    ['Z', ['Zwerger']],
    ['#', ['1001 Nights', 'Ægir']],
  ]);
});

test('the order given is kept within a letter; nobody, no letters', () => {
  expect(groupByLetter([authorOf('Bc'), authorOf('Ba')])[0]?.authors.map((author) => author.name)).toEqual(['Bc', 'Ba']);
  expect(groupByLetter([])).toEqual([]);
  expect(groupByLetter([authorOf('')])[0]?.letter).toBe('#');
});

test('every letter has an id that fits an address', () => {
  expect(letterId('G')).toBe('letter-g');
  expect(letterId('#')).toBe('letter-other');
});
