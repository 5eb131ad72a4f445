import { useBookshelf } from '#src/features/bookshelf/components/bookshelf-store.ts';
import { DeviceNote } from '#src/features/bookshelf/components/device-note.tsx';
import { KeptTales } from '#src/features/bookshelf/components/kept-tales.tsx';
import type { LoadCards } from '#src/features/bookshelf/components/use-tale-cards.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';

/** The tales with a heart. The server draws the shell; what is in it, the browser knows. */
export function FavoritesPage({ loadCards }: { loadCards: LoadCards }) {
  const favorites = useBookshelf((bookshelf) => bookshelf.favorites);
  return (
    <div className="page page-end kept-page">
      <PageHead eyebrow="Kept close" title="Favorites">
        <a className="go" href={urls.history()}>
          Reading history <Icon name="arrow" />
        </a>
      </PageHead>
      <DeviceNote page={urls.favorites()} what="them" />
      <KeptTales
        title="Favorites"
        tales={favorites.map(({ tale }) => tale)}
        loadCards={loadCards}
        empty={
          <div className="kept-empty sheet-rule">
            <EmptyState spot="rose" title="No favorites yet" text="Tap the heart on any tale to keep it here.">
              <a className="btn btn-solid btn-lg" href={urls.tales()}>
                Find a tale to love
              </a>
            </EmptyState>
          </div>
        }
      />
    </div>
  );
}
