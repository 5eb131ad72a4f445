/** From what a route drew to what is kept: bytes, encodings, tag, headers. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Prepared } from '#src/platform/http/prepared.ts';
import { COMPRESS_FROM, preparedFrom, variantOf } from '#src/platform/http/prepared.ts';

/** What a page route gives. It is the same for every reader: nothing of a session may be in it. */
export type PageResult = {
  status: number;
  /** Content-Type and what else belongs to the page. A Cache-Control given here is kept as it is. */
  headers: Record<string, string>;
  body: string;
  /** What the page read, in the words of the write side: `tale:ID`, `list`, `author:ID`. Any write to one makes the page old. */
  tags: string[];
  /** What the content is told apart by, where the body holds things that change with every drawing (times). The body when left out. */
  version?: string;
};

export type CachedPage = Prepared & { readonly tags: readonly string[]; readonly storable: boolean };

const PAGE_CACHE_CONTROL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
const MISSING_CACHE_CONTROL = 'public, max-age=0, s-maxage=10';
const TAG = /^[A-Za-z0-9:._-]+$/;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Makes the page. `held` is the entry it takes the place of: with the same content its compressed bytes are taken over.
 * Status 200 to 399 is kept; errors never are, 404 and 410 neither (they are told to be good for 10 s in shared caches).
 */
export async function buildPage(result: PageResult, held?: CachedPage): Promise<CachedPage> {
  const storable = result.status < 400 && !Object.keys(result.headers).some((name) => /^set-cookie$/i.test(name));
  const fields = pageFields(result, storable);
  const hash = createHash('sha256')
    .update(result.version ?? result.body)
    .update(fields.join('\n'))
    .digest('base64url')
    .slice(0, 22);
  if (held !== undefined && held.hash === hash && held.status === result.status) return { ...held, tags: result.tags };
  const body = Buffer.from(result.body, 'utf8');
  const prepared = preparedFrom({ status: result.status, hash, fields, body });
  if (body.length >= COMPRESS_FROM) prepared.variants.br = variantOf(prepared, 'br', await compress(body, 5));
  return { ...prepared, tags: result.tags, storable };
}

/** Adds the gzip variant, for the few readers that take gzip and not brotli. */
export async function addGzip(page: CachedPage): Promise<void> {
  const body = page.variants.identity.body;
  if (page.variants.gzip !== undefined || body.length < COMPRESS_FROM) return;
  page.variants.gzip = variantOf(page, 'gzip', await gzipped(body, { level: 6 }));
}

/** Bytes that a page takes, with room for a gzip variant made later. */
export function weighPage(page: CachedPage, key: string): number {
  const compressed = page.variants.br?.body.length ?? 0;
  return page.variants.identity.body.length + compressed * 2.2 + key.length * 4 + page.fields.join('').length * 4 + 2_000;
}

function compress(body: NonSharedBuffer, quality: number): Promise<NonSharedBuffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

function pageFields(result: PageResult, storable: boolean): string[] {
  const fields: string[] = [];
  let ownControl = false;
  for (const [name, value] of Object.entries(result.headers)) {
    fields.push(name, value);
    ownControl ||= /^cache-control$/i.test(name);
  }
  if (!ownControl) {
    const missing = result.status === 404 || result.status === 410;
    fields.push('Cache-Control', storable ? PAGE_CACHE_CONTROL : missing ? MISSING_CACHE_CONTROL : 'no-store');
  }
  const tags = result.tags.filter((tag) => TAG.test(tag));
  if (tags.length > 0 && result.status < 500) fields.push('Cache-Tag', tags.join(','));
  return fields;
}
