/** The page cache: bounded by bytes, renewed behind the reader's back, outdated by tag. Pages are the same for everyone. */
import { LRUCache } from 'lru-cache';
import { AppError, databaseFault } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import { type CachedPage, weighPage } from './build-page.ts';
import { createDrawing, type Render } from './draw-page.ts';
import { createTagIndex } from './tag-index.ts';

export type { CachedPage, PageResult } from './build-page.ts';
export type { Render } from './draw-page.ts';

export type Served = { page: CachedPage; use: 'hit' | 'stale' | 'miss' };

/** How often pages that are kept were there, there but old, or not there, since the start of the process. */
export type CacheUses = Record<Served['use'], number>;

export type PageCacheOptions = {
  maxBytes: number;
  /** Served without a thought, ms. */
  freshMs: number;
  /** Served while one render renews it, ms since it was drawn. */
  staleMs: number;
  /** Served when the renewal fails or is slow, ms since it was drawn. */
  staleIfErrorMs: number;
  /** Between two tries to renew a page whose renewal failed, ms. */
  retryMs: number;
  /** How long a reader of a page that is outdated or older than `staleMs` waits for the new one before getting the old one, ms. */
  patienceMs: number;
  /** The longest a render may take, ms. */
  renderTimeoutMs: number;
  /** Renders at work before further ones are refused with 503. */
  maxRenders: number;
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
  log: Log;
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

/** `isOutdated`: something on the page was written since. It is served only when no newer one can be drawn. */
type Entry = { page: CachedPage; drawn: number; retryAt: number; isOutdated: boolean };

/** Begins the tag of a write that withdrew something from readers (unpublished or deleted it): it must not be shown again. */
export const WITHDRAWN = 'withdrawn:';

export type PageCache = ReturnType<typeof createPageCache>;

export function createPageCache(options: Pick<PageCacheOptions, 'log'> & Partial<PageCacheOptions>) {
  const { now, log, ...limits } = { ...DEFAULTS, ...options };
  const uses: CacheUses = { hit: 0, stale: 0, miss: 0 };
  const index = createTagIndex();
  const addresses = new LRUCache<string, string>({ max: 20_000 });
  const entries = new LRUCache<string, Entry>({
    maxSize: limits.maxBytes,
    maxEntrySize: Math.max(1, Math.floor(limits.maxBytes / 8)),
    sizeCalculation: ({ page }, key) => Math.ceil(weighPage(page, key)),
    dispose: ({ page }, key) => index.remove(key, page.tags),
  });
  const drawing = createDrawing({ ...limits, held: (key) => entries.peek(key)?.page, keep });

  /** The page for a key, drawn when there is none. `null` as key: never kept, but counted among the renders. */
  async function get(key: string | null, render: Render): Promise<Served> {
    const served = await find(key, render);
    if (key !== null) uses[served.use] += 1;
    return served;
  }

  async function find(key: string | null, render: Render): Promise<Served> {
    if (key === null) return { page: await drawing.draw(null, render), use: 'miss' };
    const entry = entries.get(key);
    const age = entry === undefined ? Number.POSITIVE_INFINITY : now() - entry.drawn;
    if (entry === undefined || age >= limits.staleIfErrorMs) return { page: await drawing.draw(key, render), use: 'miss' };
    if (age < limits.freshMs && !entry.isOutdated) return { page: entry.page, use: 'hit' };
    if (now() < entry.retryAt) return { page: entry.page, use: 'stale' };
    const old: Served = { page: entry.page, use: 'stale' };
    if (entry.isOutdated || age >= limits.staleMs) return (await within(renew(key, entry, render), limits.patienceMs)) ?? old;
    // A page that turns out to be gone is told to the next reader.
    if (!drawing.isDrawing(key)) renew(key, entry, render).catch(() => {});
    return old;
  }

  /** Draws anew for an entry; undefined when that failed and the old page is to be served on. Rejects with what the page now says (404). */
  async function renew(key: string, entry: Entry, render: Render): Promise<Served | undefined> {
    try {
      return { page: await drawing.draw(key, render), use: 'miss' };
    } catch (error) {
      if (error instanceof AppError && error.status < 500) {
        entries.delete(key);
        throw error;
      }
      if (now() < entry.retryAt) return undefined;
      entry.retryAt = now() + limits.retryMs;
      const reason = databaseFault(error) === undefined ? { err: error } : { reason: (error as Error).message };
      log.warn({ ...reason, key, event: 'page_renewal_failed' }, 'A page could not be renewed; the old one is served on');
      return undefined;
    }
  }

  function keep(key: string, page: CachedPage, isOutdated: boolean): void {
    if (!page.storable) entries.delete(key);
    if (!page.storable || isOutdated) return;
    entries.delete(key);
    entries.set(key, { page, drawn: now(), retryAt: 0, isOutdated: false });
    if (entries.has(key)) index.add(key, page.tags);
  }

  return {
    get,

    /** A fresh page for an address that was served before, by its exact text: the way past the router. Who serves it says so by `noteHit`. */
    findFresh(address: string): CachedPage | undefined {
      const key = addresses.get(address);
      const entry = key === undefined ? undefined : entries.get(key);
      const isFresh = entry !== undefined && !entry.isOutdated && now() - entry.drawn < limits.freshMs;
      return isFresh ? entry.page : undefined;
    },

    noteHit(): void {
      uses.hit += 1;
    },

    /** Remembers that this canonical address is served with this key. */
    remember(address: string, key: string): void {
      if (address.length <= 512) addresses.set(address, key);
    },

    /**
     * Outdates every page that carries one of the tags, `all` every page: the next reader gets a new one, and the old one only while none
     * can be drawn. With a tag of a withdrawal among them these pages are dropped instead. Renders at work are not kept if they carry one.
     */
    invalidate(tags: readonly string[]): void {
      drawing.invalidate(tags);
      const keys = tags.includes('all') ? [...entries.keys()] : index.keysOf(tags);
      const isWithdrawn = tags.some((tag) => tag.startsWith(WITHDRAWN));
      for (const key of keys) {
        const entry = isWithdrawn ? undefined : entries.peek(key);
        if (entry === undefined) entries.delete(key);
        else Object.assign(entry, { isOutdated: true, retryAt: 0 });
      }
    },

    /** Whether any page is there that may be served while the database is away. */
    canServe(): boolean {
      for (const { drawn } of entries.values()) if (now() - drawn < limits.staleIfErrorMs) return true;
      return false;
    },

    stats: () => ({
      pages: entries.size,
      outdated: [...entries.values()].filter(({ isOutdated }) => isOutdated).length,
      bytes: entries.calculatedSize,
      renders: drawing.running(),
      addresses: addresses.size,
      uses: { ...uses },
    }),
  };
}

/** The result when it comes in time, undefined otherwise. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
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
