import { expect, test } from 'vitest';
import { motifOf } from './motifs.ts';

test.each([
  ['ATU 545B', 545, 530, 559, 'a helpful animal'],
  ['ATU 510A', 510, 500, 529, 'a magical helper'],
  ['AT 0425', 425, 425, 449, 'an enchanted husband'],
  ['AaTh 1', 1, 1, 99, 'a sly fox'],
  ['ATU 2399', 2399, 2000, 2399, 'one thing after another'],
])('%s is a tale of a kind', (type, number, from, to, words) => {
  expect(motifOf(type)).toEqual({ number, from, to, words });
});

test.each(['', 'KHM 12', 'Fable', 'ATU', 'ATU 0', 'ATU 2400', 'atu 510'])('%s is of no kind that is known', (type) => {
  expect(motifOf(type)).toBeUndefined();
});
