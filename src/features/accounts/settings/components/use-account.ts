import { useQuery, useQueryClient } from '@tanstack/react-query';
import { retryUpTo, send } from '../../components/send.ts';
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
    retry: retryUpTo(2),
  });
  const change: ChangeAccount = (changes) =>
    client.setQueryData<AccountView>(key, (account) => (account === undefined ? undefined : { ...account, ...changes }));
  return { query, change };
}
