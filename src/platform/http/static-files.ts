/** The files of the build and of `public/`, listed once at the start and served from memory. Nothing else is a file here. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Log } from '#src/platform/log.ts';
import type { PreparedSource } from './create-server.ts';
import type { Prepared, Variant } from './prepared.ts';
import { COMPRESS_FROM, preparedFrom, variantOf } from './prepared.ts';

export type StaticFiles = PreparedSource & { readonly size: number };

type StaticOptions = {
  /** Folder of the browser build with `.vite/manifest.json`; its listed files are served below `/`. */
  clientDir: string;
  /** Files served under their own names, for an hour. */
  publicDir: string;
  log: Log;
};

const brotli = promisify(brotliCompress);
const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600, stale-while-revalidate=86400';
const HASHED = /[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  ico: 'image/x-icon',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  woff2: 'font/woff2',
};
const COMPRESSIBLE = /^text\/|json|xml|javascript/;

/**
 * Reads the files. Those of the build are the ones its manifest names; of `public/` all but dot files (`.well-known` is
 * served). Types that are not known are not served. Brotli is taken from `name.br` beside the file, else made in the
 * background after the start.
 */
export async function openStaticFiles({ clientDir, publicDir, log }: StaticOptions): Promise<StaticFiles> {
  const files = new Map<string, Prepared>();
  const waiting: [string, Prepared][] = [];
  const add = async (folder: string, name: string, cacheControl: string): Promise<void> => {
    const type = TYPES[path.extname(name).slice(1)];
    const file = path.join(folder, name);
    if (type === undefined || !existsSync(file)) return;
    const prepared = await prepare(file, type, cacheControl);
    files.set(`/${encodeURI(name)}`, prepared);
    if (COMPRESSIBLE.test(type) && prepared.variants.br === undefined && prepared.variants.identity.body.length >= COMPRESS_FROM) {
      waiting.push([name, prepared]);
    }
  };
  for (const name of await listPublic(publicDir)) await add(publicDir, name, AN_HOUR);
  for (const name of await listBuilt(clientDir)) await add(clientDir, name, HASHED.test(name) ? FOREVER : AN_HOUR);
  compressLater(waiting).catch((error) => log.warn({ err: error, event: 'compress_failed' }, 'Static files stay uncompressed'));
  return { find: (address) => files.get(address), size: files.size, ignoresQuery: true, use: 'none' };
}

/** The names that Vite's manifest lists: scripts, styles and the files they use. */
async function listBuilt(clientDir: string): Promise<string[]> {
  const file = path.join(clientDir, '.vite', 'manifest.json');
  if (!existsSync(file)) return [];
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, { file: string; css?: string[]; assets?: string[] }>;
  const names = Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]);
  return [...new Set(names)].filter((name) => !name.endsWith('.map') && !name.split('/').includes('..'));
}

async function listPublic(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !name.endsWith('.map') && name.split('/').every((part) => !part.startsWith('.') || part === '.well-known'));
}

async function prepare(file: string, type: string, cacheControl: string): Promise<Prepared> {
  const body = await readFile(file);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const fields = ['Content-Type', type, 'Cache-Control', cacheControl];
  const prepared = preparedFrom({ status: 200, hash, fields, body });
  if (existsSync(`${file}.br`)) addBrotli(prepared, await readFile(`${file}.br`));
  return prepared;
}

async function compressLater(waiting: readonly [string, Prepared][]): Promise<void> {
  for (const [, prepared] of waiting) {
    const body = prepared.variants.identity.body;
    addBrotli(
      prepared,
      await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    );
  }
}

function addBrotli(prepared: Prepared, body: NonSharedBuffer): void {
  const variant: Variant | undefined = body.length < prepared.variants.identity.body.length ? variantOf(prepared, 'br', body) : undefined;
  if (variant !== undefined) prepared.variants.br = variant;
}
