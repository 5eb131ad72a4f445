import { hasWorker } from '#src/ui/navigate.ts';
import { ApiResponseError, NetworkError } from './api.ts';

const FIVE_MINUTES = 5 * 60_000;
const MAX_RETRIES = 3;

type Key = readonly string[];
export type Query<T> = { key: Key; fetch: () => Promise<T> };
type Entry = { key: Key; data: unknown; loading: Promise<unknown>; expires: number };

export type DataCache = ReturnType<typeof createDataCache>;

/**
 * Caches the data of pages, with the limits of the specification: entries are dropped after 5 minutes; failed requests are retried 3 times
 * after 1, 2 and 4 s. TanStack Query, which pages with personal data use, is much larger.
 */
export function createDataCache(onServer: boolean) {
  const entries = new Map<string, Entry>();

  function set(key: Key, data: unknown): void {
    entries.set(JSON.stringify(key), { key, data, loading: Promise.resolve(data), expires: Date.now() + FIVE_MINUTES });
  }

  /** Returns the cached data, or fetches it. Concurrent calls share a request. */
  function get<T>({ key, fetch }: Query<T>): Promise<T> {
    const id = JSON.stringify(key);
    for (const [other, { expires }] of entries) if (expires <= Date.now()) entries.delete(other);
    const known = entries.get(id);
    if (known !== undefined) return known.loading as Promise<T>;
    const loading = fetchWithRetries(fetch, onServer ? 0 : MAX_RETRIES);
    entries.set(id, { key, data: undefined, loading, expires: Number.POSITIVE_INFINITY });
    loading.then(
      (data) => set(key, data),
      () => entries.delete(id),
    );
    return loading;
  }

  return { get, set, entries: () => Array.from(entries.values(), ({ key, data }): [Key, unknown] => [key, data]) };
}

async function fetchWithRetries<T>(fetch: () => Promise<T>, retries: number, delay = 1_000): Promise<T> {
  try {
    return await fetch();
  } catch (error) {
    if (retries === 0 || !shouldRetry(error)) throw error;
    await new Promise((next) => setTimeout(next, delay));
    return fetchWithRetries(fetch, retries - 1, delay * 2);
  }
}

/** Not after expected errors, nor where the service worker can serve the page. After a timeout the user decides. */
export function shouldRetry(error: unknown): boolean {
  if (error instanceof ApiResponseError) return error.status >= 500;
  return !canWorkerServe(error) && !(error instanceof NetworkError && error.isTimeout);
}

/** Whether the network failed and a service worker can serve the page. */
export function canWorkerServe(error: unknown): boolean {
  return error instanceof NetworkError && hasWorker();
}
