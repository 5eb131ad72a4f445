import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, apiRequest, retryUpTo } from '#src/api-client/api-request.ts';

/** Queries one record or a whole list. `path` is relative to /admin; null disables the query. */
export function useRecord<Data>(path: string | null) {
  return useQuery({
    queryKey: ['staff', path],
    queryFn: () => apiRequest<Data>('GET', `/admin${path}`),
    enabled: path !== null,
    staleTime: 0,
    // Never open a form with stale data.
    gcTime: 0,
    // Do not replace data while it is being edited.
    refetchOnWindowFocus: false,
    retry: retryUpTo(3),
  });
}

/** Returns a function that caches the record of a response, so that it is shown without another request. */
export function useStoreRecord() {
  const client = useQueryClient();
  return <Data,>(path: string, data: Data) => void client.setQueryData(['staff', path], data);
}

/** Returns the If-Match header for a change to this version. */
export function match(version: number | string): Record<string, string> {
  return { 'If-Match': `"${version}"` };
}

type Props<Data> = { query: UseQueryResult<Data>; loading: string; gone: string; children: (data: Data) => ReactNode };

/** A record with its loading, error and not-found states. */
export function RecordNote<Data>({ query, loading, gone, children }: Props<Data>) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (error === null)
    return (
      <p className="panel-note" role="status">
        {loading}
      </p>
    );
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <div className="panel-note" role="alert">
      <p>{isGone ? gone : error.message}</p>
      {isGone ? null : (
        <button type="button" className="btn btn-line" onClick={() => void query.refetch()}>
          Try again
        </button>
      )}
    </div>
  );
}
