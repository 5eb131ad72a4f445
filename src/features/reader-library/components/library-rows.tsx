import { lazy, Suspense } from 'react';
import { useBookshelf, useLibraryStatus } from './library-store.ts';
import type { LoadCards } from './use-tale-cards.ts';

const MyShelves = lazy(async () => ({ default: (await import('./my-shelves.tsx')).MyShelves }));
const ContinueReading = lazy(async () => ({ default: (await import('./continue-reading.tsx')).ContinueReading }));

const MAX_TALES = 3;

/** The row "Continue reading"; loaded only for readers with unfinished tales. */
export function ContinueReadingRow({ loadCards }: { loadCards: LoadCards }) {
  const isReady = useLibraryStatus() === 'ready';
  // A string, as the selected value must be stable between renders.
  const unfinished = useBookshelf(({ positions }) =>
    positions
      .filter(({ finished }) => !finished)
      .slice(0, MAX_TALES)
      .map(({ tale }) => tale)
      .join(','),
  );
  // The place is reserved from the first paint if before-paint.ts finds unfinished tales.
  return (
    <div className="continue-slot">
      {isReady && unfinished !== '' ? (
        <Suspense fallback={null}>
          <ContinueReading tales={unfinished.split(',')} loadCards={loadCards} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The reader's own shelves below the editors' collections; loaded only for readers who have some. */
export function MyShelvesRow({ loadCards }: { loadCards: LoadCards }) {
  const hasAny = useBookshelf(({ shelves }) => shelves.some(({ kind, tales }) => kind === 'own' || tales.length > 0));
  if (!hasAny) return null;
  return (
    <Suspense fallback={null}>
      <MyShelves loadCards={loadCards} />
    </Suspense>
  );
}
