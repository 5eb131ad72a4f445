import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** What the built files weigh as brotli; `npm run bench` weighs whole pages. */

const client = path.resolve(import.meta.dirname, '../dist/client');

type Chunk = { file: string; css?: string[] };
const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** Every file of a kind that the site could load: chunks fetched later count as well. */
function weigh(ending: '.js' | '.css'): number {
  const files = Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]);
  const wanted = [...new Set(files)].filter((file) => file.endsWith(ending));
  expect(wanted).not.toEqual([]);
  return wanted.reduce((sum, file) => sum + brotliCompressSync(readFileSync(path.join(client, file))).length, 0) / 1024;
}

test('all scripts together take at most 120 KB', () => {
  expect(weigh('.js')).toBeLessThanOrEqual(120);
});

test('all styles together take at most 20 KB', () => {
  expect(weigh('.css')).toBeLessThanOrEqual(20);
});
