import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** Size limits of the build as sent (brotli). `npm run bench` measures whole pages in a browser. */

const client = path.resolve(import.meta.dirname, '../dist/client');

type Chunk = { file: string; name?: string; isEntry?: boolean; css?: string[]; assets?: string[]; imports?: string[] };
const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** The entry of the API guide, which no other page loads. */
const GUIDE = 'src/ui/styles/guide/index.css';

/** Chunks that a tale page loads without interaction while it is read to the end. */
const TALE = ['glossary-highlights', 'position-tracker', 'preserve-position', 'start-offline', 'parse-tale-page'];

/** Fonts of a tale page in English with the default settings. */
const TALE_FONTS = /(?:double-pica|alegreya-sc|alegreya-sans|alegreya)-latin-(?:400-normal|400-italic|700-normal)-/;
const NOT_ON_TALES = /double-pica-latin-400-italic|alegreya-latin-700/;

/** Returns the entries of the build, the lazy chunks in `later`, and their static imports. */
function listLoaded(later: readonly string[] = []): Chunk[] {
  const entries = Object.entries(manifest).flatMap(([name, chunk]) => (chunk.isEntry && name !== GUIDE ? [chunk] : []));
  const loaded = new Set([...entries, ...later.map(findChunk)]);
  for (const chunk of loaded) {
    for (const name of chunk.imports ?? []) {
      const imported = manifest[name];
      if (imported !== undefined) loaded.add(imported);
    }
  }
  return [...loaded];
}

function findChunk(wanted: string): Chunk {
  const chunk = Object.values(manifest).find(({ name }) => name === wanted);
  if (chunk === undefined) throw new Error(`The build has no chunk ${wanted}: update the list of this test.`);
  return chunk;
}

function loadedKilobytes(ending: '.js' | '.css', later?: readonly string[]): number {
  const files = new Set(listLoaded(later).flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]));
  const wanted = [...files].filter((file) => file.endsWith(ending));
  expect(wanted).not.toEqual([]);
  return sumKilobytes(wanted.map((file) => path.join(client, file)));
}

function sumKilobytes(files: string[]): number {
  return files.reduce((sum, file) => sum + sentBytes(file), 0) / 1024;
}

test('a tale page loads at most 145 KB of scripts, and 345 KB with styles and fonts', () => {
  const scripts = loadedKilobytes('.js', TALE);
  const assets = listLoaded(TALE).flatMap((chunk) => chunk.assets ?? []);
  const fonts = assets.filter((file) => TALE_FONTS.test(file) && !NOT_ON_TALES.test(file));
  expect(fonts).toHaveLength(6);
  expect(scripts).toBeLessThanOrEqual(145);
  const others = loadedKilobytes('.css', TALE) + sumKilobytes(fonts.map((file) => path.join(client, file)));
  expect(scripts + others).toBeLessThanOrEqual(345);
});

test('the scripts of a page take at most 124 KB', () => {
  expect(loadedKilobytes('.js')).toBeLessThanOrEqual(124);
  // One file besides the small script before first paint.
  expect(listLoaded().filter(({ file }) => file.endsWith('.js'))).toHaveLength(2);
});

test('the service worker caches at most 650 KB', () => {
  const [about = ''] = readFileSync(path.join(client, 'sw.js'), 'utf8').split('\n', 1);
  const { files, drawings } = JSON.parse(about.slice('const BUILD='.length, -1)) as { files: string[]; drawings: string[] };
  const names = [...files.map((file) => path.join(client, file)), ...drawings.map((file) => path.join(client, '../../public', file))];
  const kilobytes = sumKilobytes(names);
  expect(kilobytes).toBeGreaterThan(100);
  expect(kilobytes).toBeLessThanOrEqual(650);
  // Not the admin pages.
  expect(files.filter((file) => /editor|manage|staff/.test(file))).toEqual([]);
});

/** Returns the bytes sent for a file. */
function sentBytes(name: string): number {
  // Written by the build (vite/compress.ts).
  if (/\.(?:js|css)$/.test(name)) return statSync(`${name}.br`).size;
  const bytes = readFileSync(name);
  return name.endsWith('.svg') ? brotliCompressSync(bytes).length : bytes.length;
}

test('the styles of a page take at most 20 KB', () => {
  expect(loadedKilobytes('.css')).toBeLessThanOrEqual(20);
});
