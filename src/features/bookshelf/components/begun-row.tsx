import { lazy, Suspense } from 'react';
import { useBegun } from './begun-tales.ts';
import type { LoadCards } from './use-tale-cards.ts';

/** Fetched by who has begun a tale. */
const ContinueReading = lazy(async () => ({ default: (await import('./continue-reading.tsx')).ContinueReading }));

/** The row "Continue reading", for those who have one; for all others nothing, and nothing moves. */
export function BegunRow({ loadCards }: { loadCards: LoadCards }) {
  const begun = useBegun();
  if (begun === '') return null;
  return (
    <Suspense fallback={null}>
      <ContinueReading loadCards={loadCards} />
    </Suspense>
  );
}
