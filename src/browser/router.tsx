import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { NotFoundPage } from '#src/features/errors/pages/not-found-page.tsx';
import { LIST_FILTERS } from '#src/features/tales/browse-query.ts';
import { LoadFailure } from './load-failure.tsx';
import type { RouterContext } from './loaders.ts';
import { type PageGroup, personalRoutes } from './personal-routes.tsx';
import { publicRoutes } from './public-routes.tsx';
import { rootRoute } from './root-route.tsx';

/** First value of each parameter, or all of a list, as text: the router's own reading would turn ?q=123 into a number. */
function parseSearch(text: string): Record<string, string> {
  const params = new URLSearchParams(text);
  const lists: readonly string[] = LIST_FILTERS;
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => [name, lists.includes(name) ? params.getAll(name).join(',') : (params.get(name) ?? '')]),
  );
}

function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : '';
}

const routeTree = rootRoute.addChildren([...publicRoutes, ...personalRoutes]);

/** One router a page on the server, one for the whole visit in the browser. */
export function createSiteRouter(history: RouterHistory, context: RouterContext, onServer: boolean) {
  return createRouter({
    routeTree,
    history,
    context,
    parseSearch,
    stringifySearch,
    caseSensitive: true,
    isServer: onServer,
    scrollRestoration: onServer ? false : keepEarlyScroll(),
    defaultPendingMs: 250,
    defaultErrorComponent: LoadFailure,
    defaultNotFoundComponent: NotFoundPage,
  });
}

/**
 * The router scrolls whatever it renders to the top, or to where it was left. Not a page that has just been loaded by its address: it begins at
 * the top by itself, and the reader may have scrolled before hydration.
 */
function keepEarlyScroll(): (rendered: { location: { hash: string } }) => boolean {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  let isLoading = loaded?.type === 'navigate';
  return ({ location }) => {
    const isKept = isLoading && location.hash === '';
    isLoading = false;
    return !isKept;
  };
}

export type SiteRouter = ReturnType<typeof createSiteRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: SiteRouter;
  }
  interface StaticDataRouteOption {
    /** Which files of the build the page needs beside those of all pages. */
    group?: PageGroup;
  }
}
