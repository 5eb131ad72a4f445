import { createRootRouteWithContext, Outlet, useElementScrollRestoration, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { FavoriteButton } from '#src/features/reader-library/components/favorite-button.tsx';
import { ReadBadge } from '#src/features/reader-library/components/finished-tales.tsx';
import { TaleCardSlots } from '#src/features/tales/components/tale-card.tsx';
import { PAGES, type Page, type PageId } from '#src/page-table.ts';
import { SiteContext } from '#src/ui/site.ts';
import { Layout } from './layout/layout.tsx';
import type { RouterContext } from './loaders.ts';

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

const TALE_CARD_SLOTS: TaleCardSlots = { FavoriteButton, ReadBadge };

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: function Root(): ReactNode {
    const { api, now, site, frame } = rootRoute.useRouteContext();
    // All unknown URLs render the same page, which is cached once.
    const path = useRouterState({
      select: ({ matches, location }) => (matches.at(-1)?.staticData.page === undefined ? UNKNOWN_PATH : location.pathname),
    });
    const isBare = useRouterState({ select: ({ matches }) => BARE.includes(moduleOf(matches.at(-1)?.staticData.page)) });
    return (
      <SiteContext value={site}>
        <TaleCardSlots value={TALE_CARD_SLOTS}>
          <Layout path={path} now={now} suggest={api.suggest} isBare={isBare} frame={isBare ? undefined : frame?.(path)}>
            <Outlet />
            <RestoreScroll />
          </Layout>
        </TaleCardSlots>
      </SiteContext>
    );
  },
});

/** Maximum time for a page to reach its previous height, in milliseconds. */
const PATIENCE_MS = 10_000;
const READER_ACTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Restores the scroll position of lists that load after rendering: the router scrolls before they are tall enough. Stops if the reader interacts. */
function RestoreScroll(): null {
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key });
  const left = useElementScrollRestoration({ getElement: () => window })?.scrollY;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where this page was left, not where it has been scrolled to since
  useEffect(() => {
    if (left === undefined || location.hash !== '' || reach() >= left) return;
    return whenLongEnough(left);
  }, [shown]);
  return null;
}

function whenLongEnough(y: number): () => void {
  const watcher = new ResizeObserver(() => {
    if (reach() < y) return;
    stop();
    scrollTo({ top: y, behavior: 'instant' });
  });
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const act of READER_ACTS) addEventListener(act, stop, { passive: true });
  watcher.observe(document.documentElement);
  function stop(): void {
    watcher.disconnect();
    clearTimeout(timer);
    for (const act of READER_ACTS) removeEventListener(act, stop);
  }
  return stop;
}

/** Maximum scroll position of the page. */
function reach(): number {
  return document.documentElement.scrollHeight - innerHeight;
}
