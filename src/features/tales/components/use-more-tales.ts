import { useEffect, useRef, useState } from 'react';
import type { TalePage } from '#src/features/tales/contract.ts';
import type { LoadMoreState } from './load-more.tsx';

export type LoadPage = (after: string) => Promise<TalePage>;

/**
 * A list that grows by pages: the tales shown, where the next page begins, and `more`, which fetches it, appends it,
 * moves the focus to its first card and puts its address in the address bar (so that a reload begins there).
 */
export function useMoreTales(first: TalePage, hrefAfter: (after: string) => string, load: LoadPage) {
  const [{ tales, next }, setShown] = useState<TalePage>(first);
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
      const page = await load(next);
      added.current = page.tales.map(({ id }) => id);
      setShown({ tales: [...tales, ...page.tales], next: page.next });
      setState('ready');
      nameAddress(hrefAfter(next));
    } catch {
      setState('failed');
    }
  }

  return { tales, next, state, more, grid };
}

/** Past the router's own wrapper: the page stays as it is, only its address changes. */
function nameAddress(href: string): void {
  History.prototype.replaceState.call(window.history, window.history.state, '', href);
}
