import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useHistoryState } from '#src/ui/navigate.ts';
import { toast } from '#src/ui/toast.ts';
import { countPushed, LiveList, type LiveRows, type Shown, useLiveRows } from './live-rows.tsx';

type Query = {
  status: 'pending' | 'error' | 'success';
  error: Error | null;
  isLoadingError: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
};

type PagedListProps = {
  query: Query;
  /** Number of rows, and the noun in singular and plural. */
  count: number;
  words: [one: string, many: string];
  loading: string;
  empty: string;
  failed: string;
  /** Of a list that follows changes. */
  live?: Omit<LiveRows<unknown>, 'rows'>;
  /** Whether rows leave the list without being deleted. */
  isFiltered?: boolean;
  /** Stands in the places of removed rows. */
  removedText?: string;
  children: ReactNode;
};

/** A list with its loading, error and empty states and a button for the next page. */
export function PagedList({
  query,
  count,
  words,
  loading,
  empty,
  failed,
  live,
  isFiltered = false,
  removedText,
  children,
}: PagedListProps) {
  const { isLoadingError, error } = query;
  useEffect(() => {
    if (isLoadingError) void toast({ title: failed, text: error?.message ?? '', wrong: true });
  }, [isLoadingError, error, failed]);
  if (query.status === 'pending')
    return (
      <p className="panel-note" role="status">
        {loading}
      </p>
    );
  // Later failures leave the rows as they are.
  if (isLoadingError)
    return (
      <div className="panel-note">
        <p>
          {failed}. {error?.message}
        </p>
        <button type="button" className="btn btn-line" onClick={() => void query.refetch()}>
          Try again
        </button>
      </div>
    );
  const shown = count === 0 ? null : children;
  const listed = count - (live?.removed.size ?? 0);
  return (
    <>
      {live === undefined ? (
        shown
      ) : (
        <LiveList
          live={live}
          words={words}
          removedText={removedText ?? `This ${words[0]} was deleted${isFiltered ? ' or no longer matches the filters' : ''}`}
        >
          {shown}
        </LiveList>
      )}
      {count === 0 ? (
        <p className="panel-note" role="status">
          {empty}
        </p>
      ) : (
        <div className="panel-foot figures">
          <span role="status">
            {listed} {listed === 1 ? words[0] : words[1]}
            {query.hasNextPage ? ' so far' : ''}
            {live === undefined || live.unseen === 0 ? '' : `, ${live.unseen} new`}
            {count === listed ? '' : `, ${count - listed} removed`}
          </span>
          {query.isFetchNextPageError ? <span role="alert">Could not load more.</span> : null}
          {query.hasNextPage ? (
            <button
              type="button"
              className="btn btn-line btn-sm"
              aria-busy={query.isFetchingNextPage || undefined}
              aria-disabled={query.isFetchingNextPage || undefined}
              onClick={() => {
                if (!query.isFetchingNextPage) void query.fetchNextPage();
              }}
            >
              {query.isFetchingNextPage ? 'Loading...' : 'Show more'}
            </button>
          ) : null}
        </div>
      )}
    </>
  );
}

type Page = { next: string | null };

/**
 * Queries a paginated admin list. `path` is relative to /admin, `params` are non-empty query parameters, `cursor` names the parameter
 * for `next` of the previous page. Going back or reloading restores as many pages as before. `isLive`: see `useLiveRows`.
 */
export function usePagedList<P extends Page>(
  path: string,
  params: Record<string, string>,
  { cursor = 'after', isLive = false }: { cursor?: 'after' | 'before'; isLive?: boolean } = {},
) {
  const [before, remember] = useHistoryState(`list ${path}`, { of: '', pages: 1 });
  const list = JSON.stringify([path, params]);
  const queryKey = ['staff', path, params];
  const fetchPage = (next: string) =>
    apiRequest<P>('GET', `/admin${path}?${new URLSearchParams({ ...params, ...(next && { [cursor]: next }) })}`);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // Keep the previous rows while typing, so that the list does not flicker.
    placeholderData: (previous) => previous,
    refetchOnWindowFocus: !isLive,
    retry: retryUpTo(3),
  });
  const { hasNextPage, isFetching, isPlaceholderData, isFetchNextPageError } = query;
  // A request for the next page and one for what has changed would end each other.
  const nextPage = useRef<Promise<unknown>>(undefined);
  const fetchNextPage = async () => {
    if (query.isRefetching) await query.refetch({ cancelRefetch: false });
    nextPage.current = query.fetchNextPage();
    return nextPage.current;
  };
  const refetch = async () => {
    await nextPage.current;
    return query.refetch();
  };
  const pages = query.data?.pages.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on with each page that has come
  useEffect(() => {
    if (isPlaceholderData || pages === 0) return;
    const isShorter = before.of === list && pages < before.pages && hasNextPage && !isFetchNextPageError;
    // Also during a request: a reload restores the pages that are shown, even if the list is being updated.
    if (!isShorter && (pages > 1 || before.of !== '')) remember({ of: list, pages });
    else if (isShorter && !isFetching) void fetchNextPage();
  }, [pages, isPlaceholderData, isFetching, list]);
  const fetchAfter = async (loaded: readonly P[]) => {
    const next = loaded.at(-1)?.next ?? null;
    return next === null ? null : fetchPage(next);
  };
  return { ...query, queryKey, fetchNextPage, refetch, fetchAfter };
}

