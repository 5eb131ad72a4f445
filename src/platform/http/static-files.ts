/** Static files of the build and of `public/`, listed at the start and served from memory. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Hono } from 'hono';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { notFound } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import {
  answerFromCache,
  type CachedResponse,
  createCachedResponse,
  createCompressedResponse,
  MIN_COMPRESSED_BYTES,
  toHeaders,
  type Variant,
  variantOf,
} from './cached-response.ts';
import type { CachedResponseSource } from './create-server.ts';
import type { AppEnv } from './request-context.ts';

/** `hashed`: by name, those whose names change with their content. */
type StaticFiles = CachedResponseSource & { readonly size: number; readonly hashed: ReadonlyMap<string, CachedResponse> };

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
/** The names of the build contain a hash of the content. */
const HASHED = /^assets\/[\w.-]{1,150}$/;
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
  const hashed = new Map<string, CachedResponse>();
  const uncompressed: [string, CachedResponse][] = [];
  const add = async (folder: string, name: string, cacheControl: string): Promise<void> => {
    const type = TYPES[path.extname(name).slice(1)];
    const file = path.join(folder, name);
    if (type === undefined || !existsSync(file)) return;
    const response = await prepare(file, type, cacheControl);
    files.set(`/${encodeURI(name)}`, response);
    if (cacheControl === IMMUTABLE) hashed.set(name, response);
    if (COMPRESSIBLE.test(type) && response.variants.br === undefined && response.variants.identity.body.length >= MIN_COMPRESSED_BYTES) {
      uncompressed.push([name, response]);
    }
  };
  for (const name of await listPublic(publicDir)) await add(publicDir, name, ONE_HOUR);
  for (const name of await listBuilt(clientDir)) await add(clientDir, name, HASHED.test(name) ? IMMUTABLE : ONE_HOUR);
  compressLater(uncompressed).catch((error) => log.warn({ err: error, event: 'compress_failed' }, 'Could not compress static files'));
  return { find: (address) => files.get(address), size: files.size, hashed, ignoresQuery: true, use: 'none', route: 'static' };
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
  const compressed = existsSync(`${file}.br`) ? await readFile(`${file}.br`) : body;
  const parts = { status: 200, hash, fields };
  return compressed.length < body.length ? createCompressedResponse(parts, compressed) : createCachedResponse({ ...parts, body });
}

async function compressLater(uncompressed: readonly [string, CachedResponse][]): Promise<void> {
  for (const [, response] of uncompressed) {
    const body = response.variants.identity.body;
    // The best quality is also faster than level 9 for files this small.
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    addBrotli(response, await brotli(body, { params }));
  }
}

function addBrotli(response: CachedResponse, body: NonSharedBuffer): void {
  const variant: Variant | undefined = body.length < response.variants.identity.body.length ? variantOf(response, 'br', body) : undefined;
  if (variant !== undefined) response.variants.br = variant;
}

/** How long files of a replaced build are kept, for pages that were opened before. */
const KEPT_DAYS = 30;

/**
 * Stores the files of this build for processes of other versions. While processes are upgraded one after the other, a load balancer sends
 * requests of a page for its scripts to another version; later, open pages load scripts of the former one.
 */
export async function shareFiles(db: Db, hashed: StaticFiles['hashed']): Promise<void> {
  const names = [...hashed.keys()];
  const listCurrent = async (at: Db) =>
    (await sql<{ name: string }>`select name from built_files where replaced_at is null`.execute(at)).rows;
  const isDone = (rows: { name: string }[]) => rows.length === names.length && rows.every(({ name }) => hashed.has(name));
  if (isDone(await listCurrent(db))) return;
  await transact(db, async (trx) => {
    await sql`lock table built_files in share row exclusive mode`.execute(trx);
    await sql`
      update built_files set replaced_at = case when name = any(${names}) then null else now() end
      where (name = any(${names})) = (replaced_at is not null)`.execute(trx);
    await sql`delete from built_files where replaced_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(trx);
    const stored = new Set((await listCurrent(trx)).map(({ name }) => name));
    const missing = [...hashed].filter(([name]) => !stored.has(name));
    const variants = missing.map(([, { variants: each }]) => each.br ?? each.identity);
    const bodies = variants.map(({ body }) => body);
    const isBrotli = variants.map(({ encoding }) => encoding === 'br');
    await sql`
      insert into built_files (name, body, is_brotli)
      select * from unnest(${missing.map(([name]) => name)}::text[], ${bodies}::bytea[], ${isBrotli}::boolean[])`.execute(trx);
  });
}

/** Serves files of other builds, mounted at /assets. Those of this build are served before the routes. */
export function sharedFileRoutes({ db }: { db: Db }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/:name', async (c) => {
    const name = `assets/${c.req.param('name')}`;
    const type = TYPES[path.extname(name).slice(1)];
    if (type === undefined || !HASHED.test(name)) throw notFound();
    const { rows } = await sql<{ body: NonSharedBuffer; is_brotli: boolean }>`
      select body, is_brotli from built_files where name = ${name}`.execute(db);
    if (rows[0] === undefined) throw notFound();
    const { body: stored, is_brotli: isBrotli } = rows[0];
    const parts = {
      status: 200,
      hash: createHash('sha256').update(stored).digest('base64url').slice(0, 22),
      fields: ['Content-Type', type, 'Cache-Control', IMMUTABLE],
    };
    const response = isBrotli ? createCompressedResponse(parts, stored) : createCachedResponse({ ...parts, body: stored });
    const held = { ifNoneMatch: c.req.header('if-none-match') };
    const { status, fields, body } = answerFromCache(response, c.req.header('accept-encoding'), held);
    return new Response(body, { status, headers: toHeaders(fields) });
  });
  return app;
}
