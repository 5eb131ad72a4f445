import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { splitFrontMatter } from '#src/platform/front-matter.ts';
import { coverSvg, planScene } from './cover.ts';
import { chooseMotif } from './keywords.ts';
import { CAST } from './motifs.ts';

type StarterTale = { title: string; category: string; tale_type?: string };

const LIBRARY = join(import.meta.dirname, '../../../../library/tales');
const starterTales = readdirSync(LIBRARY).map((file) => splitFrontMatter(readFileSync(join(LIBRARY, file), 'utf8'))?.fields as StarterTale);

test('the same input gives the same image, another seed a different one', () => {
  const input = { title: 'The Six Servants', category: 'dark' };
  expect(coverSvg(input)).toBe(coverSvg(input));
  expect(coverSvg({ ...input, seed: 1 })).not.toBe(coverSvg({ ...input, seed: 2 }));
});

test('a specific keyword takes precedence over a general one', () => {
  expect(chooseMotif('Snow White and the Seven Dwarfs', 'classic')).toBe('apple');
  expect(chooseMotif('The Snow Queen', 'classic')).toBe('snow');
  expect(chooseMotif('The Foxes’ Wedding', 'classic')).toBe('fox');
  expect(chooseMotif('The Peaceful Road', 'dark')).not.toBe('bed');
});

test('without a keyword in the title the category decides', () => {
  expect(['raven', 'wolf', 'owl', 'key', 'forest']).toContain(chooseMotif('Dvanáct měsíčků', 'dark'));
});

test('a title never reaches the markup', () => {
  const svg = coverSvg({ title: '<script>alert(1)</script>"&', category: '"><script>' });
  expect(svg).not.toMatch(/script|alert/);
});

test('covers are small and contain valid numbers only', () => {
  const formats = ['portrait', 'landscape', 'share'] as const;
  const drawn = Object.keys(CAST).flatMap((motif) =>
    formats.flatMap((format) => [1, 2, 3].map((seed) => coverSvg({ motif, format, seed, category: 'romance' }))),
  );
  expect(Math.max(...drawn.map((svg) => Buffer.byteLength(svg)))).toBeLessThan(14_000);
  expect(drawn.filter((svg) => /NaN|undefined|Infinity/.test(svg))).toEqual([]);
});

test.each([
  ['The Turnip', 'turnip'],
  ['Ye Xian', 'fish'],
  ['Cinderella', 'slipper'],
  ['Androcles and the Lion', 'lion'],
  ['How Anansi Bought the Stories', 'spider'],
])('the cover of %s shows a %s', (title, motif) => {
  const tale = starterTales.find((each) => each.title === title);
  expect(planScene({ ...tale }).motif).toBe(motif);
});

test('tales of the starter library have different covers, and different motifs within one tale type', () => {
  const titlesByScene = Map.groupBy(starterTales, (tale) => {
    const { motif, frameName, s } = planScene(tale);
    return [motif, s.c.glow, s.c.near, frameName].join(' ');
  });
  const typed = starterTales.filter((tale) => tale.tale_type !== undefined);
  const titlesByType = Map.groupBy(typed, (tale) => `${tale.tale_type}: ${planScene(tale).motif}`);
  const shared = [...titlesByScene, ...titlesByType].filter(([, tales]) => tales.length > 1);
  expect(shared.map(([scene, tales]) => [scene, ...tales.map(({ title }) => title)])).toEqual([]);
});
