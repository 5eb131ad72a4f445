/** The pages of what a reader keeps. */
import '#src/ui/styles/account/dialog.css';
import '#src/ui/styles/shelf/index.css';
import { useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { FavoritesPage } from '#src/features/bookshelf/pages/favorites-page.tsx';
import { HistoryPage } from '#src/features/bookshelf/pages/history-page.tsx';
import { MyCollectionPage } from '#src/features/bookshelf/pages/my-collection-page.tsx';
import { rootRoute } from '../root-route.tsx';

export function Favorites() {
  return <FavoritesPage loadCards={rootRoute.useRouteContext().api.taleCards} />;
}

export function History() {
  return <HistoryPage loadCards={rootRoute.useRouteContext().api.taleCards} />;
}

/** The server draws it for nobody: which shelf is meant, the address says in the browser. */
export function MyCollection() {
  const { api } = rootRoute.useRouteContext();
  const asked = useRouterState({ select: ({ location }) => (location.search as { shelf?: string }).shelf ?? '' });
  const isAlive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return <MyCollectionPage id={isAlive ? asked : ''} loadCards={api.taleCards} />;
}
