import { useElementScrollRestoration, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** How long a page may take to become as long as it was, milliseconds. */
const PATIENCE_MS = 10_000;
const READER_ACTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * The router scrolls to where a page was left as soon as it is rendered. A list that is fetched afterwards is not long enough
 * by then: this scrolls once it is, unless the reader has done anything meanwhile.
 */
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

/** How far down the page can be scrolled. */
function reach(): number {
  return document.documentElement.scrollHeight - innerHeight;
}
