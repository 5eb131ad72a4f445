import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Refused } from '#src/features/accounts/components/send.ts';

type Props<Kept> = { query: UseQueryResult<Kept>; loading: string; gone: string; children: (kept: Kept) => ReactNode };

/** One thing while it comes, when it does not, and when it is no longer there. */
export function RecordNote<Kept>({ query, loading, gone, children }: Props<Kept>) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (error === null)
    return (
      <p className="panel-note" role="status">
        {loading}
      </p>
    );
  const isGone = error instanceof Refused && error.status === 404;
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
