import { createRootRouteWithContext, Outlet, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FavoriteButton } from '#src/features/reader-library/components/favorite-button.tsx';
import { HideFinished, ReadBadge, useFinishedFilter } from '#src/features/reader-library/components/reading-progress.tsx';
import { TaleCardSlots } from '#src/features/tales/components/tale-card.tsx';
import { PAGES, type Page, type PageId } from '#src/page-table.ts';
import { Layout } from './layout/layout.tsx';
import type { RouterContext } from './loaders.ts';
import { RestoreScroll } from './restore-scroll.ts';

/** A path without a route. */
export const UNKNOWN_PATH = '/-';

/** Modules of pages with their own layout. */
const BARE: readonly (string | undefined)[] = ['auth', 'subscription'];

type Paths = { [Id in PageId]: (typeof PAGES)[Id]['path'] };
type RoutePath<Path extends string> = Path extends `${infer Start}:${infer Name}`
  ? `${Start}$${Name extends `${infer Bare}{${string}` ? Bare : Name}`
  : Path;

/** Route options of a page from the page table: `/tale/:slug` becomes `/tale/$slug`. */
export function route<Id extends PageId>(id: Id) {
  const path = PAGES[id].path.replace(/:([a-z]+)(\{.+\})?$/, '$$$1') as RoutePath<Paths[Id]>;
  return { path, staticData: { page: id } };
}

/** Name of the lazily loaded module of a page; undefined for pages in the main bundle. */
export function moduleOf(page: PageId | undefined): string | undefined {
  const row: Page | undefined = page && PAGES[page];
  return row?.module;
}

const TALE_CARD_SLOTS: TaleCardSlots = { FavoriteButton, ReadBadge, useFinishedFilter, HideFinished };

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: function Root(): ReactNode {
    const { api, now, isNewsletterDisabled } = rootRoute.useRouteContext();
    // All unknown URLs render the same page, which is cached once.
    const path = useRouterState({
      select: ({ matches, location }) => (matches.at(-1)?.staticData.page === undefined ? UNKNOWN_PATH : location.pathname),
    });
    const isBare = useRouterState({ select: ({ matches }) => BARE.includes(moduleOf(matches.at(-1)?.staticData.page)) });
    return (
      <TaleCardSlots value={TALE_CARD_SLOTS}>
        <Layout path={path} now={now} isNewsletterDisabled={isNewsletterDisabled} suggest={api.suggest} isBare={isBare}>
          <Outlet />
          <RestoreScroll />
        </Layout>
      </TaleCardSlots>
    );
  },
});
