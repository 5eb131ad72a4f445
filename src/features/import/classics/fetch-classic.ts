import { open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { MOST_ENTRY, MOST_PACKED } from '../reader/limits.ts';
import { type BookCache, cacheOf, type Kept } from './cache.ts';
import { ClassicFault } from './classic-fault.ts';
import { judgeBook } from './judge-book.ts';
import type { ClassicEntry } from './list-classics.ts';
import { type Answer, type Mirror, PassingFault } from './mirror.ts';
import { type Form, type Place, placesOf } from './mirror-paths.ts';

export type FetchOptions = {
  cacheDir: string;
  /** Tried in their order; whoever has the book gives it. */
  mirrors: readonly Mirror[];
  /** Asks whether what is kept has changed, instead of taking it as it is. */
  refresh?: boolean;
  signal?: AbortSignal;
  /** Bytes so far, and in all where that is known. */
  onProgress?: (bytes: number, total: number | null) => void;
  /** Silence after which a connection is given up, and the first pause before another try. */
  stallMs?: number;
  pauseMs?: number;
};
export type FetchedClassic = Kept & { path: string /** It was kept from before. */; wasKept: boolean };

const TRIES = 4;
const LONGEST_PAUSE_MS = 60_000;
const MOST: Record<Form, number> = { html: MOST_ENTRY, text: MOST_ENTRY, epub: MOST_PACKED };

/**
 * The file of a book, out of the cache or from a mirror: what broke off is gone on with, what fails for the moment is tried again after
 * growing pauses. Throws a ClassicFault, or the reason of `signal`.
 */
export async function fetchClassic(entry: Pick<ClassicEntry, 'id' | 'form'>, options: FetchOptions): Promise<FetchedClassic> {
  const cache = cacheOf(options.cacheDir, entry.id);
  const before = await cache.find();
  if (before !== undefined && options.refresh !== true) return { ...before.kept, path: before.path, wasKept: true };
  const problems: ClassicFault[] = [];
  for (const mirror of options.mirrors) {
    try {
      for (const place of placesOf(entry.id, entry.form)) {
        const found = await fetchPlace(mirror, place, cache, before, options);
        if (found !== undefined) return found;
      }
      problems.push(new ClassicFault('missing', `${mirror.address} does not have eBook ${entry.id}.`));
    } catch (error) {
      if (!(error instanceof ClassicFault)) throw error;
      problems.push(error);
    }
  }
  throw problems.find(({ code }) => code !== 'missing') ?? problems[0] ?? new ClassicFault('bad_mirror', 'There is no mirror to ask.');
}

/** One after the other; a book that cannot be had is told, and the others follow. */
export async function* fetchClassics(
  entries: readonly ClassicEntry[],
  options: FetchOptions,
): AsyncGenerator<{ entry: ClassicEntry } & ({ fetched: FetchedClassic } | { fault: ClassicFault })> {
  for (const entry of entries) {
    try {
      yield { entry, fetched: await fetchClassic(entry, options) };
    } catch (error) {
      if (!(error instanceof ClassicFault)) throw error;
      yield { entry, fault: error };
    }
  }
}

type Before = { path: string; kept: Kept } | undefined;

/** Nothing when the mirror has no such file. */
async function fetchPlace(
  mirror: Mirror,
  place: Place,
  cache: BookCache,
  before: Before,
  options: FetchOptions,
): Promise<FetchedClassic | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryPlace(mirror, place, cache, before, options);
    } catch (error) {
      if (!(error instanceof PassingFault)) throw error;
      if (attempt === TRIES) throw new ClassicFault('unreachable', `${mirror.address}${place.path}: ${error.message}`, { cause: error });
      const wanted = Math.max(error.seconds * 1000, (options.pauseMs ?? 1_000) * 2 ** (attempt - 1));
      await pause(Math.min(wanted, LONGEST_PAUSE_MS), undefined, { signal: options.signal });
    }
  }
}

async function tryPlace(
  mirror: Mirror,
  { path, form }: Place,
  cache: BookCache,
  before: Before,
  options: FetchOptions,
): Promise<FetchedClassic | undefined> {
  const url = mirror.address + path;
  const from = await cache.findPart(url);
  const stall = stallGuard(options);
  let end = () => {};
  try {
    const answer = await mirror.get(path, {
      ...(from === undefined ? {} : { from }),
      ...(before?.kept.url === url ? { kept: before.kept } : {}),
      signal: stall.signal,
    });
    if (answer.outcome === 'missing') return undefined;
    if (answer.outcome === 'unchanged') {
      if (before === undefined) throw new PassingFault('The mirror takes for unchanged what was never fetched.');
      return { ...before.kept, path: before.path, wasKept: true };
    }
    const { etag, modified, offset, total } = answer;
    end = answer.end;
    if (total !== null && total > MOST[form]) throw tooLarge(url);
    if (offset === 0) await cache.beginPart({ url, etag, modified });
    const bytes = await receive(answer, cache.part, (size) => {
      stall.tick();
      if (size > MOST[form]) throw tooLarge(url);
      options.onProgress?.(size, total);
    });
    if (total !== null && bytes !== total) throw new PassingFault(`${bytes} bytes came instead of ${total}.`, { isSpoiled: bytes > total });
    await judgeBook(cache.part, form, url);
    const kept = await cache.keep({ url, form, bytes, etag, modified });
    return { ...kept.kept, path: kept.path, wasKept: false };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof ClassicFault || (error instanceof PassingFault && error.isSpoiled)) await cache.dropPart();
    if (error instanceof ClassicFault || error instanceof PassingFault) throw error;
    if (isDisk(error)) throw error;
    throw new PassingFault(stall.signal.aborted ? 'The mirror fell silent.' : 'The connection broke.', { cause: error });
  } finally {
    end();
    stall.end();
  }
}

/** Aborts when `tick` was not called for too long, or the whole is. */
function stallGuard({ signal, stallMs = 30_000 }: FetchOptions) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), stallMs);
  return {
    signal: signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]),
    tick: () => timer.refresh(),
    end: () => clearTimeout(timer),
  };
}

/** Writes what comes as it comes, so that nothing of it is lost when the rest does not. Returns how much there is now. */
async function receive(
  { body, offset }: Extract<Answer, { outcome: 'found' }>,
  part: string,
  told: (bytes: number) => void,
): Promise<number> {
  let bytes = offset;
  const handle = await open(part, 'a');
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      told(bytes);
      await handle.writeFile(chunk);
    }
  } finally {
    await handle.close();
  }
  return bytes;
}

function tooLarge(url: string): ClassicFault {
  return new ClassicFault('too_large', `${url} is larger than a book may be.`);
}

/** Faults of this machine, which no other mirror mends. */
function isDisk(error: unknown): boolean {
  return error instanceof Error && /^(ENOSPC|EACCES|EROFS|EIO|ENOTDIR|EMFILE)$/.test((error as NodeJS.ErrnoException).code ?? '');
}
