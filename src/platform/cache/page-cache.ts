import { LRUCache } from 'lru-cache';
import { AppError, classifyDatabaseError } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import type { CachedPage, Recipient } from './build-page.ts';
import type { DiskCache } from './disk-cache.ts';
import { createRenderScheduler, type Render, type StoreFacts } from './render-scheduler.ts';

/** The page cache: limited in bytes, refreshed in the background, invalidated by tag. Pages are the same for all visitors. */

export type { CachedPage, PageResult } from './build-page.ts';
export type { Render } from './render-scheduler.ts';

type Served = { page: CachedPage; use: 'hit' | 'stale' | 'miss' | 'disk' };

/**
 * Cache hits, stale hits, misses and pages from disk since the start of the process. `fallback`: requests that bypass the cache and got a
 * stored page, because rendering failed.
 */
type CacheUses = Record<Served['use'] | 'fallback', number>;

export type PageCacheOptions = {
  maxBytes: number;
  /** How long a page is fresh, ms. */
  freshMs: number;
  /** How long a stale page is served while it is refreshed, ms since rendering. */
  staleMs: number;
  /** How long a stale page is served when refreshing fails or is slow, ms since rendering. */
  staleIfErrorMs: number;
  /** Time between two attempts to refresh a page after a failure, ms. */
  retryMs: number;
  /** How long a request for an outdated page waits for the new one before it gets the old one, ms. */
  patienceMs: number;
  /** Timeout of a render, ms. */
  renderTimeoutMs: number;
  /** Concurrent renders before further ones are rejected with 503. */
  maxRenders: number;
  /** A monotonic clock, ms. */
  now: () => number;
  log: Log;
  /** Pages on disk. */
  diskCache?: DiskCache | undefined;
};

const DEFAULTS = {
  maxBytes: 48 * 1024 * 1024,
  freshMs: 60_000,
  staleMs: 600_000,
  staleIfErrorMs: 3_600_000,
  retryMs: 5_000,
  patienceMs: 1_500,
  renderTimeoutMs: 10_000,
  maxRenders: 200,
  now: () => performance.now(),
} satisfies Partial<PageCacheOptions>;

/** `isOutdated`: invalidated by a write; served only when no new page can be rendered. */
type Entry = { page: CachedPage; renderedAt: number; retryAt: number; isOutdated: boolean };

/** Prefix of tags of writes that unpublished or deleted something: the pages must not be shown again. */
export const PURGED = 'withdrawn:';

export type PageCache = ReturnType<typeof createPageCache>;

