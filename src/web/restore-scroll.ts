import { useElementScrollRestoration, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Maximum time for a page to reach its previous height, in milliseconds. */
const PATIENCE_MS = 10_000;
const READER_ACTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Restores the scroll position of lists that load after rendering: the router scrolls before they are tall enough. Stops if the reader interacts. */
export function RestoreScroll(): null {
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key });
  const left = useElementScrollRestoration({ getElement: () => window })?.scrollY;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where this page was left, not where it has been scrolled to since
  useEffect(() => {
    if (left === undefined || location.hash !== '' || reach() >= left) return;
    return whenLongEnough(left);
  }, [shown]);
  return null;
}

function whenLongEnough(y: number): () => void {
  const watcher = new ResizeObserver(() => {
    if (reach() < y) return;
    stop();
    scrollTo({ top: y, behavior: 'instant' });
  });
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const act of READER_ACTS) addEventListener(act, stop, { passive: true });
  watcher.observe(document.documentElement);
  function stop(): void {
    watcher.disconnect();
    clearTimeout(timer);
    for (const act of READER_ACTS) removeEventListener(act, stop);
  }
  return stop;
}

/** Maximum scroll position of the page. */
function reach(): number {
  return document.documentElement.scrollHeight - innerHeight;
}
