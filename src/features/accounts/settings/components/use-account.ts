import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshMe } from '../../components/me.ts';
import { Refused, send } from '../../components/send.ts';
import type { AccountView } from '../get-account.ts';

/** Takes in what a deed has changed. */
export type ChangeAccount = (changes: Partial<AccountView>) => void;

/** The account as a settings page shows it. Nothing of it outlives the page: the next who uses the browser may be someone else. */
export function useAccount(email: string) {
  const client = useQueryClient();
  const key = ['account', email];
  const query = useQuery({
    queryKey: key,
    queryFn: () => send<AccountView>('GET', '/account'),
    staleTime: 0,
    gcTime: 0,
    retry: (failures, error) => failures < 2 && !(error instanceof Refused && error.status >= 400 && error.status < 500),
  });
  const { error } = query;
  // The session is gone: whoever guards the page finds out.
  useEffect(() => {
    if (error instanceof Refused && error.status === 401) void refreshMe();
  }, [error]);
  const change: ChangeAccount = (changes) =>
    client.setQueryData<AccountView>(key, (account) => (account === undefined ? undefined : { ...account, ...changes }));
  return { query, change };
}
