import { open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_ENTRY, MAX_PACKED } from '../limits.ts';
import { type BookCache, type CacheEntry, openCache } from './cache.ts';
import type { ClassicEntry } from './list-classics.ts';
import { ClassicFault, type Form, type Mirror, type MirrorPath, type MirrorResponse, mirrorPaths, TransientFault } from './mirror.ts';

export type FetchOptions = {
  cacheDir: string;
  /** Tried in order until one has the book. */
  mirrors: readonly Mirror[];
  /** Revalidates the cached file instead of using it as it is. */
  refresh?: boolean;
  signal?: AbortSignal;
  /** Bytes so far, and the total where known. */
  onProgress?: (bytes: number, total: number | null) => void;
  /** Time without data after which a connection is aborted, and the first delay before a retry. */
  stallMs?: number;
  pauseMs?: number;
};
type FetchedClassic = CacheEntry & { path: string /** Whether the file came from the cache. */; wasCached: boolean };

const MAX_ATTEMPTS = 4;
const LONGEST_PAUSE_MS = 60_000;
const MAX_BYTES: Record<Form, number> = { html: MAX_ENTRY, text: MAX_ENTRY, epub: MAX_PACKED };

/**
 * Returns the file of a book, from the cache or a mirror. Resumes interrupted downloads and retries transient failures with backoff.
 * @throws ClassicFault, or the reason of `signal`
 */
export async function fetchClassic(entry: Pick<ClassicEntry, 'id' | 'form'>, options: FetchOptions): Promise<FetchedClassic> {
  const cache = openCache(options.cacheDir, entry.id);
  const before = await cache.find();
  if (before !== undefined && options.refresh !== true) return { ...before.cached, path: before.path, wasCached: true };
  const problems: ClassicFault[] = [];
  for (const mirror of options.mirrors) {
    try {
      for (const place of mirrorPaths(entry.id, entry.form)) {
        const found = await fetchPlace(mirror, place, cache, before, options);
        if (found !== undefined) return found;
      }
      problems.push(new ClassicFault('missing', `${mirror.address} does not have eBook ${entry.id}.`));
    } catch (error) {
      if (!(error instanceof ClassicFault)) throw error;
      problems.push(error);
    }
  }
  throw problems.find(({ code }) => code !== 'missing') ?? problems[0] ?? new ClassicFault('bad_mirror', 'No mirror is configured.');
}

/** Fetches books in sequence; a book that fails is reported and the others follow. */
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

type Before = { path: string; cached: CacheEntry } | undefined;

/** Returns undefined when the mirror has no such file. */
async function fetchPlace(
  mirror: Mirror,
  place: MirrorPath,
  cache: BookCache,
  before: Before,
  options: FetchOptions,
): Promise<FetchedClassic | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryPlace(mirror, place, cache, before, options);
    } catch (error) {
      if (!(error instanceof TransientFault)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw new ClassicFault('unreachable', `${mirror.address}${place.path}: ${error.message}`, { cause: error });
      const wanted = Math.max(error.seconds * 1000, (options.pauseMs ?? 1_000) * 2 ** (attempt - 1));
      await pause(Math.min(wanted, LONGEST_PAUSE_MS), undefined, { signal: options.signal });
    }
  }
}

async function tryPlace(
  mirror: Mirror,
  { path, form }: MirrorPath,
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
      ...(before?.cached.url === url ? { cached: before.cached } : {}),
      signal: stall.signal,
    });
    if (answer.outcome === 'missing') return undefined;
    if (answer.outcome === 'unchanged') {
      if (before === undefined) throw new TransientFault('The mirror answered 304 to an unconditional request.');
      return { ...before.cached, path: before.path, wasCached: true };
    }
    const { etag, modified, offset, total } = answer;
    end = answer.end;
    if (total !== null && total > MAX_BYTES[form]) throw tooLarge(url);
    if (offset === 0) await cache.beginPart({ url, etag, modified });
    const bytes = await receive(answer, cache.part, (size) => {
      stall.tick();
      if (size > MAX_BYTES[form]) throw tooLarge(url);
      options.onProgress?.(size, total);
    });
    if (total !== null && bytes !== total) throw new TransientFault(`Received ${bytes} of ${total} bytes.`, { isSpoiled: bytes > total });
    await validateDownload(cache.part, form, url);
    const stored = await cache.keep({ url, form, bytes, etag, modified });
    return { ...stored.cached, path: stored.path, wasCached: false };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof ClassicFault || (error instanceof TransientFault && error.isSpoiled)) await cache.dropPart();
    if (error instanceof ClassicFault || error instanceof TransientFault) throw error;
    if (isDiskError(error)) throw error;
    throw new TransientFault(stall.signal.aborted ? 'The mirror timed out.' : 'The connection was interrupted.', { cause: error });
  } finally {
    end();
    stall.end();
  }
}

/** Aborts when `tick` was not called for `stallMs`, or with `signal`. */
function stallGuard({ signal, stallMs = 30_000 }: FetchOptions) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), stallMs);
  return {
    signal: signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]),
    tick: () => timer.refresh(),
    end: () => clearTimeout(timer),
  };
}

/** Appends data as it arrives, so that an interrupted download can be resumed. Returns the size of the file. */
async function receive(
  { body, offset }: Extract<MirrorResponse, { outcome: 'found' }>,
  part: string,
  onBytes: (bytes: number) => void,
): Promise<number> {
  let bytes = offset;
  const handle = await open(part, 'a');
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      onBytes(bytes);
      await handle.writeFile(chunk);
    }
  } finally {
    await handle.close();
  }
  return bytes;
}

function tooLarge(url: string): ClassicFault {
  return new ClassicFault('too_large', `${url} exceeds the size limit for books.`);
}

/** Local disk errors, which no other mirror can fix. */
function isDiskError(error: unknown): boolean {
  return error instanceof Error && /^(ENOSPC|EACCES|EROFS|EIO|ENOTDIR|EMFILE)$/.test((error as NodeJS.ErrnoException).code ?? '');
}

const SAMPLE_BYTES = 64 * 1024;
/** Every book marks its end, at most 20 KB of licence before the end of the file. EPUBs are checked when they are opened. */
const END_MARKER: Record<Exclude<Form, 'epub'>, RegExp> = { html: /<\/html>/i, text: /\bend of (?:(?:the|this) )?project gutenberg/i };

/**
 * Checks a download, since servers also answer 200 with error pages and truncated files. `url`: for messages.
 * @throws ClassicFault for a file that is not a book, TransientFault for a truncated one
 */
async function validateDownload(file: string, form: Form, url: string): Promise<void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const textAt = async (from: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, Math.max(0, from));
      return buffer.subarray(0, bytesRead).toString('latin1');
    };
    const start = await textAt(0);
    const isBook = form === 'epub' ? start.startsWith('PK\x03\x04') : /gutenberg/i.test(start) && !start.includes('\0');
    if (!isBook) throw new ClassicFault('no_book', `${url} is not a Project Gutenberg book.`);
    if (form !== 'epub' && !END_MARKER[form].test(await textAt(size - SAMPLE_BYTES)))
      throw new TransientFault('The file is incomplete.', { isSpoiled: true });
  } finally {
    await handle.close();
  }
}