export function createPageCache(options: Pick<PageCacheOptions, 'log'> & Partial<PageCacheOptions>) {
  const { now, log, diskCache, ...limits } = { ...DEFAULTS, ...options };
  const uses: CacheUses = { hit: 0, stale: 0, miss: 0, disk: 0, fallback: 0 };
  const index = createTagIndex();
  const addresses = new LRUCache<string, { key: string; isAsset: boolean }>({ max: 20_000 });
  const entries = new LRUCache<string, Entry>({
    maxSize: limits.maxBytes,
    maxEntrySize: Math.max(1, Math.floor(limits.maxBytes / 8)),
    sizeCalculation: ({ page }, key) => Math.ceil(pageSize(page, key)),
    dispose: ({ page }, key) => index.remove(key, page.tags),
  });
  const scheduler = createRenderScheduler({ ...limits, diskCache, held: (key) => entries.peek(key)?.page, store });

  /** Returns the page for a key, rendered when missing. Key `null`: never stored, for the recipient only, but counted as a render. */
  async function get(key: string | null, render: Render, recipient?: Recipient): Promise<Served> {
    const served = await find(key, render, recipient);
    if (key !== null) uses[served.use] += 1;
    return served;
  }

  async function find(key: string | null, render: Render, recipient?: Recipient): Promise<Served> {
    if (key === null) return scheduler.render(null, render, recipient);
    const entry = entries.get(key);
    const age = entry === undefined ? Number.POSITIVE_INFINITY : now() - entry.renderedAt;
    if (entry === undefined || age >= limits.staleIfErrorMs) return scheduler.render(key, render);
    if (age < limits.freshMs && !entry.isOutdated) return { page: entry.page, use: 'hit' };
    if (now() < entry.retryAt) return { page: entry.page, use: 'stale' };
    const old: Served = { page: entry.page, use: 'stale' };
    if (entry.isOutdated || age >= limits.staleMs) return (await withTimeout(refresh(key, entry, render), limits.patienceMs)) ?? old;
    // A page that no longer exists is a 404 for the next request.
    if (!scheduler.isRendering(key)) refresh(key, entry, render).catch(() => {});
    return old;
  }

  /**
   * Renders an entry again; undefined when that failed and the old page should be served. Rejects with an AppError below 500, such as 404.
   */
  async function refresh(key: string, entry: Entry, render: Render): Promise<Served | undefined> {
    try {
      return await scheduler.render(key, render);
    } catch (error) {
      if (error instanceof AppError && error.status < 500) {
        entries.delete(key);
        throw error;
      }
      if (now() < entry.retryAt) return undefined;
      entry.retryAt = now() + limits.retryMs;
      const reason = classifyDatabaseError(error) === undefined ? { err: error } : { reason: (error as Error).message };
      log.warn({ ...reason, key, event: 'page_renewal_failed' }, 'Could not refresh a page; serving the old one');
      return undefined;
    }
  }

  /** Returns the entry if it is fresh. */
  function findEntry(key: string): Entry | undefined {
    const entry = entries.get(key);
    return entry !== undefined && !entry.isOutdated && now() - entry.renderedAt < limits.freshMs ? entry : undefined;
  }

  function store(key: string, page: CachedPage, { isOutdated, ageMs = 0, stamp }: StoreFacts): void {
    if (!page.storable) entries.delete(key);
    if (!page.storable || isOutdated) return;
    entries.delete(key);
    entries.set(key, { page, renderedAt: now() - ageMs, retryAt: 0, isOutdated: false });
    if (entries.has(key)) index.add(key, page.tags);
    if (stamp !== undefined) diskCache?.write(key, page, stamp);
  }

  return {
    get,

    /**
     * Returns a fresh page for the exact URL of an earlier request: the fast path around the router. `assetsOnly`: only one that no session
     * changes. The caller reports hits by `noteHit`.
     */
    findFresh(address: string, assetsOnly: boolean): CachedPage | undefined {
      const known = addresses.get(address);
      return known === undefined || (assetsOnly && !known.isAsset) ? undefined : findEntry(known.key)?.page;
    },

    /**
     * Returns a fresh page that shows everything written until now. `listRecent`: the tags of changes that may not have invalidated pages
     * yet; undefined if unknown.
     */
    async findCurrent(key: string, listRecent: () => Promise<ReadonlySet<string> | undefined>): Promise<CachedPage | undefined> {
      if (findEntry(key) === undefined) return undefined;
      const recent = await listRecent();
      // A notification may have arrived meanwhile.
      const page = findEntry(key)?.page;
      const isChanged = recent === undefined || page === undefined || ['all', ...page.tags].some((tag) => recent.has(tag));
      if (isChanged || page.tags.length === 0) return undefined;
      uses.hit += 1;
      return page;
    },

    /** Returns a page to serve when a request that bypasses the cache could not be answered otherwise. */
    findFallback(key: string): CachedPage | undefined {
      const entry = entries.peek(key);
      if (entry === undefined || now() - entry.renderedAt >= limits.staleIfErrorMs) return undefined;
      uses.fallback += 1;
      return entry.page;
    },

    /** Whether no page is being rendered. */
    isIdle: () => scheduler.running() === 0,

    /** Renders a missing or outdated page ahead of requests. */
    async warm(key: string, render: Render): Promise<void> {
      if (entries.peek(key)?.isOutdated !== false) await find(key, render);
    },

    noteHit(): void {
      uses.hit += 1;
    },

    /** Records the key of a canonical URL. */
    remember(address: string, key: string, isAsset: boolean): void {
      if (address.length <= 512) addresses.set(address, { key, isAsset });
    },

    /**
     * Invalidates every page with one of the tags; `all` for every page. The next request gets a new page; the old one is served only while
     * rendering fails. Withdrawal tags purge the pages instead. Renders in progress with one of the tags are not stored.
     */
    invalidate(tags: readonly string[]): void {
      scheduler.invalidate(tags);
      const keys = tags.includes('all') ? [...entries.keys()] : index.keysOf(tags);
      const isWithdrawn = tags.some((tag) => tag.startsWith(PURGED));
      for (const key of keys) {
        const entry = isWithdrawn ? undefined : entries.peek(key);
        if (entry === undefined) entries.delete(key);
        else Object.assign(entry, { isOutdated: true, retryAt: 0 });
      }
    },

    /** Whether any page can be served while the database is unavailable. */
    canServe(): boolean {
      for (const { renderedAt } of entries.values()) if (now() - renderedAt < limits.staleIfErrorMs) return true;
      return false;
    },

    stats: () => ({
      pages: entries.size,
      outdated: [...entries.values()].filter(({ isOutdated }) => isOutdated).length,
      bytes: entries.calculatedSize,
      renders: scheduler.running(),
      addresses: addresses.size,
      uses: { ...uses },
    }),
  };
}

/** Resolves to the result, undefined on timeout. */
async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}

/** An index from tags to the keys of the pages that have them. */

type TagIndex = {
  add(key: string, tags: readonly string[]): void;
  remove(key: string, tags: readonly string[]): void;
  /** Returns a copy, so that entries may be removed during iteration. */
  keysOf(tags: readonly string[]): string[];
  readonly size: number;
};

function createTagIndex(): TagIndex {
  const keys = new Map<string, Set<string>>();
  return {
    add(key, tags) {
      for (const tag of tags) {
        const known = keys.get(tag);
        if (known === undefined) keys.set(tag, new Set([key]));
        else known.add(key);
      }
    },
    remove(key, tags) {
      for (const tag of tags) {
        const known = keys.get(tag);
        known?.delete(key);
        if (known?.size === 0) keys.delete(tag);
      }
    },
    keysOf: (tags) => [...new Set(tags.flatMap((tag) => [...(keys.get(tag) ?? [])]))],
    get size() {
      return keys.size;
    },
  };
}

/** Returns the size of a page in bytes, including a gzip variant that may be added later. */
function pageSize(page: CachedPage, key: string): number {
  const compressed = page.variants.br?.body.length ?? 0;
  return page.bytes + compressed * 2.2 + key.length * 4 + page.fields.join('').length * 4 + 2_000;
}
