import type { ReactNode } from 'react';
import { useAuthState } from '#src/api-client/current-user.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Breadcrumbs, PageHead } from '#src/ui/page-head.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { HistoryList } from '../components/history-list.tsx';
import { changeBookshelf, useBookshelf, useLibraryStatus } from '../components/library-store.ts';
import { SavedTales } from '../components/saved-tales.tsx';
import { ShelfTools } from '../components/shelf-tools.tsx';
import type { LoadCards } from '../components/use-tale-cards.ts';
import type { Shelf } from '../contract.ts';
import { READ_LATER, READ_LATER_NAME } from '../store/apply-change.ts';

/** Favorites. The server renders the shell; the content is on the device. */
export function FavoritesPage({ loadCards }: { loadCards: LoadCards }) {
  const favorites = useBookshelf((bookshelf) => bookshelf.favorites);
  return (
    <div className="page page-end kept-page">
      <PageHead eyebrow="Kept close" title="Favorites">
        <a className="go" href={urls.history()}>
          Reading history <Icon name="arrow" />
        </a>
      </PageHead>
      <DeviceNotice page={urls.favorites()} what="them" />
      <SavedTales
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

/** Reading history. The server renders the shell; the content is on the device. */
export function HistoryPage({ loadCards }: { loadCards: LoadCards }) {
  return (
    <div className="page page-end kept-page">
      <PageHead eyebrow="Where you have been" title="Reading history" />
      <DeviceNotice page={urls.history()} what="it" />
      <HistoryList
        loadCards={loadCards}
        empty={
          <div className="kept-empty sheet-rule">
            <EmptyState spot="book" title="No tales yet" text="Open a tale, and it will be waiting here.">
              <a className="btn btn-solid btn-lg" href={urls.tales()}>
                Browse Tales
              </a>
            </EmptyState>
          </div>
        }
      />
    </div>
  );
}

const TRAIL = [
  { name: 'Home', href: urls.home() },
  { name: 'Collections', href: urls.collections() },
];

/** "Read later" always exists, also when empty. */
const EMPTY_READ_LATER: Shelf = { id: READ_LATER, name: READ_LATER_NAME, kind: 'read_later', at: '', tales: [] };

type MyCollectionProps = { id: string; loadCards: LoadCards; share: (shelf: Shelf) => ReactNode };

/** One of the reader's shelves. `id` is '' when rendered on the server. `share`: renders the button to share it. */
export function MyCollectionPage({ id, loadCards, share }: MyCollectionProps) {
  const shelf = useBookshelf(({ shelves }) => shelves.find((each) => each.id === id)) ?? (id === READ_LATER ? EMPTY_READ_LATER : undefined);
  const fetched = useLibraryStatus();
  if (fetched === 'ready' && shelf === undefined) return <NoShelf />;
  const name = shelf?.name ?? 'My collection';
  return (
    <div className="page page-end kept-page">
      <Breadcrumbs trail={TRAIL} here={name} />
      <PageHead eyebrow="My collection" title={name} />
      {shelf?.kind === 'own' ? <ShelfTools shelf={shelf} share={share(shelf)} /> : null}
      <SavedTales
        title={name}
        tales={shelf?.tales.map(({ tale }) => tale) ?? []}
        loadCards={loadCards}
        empty={
          <EmptyState spot="book" title="No tales here yet" text="Save a tale to this collection and it will wait here.">
            <a className="btn btn-solid btn-lg" href={urls.tales()}>
              Browse Tales
            </a>
          </EmptyState>
        }
        below={(tale) => (
          <button type="button" className="btn btn-quiet" onClick={() => remove(id, name, tale.id)}>
            Remove<span className="visually-hidden"> {tale.title}</span>
          </button>
        )}
      />
    </div>
  );
}

function remove(shelf: string, name: string, tale: string): void {
  changeBookshelf({ op: 'shelve', shelf, tale, on: false });
  const act = () => changeBookshelf({ op: 'shelve', shelf, tale, on: true });
  void toast({ title: `Removed from ${name}`, action: { name: 'Undo', act } });
}

function NoShelf() {
  return (
    <div className="page page-end kept-page">
      <EmptyState spot="book" level={1} title="This collection is not here" text="It may have been deleted, or saved on another device.">
        <a className="btn btn-solid btn-lg" href={urls.collections()}>
          All collections
        </a>
      </EmptyState>
    </div>
  );
}

/** For logged-out readers: saved tales are only on this device. `page`: where to return after login. */
export function DeviceNotice({ page, what }: { page: string; what: 'it' | 'them' }) {
  const { status } = useAuthState();
  if (status === 'in') return null;
  return (
    <p className={status === 'out' ? 'kept-note' : 'kept-note is-unsure'}>
      Saved on this device.{' '}
      <a className="link" href={urls.login(page)}>
        Log in
      </a>{' '}
      to keep {what} everywhere.
    </p>
  );
}
