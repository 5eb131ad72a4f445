import { lazy, Suspense } from 'react';
import { useBookshelf } from './library-store.ts';
import type { LoadCards } from './use-tale-cards.ts';

const MyShelves = lazy(async () => ({ default: (await import('./my-shelves.tsx')).MyShelves }));

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
