import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { answerFromCache, chooseVariant, toHeaders } from '#src/platform/http/cached-response.ts';
import type { CachedResponseSource } from '#src/platform/http/create-server.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { MIN_COMPRESSED_BYTES, variantOf } from '../http/cached-response.ts';
import type { CachedPage, Recipient } from './build-page.ts';
import type { CacheChanges } from './connect-cache.ts';
import type { PageCache, PageResult } from './page-cache.ts';

const gzipped = promisify(gzip);

export type PageRequest = {
  /**
   * Path and allow-listed parameters in a fixed order: URLs of the same page have the same key. `null` for a page that is not worth
   * caching. Everything that the page reads from the request must be in it.
   */
  key: string | null;
  /** `db`: a replica or the primary. */
  render: (db: Db) => Promise<PageResult>;
  /** The page shows what its visitor may just have written, such as what a link with a secret leads to: it is read from the primary. */
  isOwn?: boolean | undefined;
  /** The URL also has other representations, by Accept: requests go through the router, which looks at that. */
  isNegotiated?: boolean;
  /** A file such as an image, which no session changes: requests with a cookie of ours get it from the cache, too. */
  isAsset?: boolean;
};

export type ServePage = (c: Context<AppEnv>, page: PageRequest) => Promise<Response>;

type ServePageDeps = {
  db: Db;
  /** For visitors who cannot have written anything. */
  readDb?: Db | undefined;
  /** Without it, no stored page is known to show the latest writes. */
  changes?: Pick<CacheChanges, 'listRecent'> | undefined;
};

/**
 * Returns the function that serves page routes. Requests with a cookie of ours may follow a write of the same user: they get a stored page
 * only if it shows everything written until now, otherwise one read from the primary. So do requests of programs with a key, if the page is
 * not cached.
 */
export function createServePage(cache: PageCache, { db, readDb = db, changes }: ServePageDeps): ServePage {
  return async (c, { key, render: renderWith, isOwn = false, isNegotiated = false, isAsset = false }) => {
    const context = getRequestContext(c);
    const isPrivate = !isAsset && hasSiteCookie(c.req.header('cookie'));
    const render = () => renderWith(isPrivate || isOwn || c.req.header('authorization') !== undefined ? db : readDb);
    const acceptEncoding = c.req.header('accept-encoding');
    const recipient = { acceptEncoding, isPrivate };
    const { page, use } = isPrivate ? await servePrivately(key, render, recipient) : await cache.get(key, render, recipient);
    context.cache = use;
    if (key !== null && !isPrivate && !isNegotiated && page.storable) cache.remember(context.target, key, isAsset);
    if (chooseVariant(page, acceptEncoding).gzipMissing) await addGzip(page);
    const { status, fields, body } = answerFromCache(page, acceptEncoding, {
      ifNoneMatch: isPrivate ? undefined : c.req.header('if-none-match'),
      ifModifiedSince: isPrivate ? undefined : c.req.header('if-modified-since'),
    });
    const headers = toHeaders(fields);
    if (isNegotiated) headers.Vary = 'Accept, Accept-Encoding';
    if (isPrivate) {
      headers['Cache-Control'] = 'private, no-store';
      delete headers['Cache-Tag'];
      delete headers.ETag;
    }
    return new Response(body, { status, headers });
  };

  /** Gets a stored page if it is current, or if the database is unavailable: pages are the same for all visitors. */
  async function servePrivately(
    key: string | null,
    render: () => Promise<PageResult>,
    recipient: Recipient,
  ): Promise<{ page: CachedPage; use: 'hit' | 'bypass' | 'stale' }> {
    try {
      const current = key === null || changes === undefined ? undefined : await cache.findCurrent(key, () => changes.listRecent(db));
      if (current !== undefined) return { page: current, use: 'hit' };
      return { page: (await cache.get(null, render, recipient)).page, use: 'bypass' };
    } catch (error) {
      const stored = key === null || (error instanceof AppError && error.status < 500) ? undefined : cache.findFallback(key);
      if (stored === undefined) throw error;
      return { page: stored, use: 'stale' };
    }
  }
}

/** Returns the source of cached pages for the server's fast path: fresh pages, for requests without a cookie of ours, and assets. */
export function cachedPages(cache: PageCache): CachedResponseSource {
  return {
    ignoresQuery: false,
    use: 'hit',
    route: 'cached',
    find(address, head) {
      const page = cache.findFresh(address, head.cookie !== undefined && hasSiteCookie(head.cookie));
      // The slow path creates the gzip variant once.
      if (page === undefined || chooseVariant(page, head.acceptEncoding).gzipMissing) return undefined;
      cache.noteHit();
      return page;
    },
  };
}

const OWN_COOKIE = /(?:^|;)\s*(?:__Host-|__Secure-)?talewood[^=;]*=/i;

/**
 * Whether a Cookie header contains a cookie whose name begins with `talewood`; such requests bypass the shared cache. All our cookies do but
 * `known_device`, which lasts a year, changes no page, and would keep its visitors from the cache.
 */
export function hasSiteCookie(header: string | undefined): boolean {
  return header !== undefined && OWN_COOKIE.test(header);
}

/** Adds the gzip variant, for the few clients without Brotli. */
async function addGzip(page: CachedPage): Promise<void> {
  const body = page.variants.identity.body;
  if (page.variants.gzip !== undefined || body.length < MIN_COMPRESSED_BYTES) return;
  page.variants.gzip = variantOf(page, 'gzip', await gzipped(body, { level: 6 }));
}
