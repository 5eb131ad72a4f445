import { lazy, Suspense, useEffect, useState } from 'react';
import { useBookshelf } from './bookshelf-store.ts';

const KeepPlace = lazy(async () => ({ default: (await import('./keep-place.tsx')).KeepPlace }));

/**
 * Keeps the reader's place in a tale; see KeepPlace. It is fetched when there is a place to go back to, or with the first
 * scroll: who has just opened a tale waits for nothing.
 */
export function ReadingPlace({ tale, of }: { tale: string; of: string }) {
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
      <KeepPlace tale={tale} of={of} />
    </Suspense>
  );
}
