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
  const firstNew = useRef<number | null>(null);

  useEffect(() => {
    if (firstNew.current === null || tales.length <= firstNew.current) return;
    grid.current?.querySelectorAll<HTMLElement>('h3 a')[firstNew.current]?.focus();
    firstNew.current = null;
  }, [tales]);

  async function more(): Promise<void> {
    if (next === null) return;
    setState('busy');
    try {
      const page = await load(next);
      firstNew.current = tales.length;
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
