/** The page cache: bounded by bytes, renewed behind the reader's back, emptied by tag. Pages are the same for everyone. */
import { LRUCache } from 'lru-cache';
import { AppError, unavailable } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import type { CachedPage, PageResult } from './build-page.ts';
import { buildPage, weighPage } from './build-page.ts';
import type { Ticket } from './invalidations.ts';
import { createInvalidations } from './invalidations.ts';
import { createTagIndex } from './tag-index.ts';

export type { CachedPage, PageResult } from './build-page.ts';

export type Render = () => Promise<PageResult>;
export type Served = { page: CachedPage; use: 'hit' | 'stale' | 'miss' };

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
  /** How long a reader of a page older than `staleMs` waits for the new one before getting the old one, ms. */
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
  maxBytes: 64 * 1024 * 1024,
  freshMs: 60_000,
  staleMs: 600_000,
  staleIfErrorMs: 3_600_000,
  retryMs: 5_000,
  patienceMs: 1_000,
  renderTimeoutMs: 10_000,
  maxRenders: 200,
  now: () => performance.now(),
} satisfies Partial<PageCacheOptions>;

type Entry = { page: CachedPage; drawn: number; retryAt: number };
type Running = { ticket: Ticket; page: Promise<CachedPage> };

export type PageCache = ReturnType<typeof createPageCache>;

export function createPageCache(options: Pick<PageCacheOptions, 'log'> & Partial<PageCacheOptions>) {
  const { now, log, ...limits } = { ...DEFAULTS, ...options };
  const index = createTagIndex();
  const invalidations = createInvalidations();
  const running = new Map<string, Running>();
  const addresses = new LRUCache<string, string>({ max: 20_000 });
  const entries = new LRUCache<string, Entry>({
    maxSize: limits.maxBytes,
    maxEntrySize: Math.max(1, Math.floor(limits.maxBytes / 8)),
    sizeCalculation: ({ page }, key) => Math.ceil(weighPage(page, key)),
    dispose: ({ page }, key) => index.remove(key, page.tags),
  });
  let renders = 0;

  /** The page for a key, drawn when there is none. `null` as key: never kept, but counted among the renders. */
  async function get(key: string | null, render: Render): Promise<Served> {
    if (key === null) return { page: await draw(null, render).page, use: 'miss' };
    const entry = entries.get(key);
    const age = entry === undefined ? Number.POSITIVE_INFINITY : now() - entry.drawn;
    if (entry === undefined || age >= limits.staleIfErrorMs) return { page: await drawOnce(key, render), use: 'miss' };
    if (age < limits.freshMs) return { page: entry.page, use: 'hit' };
    if (now() < entry.retryAt) return { page: entry.page, use: 'stale' };
    const old: Served = { page: entry.page, use: 'stale' };
    if (age >= limits.staleMs) return (await within(renew(key, entry, render), limits.patienceMs)) ?? old;
    // A page that turns out to be gone is told to the next reader.
    if (!running.has(key)) renew(key, entry, render).catch(() => {});
    return old;
  }

  /** Draws anew for an entry; undefined when that failed and the old page is to be served on. Rejects with what the page now says (404). */
  async function renew(key: string, entry: Entry, render: Render): Promise<Served | undefined> {
    try {
      return { page: await drawOnce(key, render), use: 'miss' };
    } catch (error) {
      if (error instanceof AppError && error.status < 500) {
        entries.delete(key);
        throw error;
      }
      if (now() < entry.retryAt) return undefined;
      entry.retryAt = now() + limits.retryMs;
      log.warn({ err: error, key, event: 'page_renewal_failed' }, 'A page could not be renewed; the old one is served on');
      return undefined;
    }
  }

  /** One render for a key at a time. A render that began before something was called old is not joined. */
  function drawOnce(key: string, render: Render): Promise<CachedPage> {
    const current = running.get(key);
    if (current !== undefined && !current.ticket.isBehind) return current.page;
    const started = draw(key, render);
    running.set(key, started);
    const forget = () => {
      if (running.get(key) === started) running.delete(key);
    };
    started.page.then(forget, forget);
    return started.page;
  }

  function draw(key: string | null, render: Render): Running {
    const ticket = invalidations.begin();
    const page = (async () => {
      if (renders >= limits.maxRenders) throw unavailable('overloaded', 2);
      renders += 1;
      try {
        const result = await limited(render, limits.renderTimeoutMs);
        if (result.status >= 500) throw new AppError(result.status, 'page_failed', 'We cannot show this page just now.');
        const built = await buildPage(result, key === null ? undefined : entries.peek(key)?.page);
        if (key !== null) keep(key, built, ticket);
        return built;
      } finally {
        renders -= 1;
        ticket.end();
      }
    })();
    return { ticket, page };
  }

  function keep(key: string, page: CachedPage, ticket: Ticket): void {
    if (!page.storable) {
      entries.delete(key);
      return;
    }
    if (ticket.isOutdatedFor(page.tags)) return;
    entries.delete(key);
    entries.set(key, { page, drawn: now(), retryAt: 0 });
    if (entries.has(key)) index.add(key, page.tags);
  }

  return {
    get,

    /** A fresh page for an address that was served before, by its exact text: the way past the router. */
    findFresh(address: string): CachedPage | undefined {
      const key = addresses.get(address);
      const entry = key === undefined ? undefined : entries.get(key);
      return entry !== undefined && now() - entry.drawn < limits.freshMs ? entry.page : undefined;
    },

    /** Remembers that this canonical address is served with this key. */
    remember(address: string, key: string): void {
      if (address.length <= 512) addresses.set(address, key);
    },

    /** Drops every page that carries one of the tags; `all` drops everything. Renders at work are not kept if they carry one. */
    invalidate(tags: readonly string[]): void {
      invalidations.record(tags);
      if (tags.includes('all')) entries.clear();
      else for (const key of index.keysOf(tags)) entries.delete(key);
    },

    stats: () => ({ pages: entries.size, bytes: entries.calculatedSize, renders, addresses: addresses.size }),
  };
}

async function limited(render: Render, timeoutMs: number): Promise<PageResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable('page_too_slow', 5)), timeoutMs);
  });
  try {
    return await Promise.race([render(), late]);
  } finally {
    clearTimeout(timer);
  }
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
