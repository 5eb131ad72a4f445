/** Static files of the build and of `public/`, listed at the start and served from memory. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Log } from '#src/platform/log.ts';
import { type CachedResponse, createCachedResponse, MIN_COMPRESSED_BYTES, type Variant, variantOf } from './cached-response.ts';
import type { CachedResponseSource } from './create-server.ts';

type StaticFiles = CachedResponseSource & { readonly size: number };

type StaticOptions = {
  /** Folder of the browser build with `.vite/manifest.json`; the files listed there are served below `/`. */
  clientDir: string;
  /** Files served under their own names, cached for an hour. */
  publicDir: string;
  log: Log;
};

const brotli = promisify(brotliCompress);
const IMMUTABLE = 'public, max-age=31536000, immutable';
const ONE_HOUR = 'public, max-age=3600, stale-while-revalidate=86400';
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
 * Reads the files: those in the build manifest, and all but dot files of `public/` (except `.well-known`). Files of unknown types are not
 * served. Brotli bodies are read from `name.br`, or compressed in the background after the start.
 */
export async function openStaticFiles({ clientDir, publicDir, log }: StaticOptions): Promise<StaticFiles> {
  const files = new Map<string, CachedResponse>();
  const uncompressed: [string, CachedResponse][] = [];
  const add = async (folder: string, name: string, cacheControl: string): Promise<void> => {
    const type = TYPES[path.extname(name).slice(1)];
    const file = path.join(folder, name);
    if (type === undefined || !existsSync(file)) return;
    const response = await prepare(file, type, cacheControl);
    files.set(`/${encodeURI(name)}`, response);
    if (COMPRESSIBLE.test(type) && response.variants.br === undefined && response.variants.identity.body.length >= MIN_COMPRESSED_BYTES) {
      uncompressed.push([name, response]);
    }
  };
  for (const name of await listPublic(publicDir)) await add(publicDir, name, ONE_HOUR);
  for (const name of await listBuilt(clientDir)) await add(clientDir, name, HASHED.test(name) ? IMMUTABLE : ONE_HOUR);
  compressLater(uncompressed).catch((error) => log.warn({ err: error, event: 'compress_failed' }, 'Could not compress static files'));
  return { find: (address) => files.get(address), size: files.size, ignoresQuery: true, use: 'none', route: 'static' };
}

/** Returns the names in Vite's manifest: scripts, styles and the assets they use. */
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

async function prepare(file: string, type: string, cacheControl: string): Promise<CachedResponse> {
  const body = await readFile(file);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const fields = ['Content-Type', type, 'Cache-Control', cacheControl];
  const response = createCachedResponse({ status: 200, hash, fields, body });
  if (existsSync(`${file}.br`)) addBrotli(response, await readFile(`${file}.br`));
  return response;
}

async function compressLater(uncompressed: readonly [string, CachedResponse][]): Promise<void> {
  for (const [, response] of uncompressed) {
    const body = response.variants.identity.body;
    addBrotli(
      response,
      await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    );
  }
}

function addBrotli(response: CachedResponse, body: NonSharedBuffer): void {
  const variant: Variant | undefined = body.length < response.variants.identity.body.length ? variantOf(response, 'br', body) : undefined;
  if (variant !== undefined) response.variants.br = variant;
}
