import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coverSvg, vignetteSvg } from '../covers.ts';
import { CAST, isMotif, type MotifName } from './motifs.ts';
import type { CoverFormat } from './scene.ts';

// The hashes were taken from the drawing programme that these pictures were designed with. Addresses of pictures are cached
// for ever: a picture may change only together with GENERATOR in cover-hash.ts, and then these hashes are taken anew.
type Golden = {
  titles: [title: string, category: string, format: CoverFormat, sha256: string][];
  motifs: [motif: string, category: string, format: CoverFormat, seed: number, frame: boolean, sha256: string][];
  vignettes: [motif: MotifName, category: string, tone: number, sha256: string][];
  names: [category: string, sha256: string][];
};
const golden: Golden = JSON.parse(readFileSync(join(import.meta.dirname, 'golden.json'), 'utf8'));

test('covers by title are byte for byte as designed, in every category and both formats', () => {
  const now = golden.titles.map(([title, category, format]) => [title, category, format, sha256(coverSvg({ title, category, format }))]);
  expect(now).toEqual(golden.titles);
});

test('every motif is byte for byte as designed, with and without its front sheet', () => {
  const now = golden.motifs.map(([motif, category, format, seed, frame]) => {
    return [motif, category, format, seed, frame, sha256(coverSvg({ motif, category, format, seed, frame }))];
  });
  expect(now).toEqual(golden.motifs);
  expect(new Set(golden.motifs.map(([motif]) => motif))).toEqual(new Set(Object.keys(CAST)));
});

test('every vignette is byte for byte as designed', () => {
  const now = golden.vignettes.map(([motif, category, tone]) => [motif, category, tone, sha256(vignetteSvg({ motif, category, tone }))]);
  expect(now).toEqual(golden.vignettes);
});

test('categories go by name, by short name, and unknown ones as classic', () => {
  expect(golden.names.map(([category]) => [category, sha256(coverSvg({ title: 'A', category }))])).toEqual(golden.names);
});

test('names that every object has are neither motifs nor palettes', () => {
  expect(isMotif('constructor')).toBe(false);
  expect(coverSvg({ title: 'A', category: 'constructor' })).toContain('<svg');
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
