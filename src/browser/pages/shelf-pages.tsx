/** The pages of what a reader keeps. */
import '#src/ui/styles/shelf/index.css';
import { FavoritesPage } from '#src/features/bookshelf/pages/favorites-page.tsx';
import { rootRoute } from '../root-route.tsx';

export function Favorites() {
  return <FavoritesPage loadCards={rootRoute.useRouteContext().api.taleCards} />;
}
