import type { ReactNode } from 'react';

type Query = { isPending: boolean; error: Error | null; data: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
type Props = { query: Query; loading: string; failed: string; children: ReactNode };

/** Shows the result of a query, its loading and error states, and a notice above data that could not be refreshed. */
export function QueryPanel({ query: { isPending, error, data, isFetching, refetch }, loading, failed, children }: Props) {
  if (isPending)
    return (
      <p className="panel-note" role="status">
        {loading}
      </p>
    );
  const again = (
    <button
      type="button"
      className="btn btn-line btn-sm"
      aria-busy={isFetching || undefined}
      aria-disabled={isFetching || undefined}
      onClick={() => {
        if (!isFetching) void refetch();
      }}
    >
      {isFetching ? 'Loading...' : 'Try again'}
    </button>
  );
  if (data === undefined)
    return (
      <div className="panel-note" role="alert">
        <p>
          {failed}. {error?.message}
        </p>
        {again}
      </div>
    );
  return (
    <>
      {error === null ? null : (
        <div className="panel-stale" role="alert">
          <p>This may be out of date. {error.message}</p>
          {again}
        </div>
      )}
      {children}
    </>
  );
}
