import { AppError, unavailable } from '#src/platform/errors.ts';
import { buildPage, type CachedPage, type PageResult, type Recipient } from './build-page.ts';
import type { Stamp } from './connect-cache.ts';
import type { DiskCache } from './disk-cache.ts';

/** Schedules renders: one per key at a time, with a limit and a timeout; results from outdated data are not stored. */

export type Render = () => Promise<PageResult>;

type SchedulerOptions = {
  maxRenders: number;
  renderTimeoutMs: number;
  /** Returns the stored page for a key. */
  held: (key: string) => CachedPage | undefined;
  /** Pages on disk, which are used instead of rendering. */
  diskCache?: Pick<DiskCache, 'stamp' | 'read'> | undefined;
  /** Called with every page for a key. */
  store: (key: string, page: CachedPage, facts: StoreFacts) => void;
};

export type Rendered = { page: CachedPage; use: 'miss' | 'disk' };

/**
 * `isOutdated`: something the page shows was invalidated during the render. `ageMs`: of a page from disk. `stamp`: what the render has seen
 * (disk-cache.ts).
 */
export type StoreFacts = { isOutdated: boolean; ageMs?: number; stamp?: Stamp | undefined };

type Running = { ticket: Ticket; rendered: Promise<Rendered> };

export function createRenderScheduler({ maxRenders, renderTimeoutMs, held, diskCache, store }: SchedulerOptions) {
  const invalidations = createInvalidations();
  const running = new Map<string, Running>();
  let renders = 0;

  return {
    /** Returns the page of the running render for the key, or of a new one; `null` renders for this caller alone, the recipient. */
    render(key: string | null, render: Render, recipient?: Recipient): Promise<Rendered> {
      if (key === null) return start(null, render, recipient).rendered;
      const current = running.get(key);
      // A request after an invalidation must not get a page rendered before it.
      if (current !== undefined && !current.ticket.isBehind) return current.rendered;
      const started = start(key, render);
      running.set(key, started);
      const forget = () => {
        if (running.get(key) === started) running.delete(key);
      };
      started.rendered.then(forget, forget);
      return started.rendered;
    },

    isRendering: (key: string): boolean => running.has(key),
    running: (): number => renders,
    invalidate: invalidations.record,
  };

  function start(key: string | null, render: Render, recipient?: Recipient): Running {
    const ticket = invalidations.begin();
    return { ticket, rendered: run(key, render, ticket, recipient).finally(ticket.end) };
  }

  async function run(key: string | null, render: Render, ticket: Ticket, recipient?: Recipient): Promise<Rendered> {
    if (renders >= maxRenders) throw unavailable('overloaded', 2);
    renders += 1;
    try {
      const found = key === null || diskCache === undefined || held(key) !== undefined ? undefined : await diskCache.read(key);
      if (key !== null && found !== undefined && !ticket.isOutdatedFor(found.page.tags)) {
        store(key, found.page, { isOutdated: false, ageMs: found.ageMs });
        return { page: found.page, use: 'disk' };
      }
      const stamp = diskCache?.stamp();
      const result = await withTimeout(render, renderTimeoutMs);
      if (result.status >= 500) throw new AppError(result.status, 'page_failed', 'This page is temporarily unavailable.');
      const page = await buildPage(result, key === null ? undefined : held(key), recipient);
      if (key !== null) store(key, page, { isOutdated: ticket.isOutdatedFor(page.tags), stamp });
      return { page, use: 'miss' };
    } finally {
      renders -= 1;
    }
  }
}

async function withTimeout(render: Render, timeoutMs: number): Promise<PageResult> {
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

/** A render in progress, and the invalidations since its start. */

type Ticket = {
  /** Whether one of the tags, or everything, was invalidated since the start. */
  isOutdatedFor(tags: readonly string[]): boolean;
  /** Whether anything was invalidated since the start. */
  readonly isBehind: boolean;
  end(): void;
};

type Invalidations = { record(tags: readonly string[]): void; begin(): Ticket };

/** Records invalidated tags while renders run; forgets them when none does. */
function createInvalidations(): Invalidations {
  let sequence = 0;
  let open = 0;
  let everything = 0;
  const lastOf = new Map<string, number>();
  return {
    record(tags) {
      sequence += 1;
      if (open === 0) return;
      if (tags.includes('all')) everything = sequence;
      for (const tag of tags) lastOf.set(tag, sequence);
    },
    begin() {
      const taken = sequence;
      let ended = false;
      open += 1;
      return {
        isOutdatedFor: (tags) => everything > taken || tags.some((tag) => (lastOf.get(tag) ?? 0) > taken),
        get isBehind() {
          return sequence > taken;
        },
        end() {
          if (ended) return;
          ended = true;
          open -= 1;
          if (open === 0) lastOf.clear();
        },
      };
    },
  };
}
