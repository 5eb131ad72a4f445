import { useQuery, useQueryClient } from '@tanstack/react-query';
import { retryUpTo, send } from '#src/features/accounts/components/send.ts';
import type { ManagedTale } from '../contract.ts';

const keyOf = (id: string) => ['staff', 'tale', id];

/** The open tale, with all its fields. A blank id asks for nothing. */
export function useTale(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => send<ManagedTale>('GET', `/admin/tales/${id}`),
    enabled: id !== '',
    staleTime: 0,
    retry: retryUpTo(3),
  });
}

/** Notes a tale as it was saved just now: nobody need ask for it. */
export function useKnownTale(): (tale: ManagedTale) => void {
  const client = useQueryClient();
  return (tale) => client.setQueryData(keyOf(tale.id), tale);
}
