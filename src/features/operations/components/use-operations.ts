import { useQuery, useQueryClient } from '@tanstack/react-query';
import { send } from '#src/features/accounts/components/send.ts';
import type { Operations } from '../contract.ts';

const EVERY_MS = 10_000;
const KEY = ['staff', '/operations'] as const;

/** How the site is doing: asked for every ten seconds while the page is in sight. */
export function useOperations() {
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => send<Operations>('GET', '/admin/operations'),
    staleTime: 0,
    // Without a connection it is asked all the same, so that the page can say so.
    networkMode: 'always',
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
    retry: false,
  });
  return query;
}

/** Asks again after a deed. Resolves when the page shows it. */
export function useOperationsReload(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}