type LiveQuery<P> = Omit<Parameters<typeof useLiveRows>[1], 'fetchPushed'> & {
  queryKey: readonly unknown[];
  data: { pages: readonly P[] } | undefined;
  /** Fetches the page after these; null: there is none. */
  fetchAfter: (pages: readonly P[]) => Promise<P | null>;
};

/** Returns the rows of a paginated list, as `useLiveRows` does. Those that new rows have pushed to the next page are updated too. */
export function useLivePages<P, Row extends { id: string | number }>(
  what: string,
  query: LiveQuery<P>,
  rowsOf: (page: P) => readonly Row[],
  options?: Parameters<typeof useLiveRows>[3],
): LiveRows<Row> {
  const client = useQueryClient();
  const fetchPushed = async (shown: Shown<Row>) => {
    const pages = [...(client.getQueryData<{ pages: P[] }>(query.queryKey)?.pages ?? [])];
    const loaded = pages.flatMap((page) => rowsOf(page));
    const count = countPushed(shown, loaded);
    const pushed: Row[] = [];
    while (pushed.length < count) {
      const page = await query.fetchAfter(pages);
      if (page === null) break;
      pages.push(page);
      pushed.push(...rowsOf(page));
    }
    return pushed;
  };
  return useLiveRows(what, { ...query, fetchPushed }, query.data?.pages.flatMap((page) => rowsOf(page)) ?? [], options);
}

/** Returns a function that refetches a list and resolves when it is up to date. */
export function useReloadLists(path: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['staff', path] });
}

const MAX_LENGTH = 200;
const SEARCH_DELAY_MS = 250;

type ListSearchProps = { label: string; placeholder: string; q: string; onSearch: (q: string) => void };

/** Search field of a list, debounced. `q` comes from the URL. */
export function ListSearch({ label, placeholder, q, onSearch }: ListSearchProps) {
  const [text, setText] = useState(q);
  const sent = useRef(q);
  // The URL was changed by a link or by going back.
  if (sent.current !== q) {
    sent.current = q;
    if (text.trim() !== q) setText(q);
  }
  useEffect(() => {
    if (text.trim() === q) return;
    const { href } = location;
    const timer = setTimeout(() => {
      // A link was followed meanwhile, and its page is not rendered yet: `onSearch` would return to the page before.
      if (location.href === href) onSearch(text.trim());
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, q, onSearch]);
  return (
    <search>
      <form
        className="search"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(text.trim());
        }}
      >
        <Icon name="search" />
        <input
          type="search"
          aria-label={label}
          placeholder={placeholder}
          value={text}
          maxLength={MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </search>
  );
}

/** Picks the known, non-empty parameters of a list from the URL. */
export function parseListQuery(search: Record<string, string | undefined>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (search[name]?.trim() ? [[name, search[name].trim()]] : [])));
}

/** Returns the query string of a list with changes; an empty value removes a parameter. */
export function listHref(query: Record<string, string>, changes: Record<string, string>): string {
  const merged = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== '');
  return new URLSearchParams(merged).toString();
}

/** Props of admin screens whose state is in the URL. */
export type AdminPageProps = {
  search: Record<string, string | undefined>;
  /** Replaces the URL without a history entry. */
  show: (href: string) => void;
};

/** Props of screens that show a list and one record. */
export type RecordPageProps = {
  search: Record<string, string | undefined>;
  /** Replaces the URL without a history entry. */
  show: (href: string) => void;
  /** Navigates to another URL. */
  go: (href: string) => void;
};
