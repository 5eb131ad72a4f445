import { type ReactNode, useEffect, useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { normalizeSearch } from '#src/features/tales/browse-query.ts';
import type { Suggestions } from '../contract.ts';
import type { Option, OptionGroup, SuggestionGroupsProps } from './suggestion-groups.tsx';

/** Status message such as “3 suggestions”. */
export function announceCount(count: number): string {
  if (count === 0) return 'No suggestions';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}

/** The active option after an arrow key. Cycles through the options and the input itself (-1). */
export function nextOption(active: number, key: 'ArrowDown' | 'ArrowUp', count: number): number {
  if (count === 0) return -1;
  if (key === 'ArrowDown') return active + 1 >= count ? -1 : active + 1;
  return active === -1 ? count - 1 : active - 1;
}

export type Suggest = (q: string) => Promise<Suggestions>;

const DEBOUNCE_MS = 150;
const NONE: Found = { groups: [], Groups: undefined, Foot: undefined };

/** `Groups` renders the options and `Foot` the hints below; they are loaded with the first suggestions. */
type Found = {
  groups: OptionGroup[];
  Groups: ((props: SuggestionGroupsProps) => ReactNode) | undefined;
  Foot: ((props: { typed: string }) => ReactNode) | undefined;
};

/**
 * Loads suggestions 150 ms after the last key press. Null without input or while loading for the first time; empty after an error. Outdated
 * responses are ignored.
 */
export function useSuggestions(input: string, suggest: Suggest): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const q = normalizeSearch(input);
  useEffect(() => {
    if (q === '') {
      setFound(null);
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const loaded = await Promise.all([suggest(q), import('./suggestion-groups.tsx')]).then(
        ([suggestions, { optionGroups, SuggestionGroups, SuggestionsFoot }]) => ({
          groups: optionGroups(suggestions),
          Groups: SuggestionGroups,
          Foot: SuggestionsFoot,
        }),
        () => NONE,
      );
      if (isCurrent) setFound(loaded);
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [q, suggest]);
  return q === '' ? null : found;
}

const requestSuggestions: Suggest = (q) => apiRequest('GET', `/suggestions?q=${encodeURIComponent(q)}`);

/** Options for the link dialog of the editor. */
export function useLinkSuggestions(input: string): Option[] {
  return (useSuggestions(input, requestSuggestions)?.groups ?? []).flatMap(({ options }) => options);
}
