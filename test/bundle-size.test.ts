import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** What pages load of the build, as sent (brotli); `npm run bench` weighs whole pages in a browser. */

const client = path.resolve(import.meta.dirname, '../dist/client');

type Chunk = { file: string; name?: string; isEntry?: boolean; css?: string[]; assets?: string[]; imports?: string[] };
const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** An entry of its own, as no other page loads it. */
const GUIDE = 'src/ui/styles/guide/index.css';

/** The page, and chunks that it loads by itself while it is read to the end. */
const TALE = ['tale-pages', 'glossary-highlights', 'reading-position', 'start-offline'];

/** Fonts of a tale page in English with the default settings. */
const TALE_FONTS = /(?:double-pica|alegreya-sc|alegreya-sans|alegreya)-latin-basic-(?:400-normal|400-italic|700-normal)-/;
const NOT_ON_TALES = /double-pica-latin-basic-400-italic|alegreya-latin-basic-700/;

/** The entries of the build, the chunks named in `later`, and their static imports. Other lazy chunks load on demand. */
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

function weighKilobytes(ending: '.js' | '.css', later?: readonly string[]): number {
  const files = new Set(listLoaded(later).flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]));
  const wanted = [...files].filter((file) => file.endsWith(ending));
  expect(wanted).not.toEqual([]);
  return sumKilobytes(wanted.map((file) => path.join(client, file)));
}

function sumKilobytes(files: string[]): number {
  return files.reduce((sum, file) => sum + weigh(file), 0) / 1024;
}

test('a tale page loads at most 83.5 KB of scripts, and 155 KB with styles and fonts', () => {
  const scripts = weighKilobytes('.js', TALE);
  const assets = listLoaded(TALE).flatMap((chunk) => chunk.assets ?? []);
  const fonts = assets.filter((file) => TALE_FONTS.test(file) && !NOT_ON_TALES.test(file));
  expect(fonts).toHaveLength(6);
  expect(scripts).toBeLessThanOrEqual(83.5);
  const others = weighKilobytes('.css', TALE) + sumKilobytes(fonts.map((file) => path.join(client, file)));
  expect(scripts + others).toBeLessThanOrEqual(155);
});

test('the scripts of every page take at most 67.5 KB', () => {
  expect(weighKilobytes('.js')).toBeLessThanOrEqual(67.5);
  // In one request, after that of the small script before the first paint.
  expect(listLoaded().filter(({ file }) => file.endsWith('.js'))).toHaveLength(2);
});

/** What the service worker fetches after the first visit, as it comes over the wire. Most of it the page has loaded already. */
test('what is kept of the site to read without a network takes at most 317 KB', () => {
  const [about = ''] = readFileSync(path.join(client, 'sw.js'), 'utf8').split('\n', 1);
  const { files, drawings } = JSON.parse(about.slice('const BUILD='.length, -1)) as { files: string[]; drawings: string[] };
  const names = [...files.map((file) => path.join(client, file)), ...drawings.map((file) => path.join(client, '../../public', file))];
  const kilobytes = sumKilobytes(names);
  expect(kilobytes).toBeGreaterThan(100);
  expect(kilobytes).toBeLessThanOrEqual(317);
  // Not the desks of editors.
  expect(files.filter((file) => /editor|manage|staff/.test(file))).toEqual([]);
});

/** Returns the bytes sent for a file. */
function weigh(name: string): number {
  // Written by the build (vite/compress.ts).
  if (/\.(?:js|css)$/.test(name)) return statSync(`${name}.br`).size;
  const bytes = readFileSync(name);
  return name.endsWith('.svg') ? brotliCompressSync(bytes).length : bytes.length;
}

// Ten segments of TCP, which a server sends before it waits, are 14.2 KB with the headers.
test('the styles of every page fit into the first round trip', () => {
  expect(weighKilobytes('.css')).toBeLessThanOrEqual(13.8);
});
