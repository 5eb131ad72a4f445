import { lazy, Suspense } from 'react';
import { useBookshelf } from './bookshelf-store.ts';
import type { LoadCards } from './use-tale-cards.ts';

/** Fetched by who has shelves. */
const MyShelves = lazy(async () => ({ default: (await import('./my-shelves.tsx')).MyShelves }));

/** The reader's own shelves below the editors' collections; nothing for who has none. */
export function MyShelvesRow({ loadCards }: { loadCards: LoadCards }) {
  const hasAny = useBookshelf(({ shelves }) => shelves.some(({ kind, tales }) => kind === 'own' || tales.length > 0));
  if (!hasAny) return null;
  return (
    <Suspense fallback={null}>
      <MyShelves loadCards={loadCards} />
    </Suspense>
  );
}
