import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { retryUpTo, send } from '#src/features/accounts/components/send.ts';
import { useEntryState } from '#src/ui/entry-state.ts';

type Page = { next: string | null };

/**
 * A list of the API of administrators, page after page. `path` begins behind /admin, `asked` are its parameters without blanks,
 * `cursor` is the one that takes the `next` of the page before.
 * What another administrator does meanwhile is seen at the next visit. Coming back, or loading the page again, shows as many pages as before.
 */
export function useStaffList<P extends Page>(path: string, asked: Record<string, string>, cursor: 'after' | 'before' = 'after') {
  const [before, remember] = useEntryState(`list ${path}`, { of: '', pages: 1 });
  const list = JSON.stringify([path, asked]);
  const query = useInfiniteQuery({
    queryKey: ['staff', path, asked],
    queryFn: ({ pageParam }) =>
      send<P>('GET', `/admin${path}?${new URLSearchParams({ ...asked, ...(pageParam && { [cursor]: pageParam }) })}`),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // While another question is on its way the answer to the one before stays: a list that comes and goes at each letter is hard to read.
    placeholderData: (previous) => previous,
    retry: retryUpTo(3),
  });
  const { hasNextPage, isFetching, isFetchNextPageError } = query;
  const pages = query.data?.pages.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on with each page that has come
  useEffect(() => {
    if (isFetching || pages === 0) return;
    const isShorter = before.of === list && pages < before.pages && hasNextPage && !isFetchNextPageError;
    if (isShorter) void query.fetchNextPage();
    else if (pages > 1 || before.of !== '') remember({ of: list, pages });
  }, [pages, isFetching, list]);
  return query;
}

/** Asks again for a list after a deed. Resolves when the list shows it. */
export function useStaffReload(path: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['staff', path] });
}
