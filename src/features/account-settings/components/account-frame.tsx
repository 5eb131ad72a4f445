import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import { PageLoading } from '#src/ui/skeleton.tsx';
import type { AccountView } from '../get-account.ts';

/** Merges changes into the loaded account. */
type ChangeAccount = (changes: Partial<AccountView>) => void;

export type SectionProps = { account: AccountView; change: ChangeAccount };

/** Loads the account. Never cached across pages, because the next user of the browser may be someone else. */
export function useAccount(email: string) {
  const client = useQueryClient();
  const key = ['account', email];
  const query = useQuery({
    queryKey: key,
    queryFn: () => apiRequest<AccountView>('GET', '/account'),
    staleTime: 0,
    gcTime: 0,
    retry: retryUpTo(2),
  });
  const change: ChangeAccount = (changes) =>
    client.setQueryData<AccountView>(key, (account) => (account === undefined ? undefined : { ...account, ...changes }));
  return { query, change };
}

type Props = {
  title: string;
  lede: string;
  query: UseQueryResult<AccountView>;
  children: (account: AccountView) => ReactNode;
};

/** The frame of the profile and settings pages, with their loading and error states. */
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

type SettingsSectionProps = { id: string; title: string; lede?: ReactNode; badge?: ReactNode; className?: string; children: ReactNode };

/** One section of the settings page. */
export function SettingsSection({ id, title, lede, badge, className = '', children }: SettingsSectionProps) {
  return (
    <section id={id} className={`sheet ${className}`} aria-labelledby={`${id}-title`}>
      <div className="sheet-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {badge}
      </div>
      {lede ? <p className="sheet-lede">{lede}</p> : null}
      {children}
    </section>
  );
}
