import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageLoading } from '#src/ui/page-loading.tsx';
import type { AccountView } from '../get-account.ts';

type Props = {
  title: string;
  lede: string;
  query: UseQueryResult<AccountView>;
  children: (account: AccountView) => ReactNode;
};

/** What the pages about one's own account stand in, also while it comes and when it does not. */
export function AccountFrame({ title, lede, query, children }: Props) {
  if (query.isPending) return <PageLoading />;
  return (
    <div className="page account">
      <header className="account-head">
        <h1>{title}</h1>
        <p className="lede">{lede}</p>
      </header>
      {query.data === undefined ? (
        <div className="account-failed" role="alert">
          <h2>Something went wrong</h2>
          <p>{query.error?.message}</p>
          <button type="button" className="btn btn-line" aria-busy={query.isFetching || undefined} onClick={() => void query.refetch()}>
            Try again
          </button>
        </div>
      ) : (
        children(query.data)
      )}
    </div>
  );
}
