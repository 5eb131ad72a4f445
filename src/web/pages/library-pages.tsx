/** Pages of the reader's library. */
import '#src/ui/styles/account/dialog.css';
import '#src/ui/styles/shelf/index.css';
import { useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { FavoritesPage, HistoryPage, MyCollectionPage } from '#src/features/reader-library/pages/library-pages.tsx';
import { MyTalesPage } from '#src/features/reader-library/pages/my-tales-page.tsx';
import { ShareListButton } from '#src/features/shared-lists/components/share-list-button.tsx';
import { ListUnavailable, SharedListPage } from '#src/features/shared-lists/pages/shared-list-page.tsx';
import { useLoaded } from '../load-result.tsx';
import type { load } from '../loaders.ts';
import { rootRoute } from '../root-route.tsx';

export function Favorites() {
  return <FavoritesPage loadCards={rootRoute.useRouteContext().api.taleCards} />;
}

export function MyTales() {
  return <MyTalesPage loadCards={rootRoute.useRouteContext().api.taleCards} />;
}

export function History() {
  return <HistoryPage loadCards={rootRoute.useRouteContext().api.taleCards} />;
}

/** Rendered without data on the server; only the browser reads the shelf id from the URL. */
export function MyCollection() {
  const { api } = rootRoute.useRouteContext();
  const asked = useRouterState({ select: ({ location }) => (location.search as { shelf?: string }).shelf ?? '' });
  const isAlive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <MyCollectionPage
      id={isAlive ? asked : ''}
      loadCards={api.taleCards}
      share={(shelf) => <ShareListButton shelf={shelf} loadCards={api.taleCards} />}
    />
  );
}

/** A shared list, by a stored link or by one that carries the list. */
export function SharedList() {
  const { api } = rootRoute.useRouteContext();
  const list = useLoaded<typeof load.sharedList>();
  const path = useRouterState({ select: ({ location }) => location.pathname + location.searchStr });
  return 'ok' in list ? <SharedListPage list={list.ok} path={path} loadTale={api.getTale} /> : <ListUnavailable />;
}

export { SharedList as ListLink };
