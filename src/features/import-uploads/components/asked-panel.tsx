import type { ReactNode } from 'react';

type Query = { isPending: boolean; error: Error | null; data: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
type Props = { query: Query; loading: string; failed: string; children: ReactNode };

/** What was asked of the server, while it comes, and when it does not. What has come before stays, with a word that it is of before. */
export function AskedPanel({ query: { isPending, error, data, isFetching, refetch }, loading, failed, children }: Props) {
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
        <div className="import-stale" role="alert">
          <p>This is how it stood a while ago. {error.message}</p>
          {again}
        </div>
      )}
      {children}
    </>
  );
}
