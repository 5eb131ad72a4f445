import { lazy, Suspense, useEffect } from 'react';
import { useTrackRead } from '#src/features/analytics/components/track-reading.ts';
import { readingSpeed } from '#src/features/reading/components/reading-speed-store.ts';
import { finishTale } from './finish-button.tsx';
import { useIsFinished } from './finished-tales.tsx';
import { useBookshelf } from './library-store.ts';

const PositionTracker = lazy(async () => ({ default: (await import('./position-tracker.tsx')).PositionTracker }));

/**
 * Counts a reading, and tracks the reader's position in a tale; see PositionTracker, which is loaded when there is a saved position or when
 * the tale counts as read, to keep it off the critical path.
 */
export function ReadingPosition({ tale, of, words }: { tale: string; of: string; words: number }) {
  useFinishShortTale(tale, of, words);
  const isBegun = useBookshelf(({ positions }) => positions.some((known) => known.tale === tale));
  const isRead = useTrackRead(tale);
  if (!isBegun && !isRead) return null;
  return (
    <Suspense fallback={null}>
      <PositionTracker tale={tale} of={of} words={words} />
    </Suspense>
  );
}

/** Finishes a tale that fits in the window once its end was visible for a third of its reading time. */
function useFinishShortTale(tale: string, of: string, words: number): void {
  const isFinished = useIsFinished(tale);
  useEffect(() => {
    if (isFinished) return;
    let seconds = (words / readingSpeed()) * 20;
    const timer = setInterval(() => {
      const end = document.getElementById(of)?.getBoundingClientRect().bottom;
      if (window.scrollY > 0) return;
      if (document.hidden || end === undefined || end > window.innerHeight) return;
      seconds -= 1;
      if (seconds > 0) return;
      clearInterval(timer);
      finishTale(tale);
    }, 1_000);
    return () => clearInterval(timer);
  }, [tale, of, words, isFinished]);
}
