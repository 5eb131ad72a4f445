/** Draws pages: one at a time for a key, not too many in all, none for too long, and none kept that was drawn from old data. */
import { AppError, unavailable } from '#src/platform/errors.ts';
import { buildPage, type CachedPage, type PageResult } from './build-page.ts';
import { createInvalidations, type Ticket } from './invalidations.ts';

export type Render = () => Promise<PageResult>;

type DrawingOptions = {
  maxRenders: number;
  renderTimeoutMs: number;
  /** The page that is kept for a key. */
  held: (key: string) => CachedPage | undefined;
  /** Told of every page drawn for a key; `isOutdated` when something that it carries was called old meanwhile. */
  keep: (key: string, page: CachedPage, isOutdated: boolean) => void;
};

type Running = { ticket: Ticket; page: Promise<CachedPage> };

export function createDrawing({ maxRenders, renderTimeoutMs, held, keep }: DrawingOptions) {
  const invalidations = createInvalidations();
  const running = new Map<string, Running>();
  let renders = 0;

  return {
    /** The page of the draw that runs for the key, or of a new one; `null` draws for this caller alone. */
    draw(key: string | null, render: Render): Promise<CachedPage> {
      if (key === null) return start(null, render).page;
      const current = running.get(key);
      // Whoever comes after something was called old must not get what may have been read before.
      if (current !== undefined && !current.ticket.isBehind) return current.page;
      const started = start(key, render);
      running.set(key, started);
      const forget = () => {
        if (running.get(key) === started) running.delete(key);
      };
      started.page.then(forget, forget);
      return started.page;
    },

    isDrawing: (key: string): boolean => running.has(key),
    running: (): number => renders,
    invalidate: invalidations.record,
  };

  function start(key: string | null, render: Render): Running {
    const ticket = invalidations.begin();
    return { ticket, page: run(key, render, ticket).finally(ticket.end) };
  }

  async function run(key: string | null, render: Render, ticket: Ticket): Promise<CachedPage> {
    if (renders >= maxRenders) throw unavailable('overloaded', 2);
    renders += 1;
    try {
      const result = await limited(render, renderTimeoutMs);
      if (result.status >= 500) throw new AppError(result.status, 'page_failed', 'We cannot show this page just now.');
      const page = await buildPage(result, key === null ? undefined : held(key));
      if (key !== null) keep(key, page, ticket.isOutdatedFor(page.tags));
      return page;
    } finally {
      renders -= 1;
    }
  }
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
