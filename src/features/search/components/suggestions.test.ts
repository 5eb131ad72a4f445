import { expect, test } from 'vitest';
import { markParts, optionGroups } from './suggestion-groups.tsx';
import { announceCount, nextOption } from './suggestions.ts';

test('groups options, without empty groups', () => {
  const groups = optionGroups({
    tales: [{ slug: 'rapunzel', title: 'Rapunzel', author: 'The Brothers Grimm', coverImage: '/covers/rapunzel.svg' }],
    authors: [],
    categories: [{ slug: 'magical-creatures', name: 'Magical Creatures' }],
  });
  expect(groups.map((group) => group.name)).toEqual(['Tales', 'Categories']);
  expect(groups[0]?.options[0]).toMatchObject({ href: '/tale/rapunzel', title: 'Rapunzel', note: 'The Brothers Grimm' });
  expect(groups[1]?.options[0]).toMatchObject({ href: '/categories/magical-creatures', cover: null });
  expect(optionGroups({ tales: [], authors: [], categories: [] })).toEqual([]);
});

test('cycles through options and the input', () => {
  expect([-1, 0, 1].map((active) => nextOption(active, 'ArrowDown', 2))).toEqual([0, 1, -1]);
  expect([-1, 0, 1].map((active) => nextOption(active, 'ArrowUp', 2))).toEqual([1, -1, 0]);
  expect(nextOption(-1, 'ArrowDown', 0)).toBe(-1);
  expect(nextOption(-1, 'ArrowUp', 0)).toBe(-1);
});

test('highlights the input, ignoring case and accents', () => {
  expect(markParts('Sleeping Beauty', 'beau')).toEqual([
    { text: 'Sleeping ', mark: false },
    { text: 'Beau', mark: true },
    { text: 'ty', mark: false },
  ]);
  expect(markParts('Élise et le roi', 'elise')[0]).toEqual({ text: 'Élise', mark: true });
  expect(markParts('Rapunzel', 'rapunsel')).toEqual([{ text: 'Rapunzel', mark: false }]);
  expect(markParts('Rapunzel', '   ')).toEqual([{ text: 'Rapunzel', mark: false }]);
});

test('does not highlight letters that fold to two', () => {
  expect(
    markParts('İ and the fox', 'fox')
      .map((part) => part.text)
      .join(''),
  ).toBe('İ and the fox');
});

test('announces the count', () => {
  expect([0, 1, 5].map(announceCount)).toEqual(['No suggestions', '1 suggestion', '5 suggestions']);
});
