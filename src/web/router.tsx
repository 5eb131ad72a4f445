import { createRouter, type ErrorComponentProps, type RouterHistory } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LIST_FILTERS } from '#src/features/tales/browse-query.ts';
import type { PageId } from '#src/page-table.ts';
import { canWorkerServe } from './data-cache.ts';
import type { RouterContext } from './loaders.ts';
import { FailurePage, NotFoundPage } from './pages/error-pages.tsx';
import { routeTree } from './routes.tsx';

/** Returns the first value of each parameter, or all values of a list, as text. The router's default parser would turn ?q=123 into a number. */
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

/** Creates one router per page on the server, and one per visit in the browser. */
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

/** Keeps the scroll position of a page loaded by its URL: the reader may have scrolled before hydration. The router would scroll to the top. */
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
    page?: PageId;
  }
}

/** A page's data could not be loaded. Offline, a full reload lets the service worker answer. */
function LoadFailure({ error }: ErrorComponentProps) {
  useEffect(() => {
    if (canWorkerServe(error)) location.reload();
  }, [error]);
  return <FailurePage />;
}
