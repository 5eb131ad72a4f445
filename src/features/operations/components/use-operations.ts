import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshMe } from '#src/features/accounts/components/me.ts';
import { Refused, send } from '#src/features/accounts/components/send.ts';
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
  const { error } = query;
  // The role or the session may be gone: whoever guards the page finds out.
  useEffect(() => {
    if (error instanceof Refused && (error.status === 401 || error.status === 403)) void refreshMe();
  }, [error]);
  return query;
}

/** Asks again after a deed. Resolves when the page shows it. */
export function useOperationsReload(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}
