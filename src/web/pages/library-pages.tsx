/** Pages of the reader's library. */
import '#src/ui/styles/browse/index.css';
// Printed lists contain tales.
import '#src/ui/styles/tale/index.css';
import '#src/ui/styles/shelf/index.css';
import { lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import type { LoadCards } from '#src/features/reader-library/components/use-tale-cards.ts';
import type { Shelf } from '#src/features/reader-library/contract.ts';
import { FavoritesPage, HistoryPage, MyCollectionPage } from '#src/features/reader-library/pages/library-pages.tsx';
import { MyTalesPage } from '#src/features/reader-library/pages/my-tales-page.tsx';
import { ListUnavailable, SharedListPage } from '#src/features/shared-lists/pages/shared-list-page.tsx';
import type { TaleView } from '#src/features/tales/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useLoaded, usePlace, useRouterContext } from '../current-page.tsx';
import type { load } from '../loaders.ts';

export function Favorites() {
  return <FavoritesPage loadCards={useRouterContext().api.taleCards} />;
}

export function MyTales() {
  return <MyTalesPage loadCards={useRouterContext().api.taleCards} />;
}

export function History() {
  return <HistoryPage loadCards={useRouterContext().api.taleCards} />;
}

/** Rendered without data on the server; only the browser reads the shelf id from the URL. */
export function MyCollection() {
  const { api } = useRouterContext();
  const { shelf: asked = '' } = usePlace().search;
  const isAlive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <MyCollectionPage
      id={isAlive ? asked : ''}
      loadCards={api.taleCards}
      share={(shelf) => <ShareListButton shelf={shelf} loadCards={api.taleCards} loadTale={api.getTale} />}
    />
  );
}

/** A shared list, by a stored link or by one that carries the list. */
export function SharedList() {
  const { api } = useRouterContext();
  const list = useLoaded<typeof load.sharedList>();
  const { pathname, searchText } = usePlace();
  return 'ok' in list ? <SharedListPage list={list.ok} path={pathname + searchText} loadTale={api.getTale} /> : <ListUnavailable />;
}

export { SharedList as ListLink };

const ShareListPanel = lazy(async () => ({
  default: (await import('#src/features/shared-lists/components/share-list-panel.tsx')).ShareListPanel,
}));

/** Opens the dialog to share one of the reader's own collections. */
function ShareListButton(props: { shelf: Shelf; loadCards: LoadCards; loadTale: (slug: string) => Promise<TaleView> }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function close(): void {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <button type="button" ref={button} className="btn btn-line" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="share" />
        Share
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShareListPanel {...props} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
