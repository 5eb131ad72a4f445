import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** What every page loads of the build, as brotli; `npm run bench` weighs whole pages in a browser. */

const client = path.resolve(import.meta.dirname, '../dist/client');

type Chunk = { file: string; isEntry?: boolean; css?: string[]; imports?: string[] };
const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** An entry of its own, as no other page loads it. */
const GUIDE = 'src/ui/styles/guide/index.css';

/** The entries of the build and all that they import at once; what is fetched later, when it is asked for, does not count. */
function listLoaded(): Chunk[] {
  const loaded = new Set(Object.entries(manifest).flatMap(([name, chunk]) => (chunk.isEntry && name !== GUIDE ? [chunk] : [])));
  for (const chunk of loaded) {
    for (const name of chunk.imports ?? []) {
      const imported = manifest[name];
      if (imported !== undefined) loaded.add(imported);
    }
  }
  return [...loaded];
}

function weighKilobytes(ending: '.js' | '.css'): number {
  const files = new Set(listLoaded().flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]));
  const wanted = [...files].filter((file) => file.endsWith(ending));
  expect(wanted).not.toEqual([]);
  return wanted.reduce((sum, file) => sum + brotliCompressSync(readFileSync(path.join(client, file))).length, 0) / 1024;
}

/** A tale may have 130. */
test('the scripts of a page take at most 125 KB', () => {
  expect(weighKilobytes('.js')).toBeLessThanOrEqual(125);
});

/** What the service worker fetches after the first visit, as it comes over the wire. Most of it the page has loaded already. */
test('what is kept of the site to read without a network takes at most 650 KB', () => {
  const [about = ''] = readFileSync(path.join(client, 'sw.js'), 'utf8').split('\n', 1);
  const { files, drawings } = JSON.parse(about.slice('const BUILD='.length, -1)) as { files: string[]; drawings: string[] };
  const names = [...files.map((file) => path.join(client, file)), ...drawings.map((file) => path.join(client, '../../public', file))];
  const kilobytes = names.reduce((sum, name) => sum + weigh(name), 0) / 1024;
  expect(kilobytes).toBeGreaterThan(100);
  expect(kilobytes).toBeLessThanOrEqual(650);
  // Not the desks of editors.
  expect(files.filter((file) => /editor|manage|staff/.test(file))).toEqual([]);
});

function weigh(name: string): number {
  const bytes = readFileSync(name);
  return Math.min(bytes.length, brotliCompressSync(bytes).length);
}

test('the styles of a page take at most 20 KB', () => {
  expect(weighKilobytes('.css')).toBeLessThanOrEqual(20);
});
