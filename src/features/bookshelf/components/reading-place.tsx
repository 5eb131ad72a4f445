import { lazy, Suspense, useEffect, useState } from 'react';
import { readPace } from '#src/features/reading/text/pace.ts';
import { useBookshelf } from './bookshelf-store.ts';
import { useIsFinished } from './finished-tales.ts';

const KeepPlace = lazy(async () => ({ default: (await import('./keep-place.tsx')).KeepPlace }));

/**
 * Keeps the reader's place in a tale; see KeepPlace. It is fetched when there is a place to go back to, or with the first
 * scroll: who has just opened a tale waits for nothing.
 */
export function ReadingPlace({ tale, of, words }: { tale: string; of: string; words: number }) {
  useShortTale(tale, of, words);
  const isBegun = useBookshelf(({ positions }) => positions.some((known) => known.tale === tale));
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    const move = () => setMoved(true);
    addEventListener('scroll', move, { once: true, passive: true, capture: true });
    return () => removeEventListener('scroll', move, { capture: true });
  }, []);
  if (!isBegun && !isMoved) return null;
  return (
    <Suspense fallback={null}>
      <KeepPlace tale={tale} of={of} words={words} />
    </Suspense>
  );
}

/** A tale that needs no scrolling is finished when its end has been in sight for a third of the time that reading it takes. */
function useShortTale(tale: string, of: string, words: number): void {
  const isFinished = useIsFinished(tale);
  useEffect(() => {
    if (isFinished) return;
    let seconds = (words / readPace()) * 20;
    const timer = setInterval(() => {
      const end = document.getElementById(of)?.getBoundingClientRect().bottom;
      if (window.scrollY > 0) return;
      if (document.hidden || end === undefined || end > window.innerHeight) return;
      seconds -= 1;
      if (seconds > 0) return;
      clearInterval(timer);
      void import('./finish-tale.ts').then(({ finishTale }) => finishTale(tale));
    }, 1_000);
    return () => clearInterval(timer);
  }, [tale, of, words, isFinished]);
}
