import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '#src/api-client/api-request.ts';
import type { AdminStatus } from '../contract.ts';

const REFRESH_MS = 10_000;
const KEY = ['staff', '/operations'] as const;

/** Fetches the status every ten seconds while the page is visible. */
export function useStatus() {
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => apiRequest<AdminStatus>('GET', '/admin/operations'),
    staleTime: 0,
    // Also fetch while offline, so that the page shows the error.
    networkMode: 'always',
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
    retry: false,
  });
  return query;
}

/** Returns a function that refetches the status, for use after an action. */
export function useStatusReload(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}
