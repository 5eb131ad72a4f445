import { expect, test } from 'vitest';
import { coverSvg } from './cover.ts';
import { chooseMotif } from './keywords.ts';
import { CAST } from './motifs.ts';

test('the same input gives the same picture, another seed another one', () => {
  const input = { title: 'The Six Servants', category: 'dark' };
  expect(coverSvg(input)).toBe(coverSvg(input));
  expect(coverSvg({ ...input, seed: 1 })).not.toBe(coverSvg({ ...input, seed: 2 }));
});

test('the particular word wins over the general one', () => {
  expect(chooseMotif('Snow White and the Seven Dwarfs', 'classic')).toBe('apple');
  expect(chooseMotif('The Snow Queen', 'classic')).toBe('snow');
  expect(chooseMotif('The Foxes’ Wedding', 'classic')).toBe('fox');
  expect(chooseMotif('The Peaceful Road', 'dark')).not.toBe('bed');
});

test('without a word in the title the category decides', () => {
  expect(['raven', 'wolf', 'owl', 'key', 'forest']).toContain(chooseMotif('Dvanáct měsíčků', 'dark'));
});

test('a title never reaches the markup', () => {
  const svg = coverSvg({ title: '<script>alert(1)</script>"&', category: '"><script>' });
  expect(svg).not.toMatch(/script|alert/);
});

test('a cover stays small, and no number in it is broken', () => {
  const formats = ['portrait', 'landscape', 'share'] as const;
  const drawn = Object.keys(CAST).flatMap((motif) =>
    formats.flatMap((format) => [1, 2, 3].map((seed) => coverSvg({ motif, format, seed, category: 'romance' }))),
  );
  expect(Math.max(...drawn.map((svg) => Buffer.byteLength(svg)))).toBeLessThan(14_000);
  expect(drawn.filter((svg) => /NaN|undefined|Infinity/.test(svg))).toEqual([]);
});
