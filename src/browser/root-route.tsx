import { createRootRouteWithContext, Outlet, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotFoundPage } from '#src/features/errors/pages/not-found-page.tsx';
import { Layout } from './layout/layout.tsx';
import type { RouterContext } from './loaders.ts';
import { RestoreScroll } from './restore-scroll.ts';

/** A path that no route has. */
export const UNKNOWN_PATH = '/-';

/** Groups of pages that bring their own frame. */
const BARE = new Set<string | undefined>(['gate', 'letter']);

/** What every route stands in. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: function Root(): ReactNode {
    const { api, now, isLetterClosed } = rootRoute.useRouteContext();
    // An address that is none of ours has one face, whatever it is: the page is drawn once for all of them.
    const path = useRouterState({ select: ({ matches, location }) => (matches.length > 1 ? location.pathname : UNKNOWN_PATH) });
    const isBare = useRouterState({ select: ({ matches }) => BARE.has(matches.at(-1)?.staticData.group) });
    return (
      <Layout path={path} now={now} isLetterClosed={isLetterClosed} suggest={api.suggest} isBare={isBare}>
        <Outlet />
        <RestoreScroll />
      </Layout>
    );
  },
  notFoundComponent: NotFoundPage,
});
