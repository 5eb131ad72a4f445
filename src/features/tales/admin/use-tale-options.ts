import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import type { AuthorOptions, TaleOptions } from './contract.ts';

export const TALE_OPTIONS_KEY = ['staff', '/choices'];

/** Loads the options of tale fields, for forms and filters. */
export function useTaleOptions(): UseQueryResult<TaleOptions> {
  return useQuery({
    queryKey: TALE_OPTIONS_KEY,
    queryFn: () => apiRequest<TaleOptions>('GET', '/admin/choices'),
    staleTime: 60_000,
    retry: retryUpTo(1),
  });
}

/** Searches authors by name. While a search is loading, `data` is the previous result. */
export function useAuthorOptions(q: string, isEnabled = true): UseQueryResult<AuthorOptions> {
  return useQuery({
    queryKey: ['staff', '/choices/authors', q],
    queryFn: () => apiRequest<AuthorOptions>('GET', `/admin/choices/authors?${new URLSearchParams({ q })}`),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    staleTime: 60_000,
    retry: retryUpTo(1),
  });
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Returns `German` for `de`; '' for an unknown code. */
export function languageName(code: string): string {
  try {
    return languageNames.of(code) ?? '';
  } catch {
    return '';
  }
}
