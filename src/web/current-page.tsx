/** What the router tells the page that it shows. */
import { createContext, type ReactNode, use } from 'react';
import type { PageId } from '#src/page-table.ts';
import type { RouterContext } from './loaders.ts';
import { BadAddressPage, NotFoundPage } from './pages/error-pages.tsx';
import type { SiteRouter } from './router.tsx';
import type { Place } from './site-history.ts';

/** A page with its data, or what is shown instead. `key` differs for pages that load different data. */
export type Match = { place: Place; page: PageId | undefined; path: string; params: Record<string, string>; key: string; data: unknown };

export const RouterView = createContext<{ router: SiteRouter; context: RouterContext; place: Place } | null>(null);
export const CurrentMatch = createContext<Match | null>(null);

function useRouterView() {
  const view = use(RouterView);
  if (view === null) throw new Error('Not rendered by the router.');
  return view;
}

export function useRouter(): SiteRouter {
  return useRouterView().router;
}

export function useRouterContext(): RouterContext {
  return useRouterView().context;
}

/** The latest place: while its page loads, the previous page is still shown. */
export function usePlace(): Place {
  return useRouterView().place;
}

/** The page that calls it. */
export function useMatch(): Match {
  const match = use(CurrentMatch);
  if (match === null) throw new Error('Not rendered by the router.');
  return match;
}

/** Returns the data of the page that calls it, typed by its loader. */
export function useLoaded<Load extends (...args: never[]) => Promise<unknown>>(): Awaited<ReturnType<Load>> {
  return useMatch().data as Awaited<ReturnType<Load>>;
}

type Props<T> = { of: LoadedValue<T>; missing?: ReactNode; children: (value: T) => ReactNode };

/** Renders the loaded data, or the matching error page. */
export function LoadResult<T>({ of, missing, children }: Props<T>) {
  if ('ok' in of) return children(of.ok);
  if ('problem' in of && of.problem === 400) return <BadAddressPage />;
  return missing ?? <NotFoundPage />;
}

/** A loaded value, or the status of an expected error. */
export type LoadedValue<T> = { ok: T } | { problem: number };

/** Converts expected errors (4xx, redirects) into values; rethrows others, to be retried or reported. */
export async function toLoadedValue<T>(loading: Promise<T>): Promise<LoadedValue<T> | { moved: string }> {
  try {
    return { ok: await loading };
  } catch (error) {
    const { status, location } = error as { status?: unknown; location?: unknown };
    if (typeof status !== 'number' || status >= 500 || status === 429) throw error;
    return typeof location === 'string' ? { moved: location } : { problem: status };
  }
}

/** Thrown by a loader whose page is elsewhere. */
export class Redirect extends Error {
  readonly href: string;
  readonly status: 301 | 302;
  constructor(href: string, status: 301 | 302) {
    super(`Redirect to ${href}`);
    this.href = href;
    this.status = status;
  }
}
