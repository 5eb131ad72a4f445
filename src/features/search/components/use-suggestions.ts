import { useEffect, useState } from 'react';
import type { Suggestions } from '#src/features/search/contract.ts';
import { cleanSearch } from '#src/features/tales/browse-query.ts';
import { type OptionGroup, optionGroups } from './suggestion-options.ts';

export type Suggest = (q: string) => Promise<Suggestions>;

const DEBOUNCE_MS = 150;
const NONE: OptionGroup[] = [];

/**
 * What to offer for the words typed, 150 ms after the last key. `null` while nothing was asked or the answer is on its
 * way for the first time; a failed question offers nothing. A late answer to an older question is dropped.
 */
export function useSuggestions(typed: string, suggest: Suggest): OptionGroup[] | null {
  const [groups, setGroups] = useState<OptionGroup[] | null>(null);
  const q = cleanSearch(typed);
  useEffect(() => {
    if (q === '') {
      setGroups(null);
      return;
    }
    let current = true;
    const timer = setTimeout(async () => {
      const found = await suggest(q).then(optionGroups, () => NONE);
      if (current) setGroups(found);
    }, DEBOUNCE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [q, suggest]);
  return q === '' ? null : groups;
}
