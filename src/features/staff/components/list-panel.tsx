import { type ReactNode, useEffect } from 'react';
import { toast } from '#src/ui/toast.ts';

type Query = {
  status: 'pending' | 'error' | 'success';
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
};

type Props = {
  query: Query;
  /** How many rows are shown, and what one and several are called. */
  count: number;
  words: [one: string, many: string];
  /** The specification's texts. */
  loading: string;
  empty: string;
  failed: string;
  children: ReactNode;
};

/** A list while it comes, when it does not, when nothing is in it, and with a button for the rest of it. */
export function ListPanel({ query, count, words, loading, empty, failed, children }: Props) {
  const { status, error } = query;
  useEffect(() => {
    if (status === 'error') void toast({ title: failed, text: error?.message ?? '', wrong: true });
  }, [status, error, failed]);
  if (query.status === 'pending')
    return (
      <p className="panel-note" role="status">
        {loading}
      </p>
    );
  if (query.status === 'error')
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
  return (
    <>
      {count === 0 ? null : children}
      {count === 0 ? (
        <p className="panel-note" role="status">
          {empty}
        </p>
      ) : (
        <div className="panel-foot figures">
          <span role="status">
            {count} {count === 1 ? words[0] : words[1]}
            {query.hasNextPage ? ' so far' : ''}
          </span>
          {query.isFetchNextPageError ? <span role="alert">The rest could not be fetched.</span> : null}
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
