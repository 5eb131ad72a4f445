/** The pages about persons. Their code and styles are fetched when one of them is asked for: readers do without. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PageLoading } from '#src/ui/page-loading.tsx';
import { urls } from '#src/urls.ts';
import { rootRoute } from './root-route.tsx';

/** A file of pages that are loaded together, by its name in `pages/`. */
export type PageGroup = keyof typeof GROUPS;

const GROUPS = {
  gate: () => import('./pages/gate-pages.tsx'),
} as const;

type PageName<Group extends PageGroup> = keyof Awaited<ReturnType<(typeof GROUPS)[Group]>> & string;

function page<Group extends PageGroup>(group: Group, path: string, name: PageName<Group>) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(GROUPS[group] as () => Promise<never>, name as never),
    pendingComponent: PageLoading,
    staticData: { group },
  });
}

export const personalRoutes = [page('gate', urls.login(), 'Login')];
