import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { hasWorker } from '#src/ui/away.ts';
import { ApiProblem, Unreached } from './api.ts';

const FIVE_MINUTES = 5 * 60_000;

/** The specification's limits: entries dropped after 5 minutes; reads tried again 3 times, after 1, 2 and 4 s (at most 30 s); writes never. */
export function createQueryClient(onServer: boolean): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: onServer ? Number.POSITIVE_INFINITY : FIVE_MINUTES,
        staleTime: FIVE_MINUTES,
        // Without a network it fails at once, and the page is loaded by the worker.
        networkMode: 'always',
        retry: (failures, error) =>
          !onServer && failures < 3 && !(error instanceof ApiProblem && error.status < 500) && !isForWorker(error) && !isLate(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
      },
      mutations: { retry: 0 },
    },
  });
}

/** The site was not reached, and a worker has the pages that are kept. */
export function isForWorker(error: unknown): boolean {
  return error instanceof Unreached && hasWorker();
}

/** Whoever asked has waited already: now they are told, and may try again. */
function isLate(error: unknown): boolean {
  return error instanceof Unreached && error.isTimeout;
}

type Entry = [key: readonly unknown[], data: unknown];

/** What the page already knows, as plain data for JSON. */
export function dehydrateQueries(client: QueryClient): Entry[] {
  return dehydrate(client).queries.map((query) => [query.queryKey, query.state.data]);
}

/** The reverse, in the browser, before the first render. */
export function hydrateQueries(client: QueryClient, entries: Entry[]): void {
  hydrate(client, { queries: [] });
  for (const [key, data] of entries) client.setQueryData(key, data);
}
