import { useQuery, useQueryClient } from '@tanstack/react-query';
import { retryUpTo, send } from '#src/features/accounts/components/send.ts';

/** One thing of the API of administrators, or a whole list of them. `path` begins behind /admin; null asks for nothing. */
export function useRecord<Kept>(path: string | null) {
  return useQuery({
    queryKey: ['staff', path],
    queryFn: () => send<Kept>('GET', `/admin${path}`),
    enabled: path !== null,
    staleTime: 0,
    // What is opened again may be of yesterday.
    gcTime: 0,
    // What is being edited must not be fetched anew under the hands.
    refetchOnWindowFocus: false,
    retry: retryUpTo(3),
  });
}

/** Writes what an answer said, so that it is shown without asking again. */
export function useKeep() {
  const client = useQueryClient();
  return <Kept>(path: string, kept: Kept) => void client.setQueryData(['staff', path], kept);
}

/** The header of a change made from this version. */
export function match(version: number | string): Record<string, string> {
  return { 'If-Match': `"${version}"` };
}
