import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coverSvg, vignetteSvg } from '../covers.ts';
import type { ArtFormat } from './cover.ts';
import { CAST, isMotif, type MotifName } from './motifs.ts';

// SHA-256 of the approved images. Their addresses are cached without expiry: when an image changes, increment GENERATOR in
// cover-addresses.ts and update these hashes.
type Golden = {
  titles: [title: string, category: string, format: ArtFormat, sha256: string][];
  motifs: [motif: string, category: string, format: ArtFormat, seed: number, frame: boolean, sha256: string][];
  vignettes: [motif: MotifName, category: string, tone: number, sha256: string][];
  names: [category: string, sha256: string][];
};
const golden: Golden = JSON.parse(readFileSync(join(import.meta.dirname, 'golden.json'), 'utf8'));

test('covers by title match their hashes in every category and both formats', () => {
  const now = golden.titles.map(([title, category, format]) => [title, category, format, sha256(coverSvg({ title, category, format }))]);
  expect(now).toEqual(golden.titles);
});

test('every motif matches its hash, with and without its front sheet', () => {
  const now = golden.motifs.map(([motif, category, format, seed, frame]) => {
    return [motif, category, format, seed, frame, sha256(coverSvg({ motif, category, format, seed, frame }))];
  });
  expect(now).toEqual(golden.motifs);
  expect(new Set(golden.motifs.map(([motif]) => motif))).toEqual(new Set(Object.keys(CAST)));
});

test('every vignette matches its hash', () => {
  const now = golden.vignettes.map(([motif, category, tone]) => [motif, category, tone, sha256(vignetteSvg({ motif, category, tone }))]);
  expect(now).toEqual(golden.vignettes);
});

test('categories are accepted by name and short name; unknown ones are drawn as classic', () => {
  expect(golden.names.map(([category]) => [category, sha256(coverSvg({ title: 'A', category }))])).toEqual(golden.names);
});

test('names of Object.prototype are neither motifs nor palettes', () => {
  expect(isMotif('constructor')).toBe(false);
  expect(coverSvg({ title: 'A', category: 'constructor' })).toContain('<svg');
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
