import { useEffect, useRef, useState } from 'react';
import { type ListPlace, MAX_PAGES } from '#src/features/tales/browse-query.ts';
import type { TalePage } from '#src/features/tales/contract.ts';
import type { LoadMoreState } from './load-more.tsx';

/** What a list that grows is given: how its next page is fetched, and who is told of all it shows then, at its new place. */
export type Growing = { loadMore: (after: string) => Promise<TalePage>; onGrow: (place: ListPlace, shown: TalePage) => void };

type Options = Growing & { first: TalePage; place: ListPlace; hrefAt: (place: ListPlace) => string };

/**
 * A list that grows by pages: the tales shown, where the next page begins, and `more`, which fetches it, appends it,
 * moves the focus to its first card and puts the place of all that is shown in the address bar: a reload, or coming back,
 * shows as much. `more` is undefined for a list that has as many pages as one address can name.
 */
export function useMoreTales({ first, place, hrefAt, loadMore, onGrow }: Options) {
  const [{ tales, next, pages }, setShown] = useState({ ...first, pages: place.pages });
  const [state, setState] = useState<LoadMoreState>('ready');
  const grid = useRef<HTMLDivElement>(null);
  const added = useRef<string[]>([]);

  useEffect(() => {
    // The first of them that the list shows.
    const fresh = tales.filter(({ id }) => added.current.includes(id));
    const links = fresh.map(({ id }) => grid.current?.querySelector<HTMLElement>(`[data-tale="${id}"] h3 a`));
    links.find((link) => link)?.focus();
    added.current = [];
  }, [tales]);

  async function more(): Promise<void> {
    if (next === null) return;
    setState('busy');
    try {
      const page = await loadMore(next);
      added.current = page.tales.map(({ id }) => id);
      const shown = { tales: [...tales, ...page.tales], next: page.next };
      const grown = { after: place.after, pages: pages + 1 };
      setShown({ ...shown, pages: grown.pages });
      setState('ready');
      onGrow(grown, shown);
      nameAddress(hrefAt(grown));
    } catch {
      setState('failed');
    }
  }

  return { tales, next, state, more: pages < MAX_PAGES ? more : undefined, grid };
}

/** Past the router's own wrapper: the page stays as it is, only its address changes. */
function nameAddress(href: string): void {
  History.prototype.replaceState.call(window.history, window.history.state, '', href);
}
