import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { retryUpTo, send } from '#src/features/accounts/components/send.ts';
import type { Choices } from '#src/features/manage/contract.ts';

export const CHOICES_KEY = ['staff', '/choices'];

/** What the fields of a tale may be chosen from. */
export function useChoices(): UseQueryResult<Choices> {
  return useQuery({ queryKey: CHOICES_KEY, queryFn: () => send<Choices>('GET', '/admin/choices'), staleTime: 60_000, retry: retryUpTo(1) });
}
