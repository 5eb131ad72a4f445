/** Follows the history: loads script and data of each page and renders it. See docs/decisions/0015-own-router.md. */
import { Component, memo, type ReactNode, Suspense, startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { FavoriteButton } from '#src/features/reader-library/components/favorite-button.tsx';
import { ReadBadge } from '#src/features/reader-library/components/finished-tales.tsx';
import { TaleCardSlots } from '#src/features/tales/components/tale-card.tsx';
import { readSessionValue, writeSessionValue } from '#src/ui/session-value.ts';
import { SiteContext } from '#src/ui/site.ts';
import { CurrentMatch, type Match, Redirect, RouterView, useMatch } from './current-page.tsx';
import { canWorkerServe } from './data-cache.ts';
import { Layout } from './layout/layout.tsx';
import type { RouterContext } from './loaders.ts';
import { FailurePage } from './pages/error-pages.tsx';
import { findRoute, loadComponent, moduleOf, type Route } from './routes.tsx';
import { followScrolling, type Place, type SiteHistory } from './site-history.ts';

/** A path without a route. */
export const UNKNOWN_PATH = '/-';

/** Modules of pages with their own layout. */
const BARE: readonly (string | undefined)[] = ['auth', 'subscription'];

/** Minimum time that a placeholder is shown, so that it does not flash. */
const PENDING_MIN_MS = 500;
/** How long the data of a page is shown at once when the reader goes back to it, while it is loaded again. */
const KEPT_MS = 30 * 60_000;

type Outcome = Match & { route: Route; status: 'pending' | 'ready' | 'failed'; error?: unknown };
type State = { place: Place; shown: Outcome; context: RouterContext };
type Change = { pathChanged: boolean; hrefChanged: boolean };

export type SiteRouter = ReturnType<typeof createSiteRouter>;

/** Creates one router per page on the server, and one per visit in the browser. */
export function createSiteRouter(history: SiteHistory, initialContext: RouterContext, onServer: boolean) {
  const scrolling = onServer ? undefined : followScrolling();
  const listeners = new Set<(change: Change) => void>();
  const loaded = new Map<string, { data: unknown; until: number }>();
  let turn = 0;
  let loading = Promise.resolve();
  let keepsScroll = false;
  let arrived: Place | undefined;
  let update: ((change: (state: State) => State) => void) | undefined;
  let state: State = { place: history.place, shown: { ...findOutcome(history.place), status: 'pending' }, context: initialContext };

  function set(change: Partial<State>): void {
    state = { ...state, ...change };
    update?.((last) => ({ ...last, ...change }));
  }

  function show(shown: Outcome): void {
    if (shown.status === 'ready') loaded.set(shown.key, { data: shown.data, until: Date.now() + KEPT_MS });
    startTransition(() => set({ shown }));
  }

  async function load(): Promise<void> {
    turn += 1;
    const own = turn;
    const isCurrent = () => own === turn;
    const { place } = history;
    scrolling?.leave();
    set({ place });
    const found = findOutcome(place);
    try {
      const kept = keptData(found.key);
      const work = loadAll(found);
      if (kept === undefined) {
        const data = await showPlaceholder(found, isCurrent, work);
        if (isCurrent()) show({ ...found, data });
        return;
      }
      const fresh = work.catch((error) => {
        if (error instanceof Redirect) throw error;
        return kept.data;
      });
      await showPlaceholder(found, isCurrent, Promise.race([loadScript(found.route), fresh]));
      if (isCurrent()) show({ ...found, ...kept });
      const data = await fresh;
      if (isCurrent() && data !== kept.data) show({ ...found, data });
    } catch (error) {
      if (onServer) throw error;
      if (!isCurrent()) return;
      if (!(error instanceof Redirect)) return show({ ...found, status: 'failed', error });
      await history.replace(error.href, { ignoresBlockers: true });
      await loading;
    }
  }

  async function loadAll({ route, place, params }: Outcome): Promise<unknown> {
    const [data] = await Promise.all([route.load?.(state.context, place.search, params), loadScript(route)]);
    return data;
  }

  function keptData(key: string): { data: unknown } | undefined {
    for (const [other, { until }] of loaded) if (until <= Date.now()) loaded.delete(other);
    return loaded.get(key);
  }

  /** Shows the placeholder of the page if the work takes long. */
  async function showPlaceholder<T>(found: Outcome, isCurrent: () => boolean, work: Promise<T>): Promise<T> {
    let since: number | undefined;
    const timer = setTimeout(() => {
      if (!isCurrent() || !update) return;
      since = Date.now();
      set({ shown: { ...found, status: 'pending' } });
    }, found.route.pendingMs);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      const rest = since === undefined ? 0 : since + PENDING_MIN_MS - Date.now();
      if (rest > 0) await new Promise((next) => setTimeout(next, rest));
    }
  }

  history.listen((keeps) => {
    keepsScroll = keeps;
    loading = load();
  });

  return {
    history,
    get state() {
      return state;
    },
    /** Loads the first page. */
    load: () => {
      loading = load();
      return loading;
    },
    /** Loads the script of a page. */
    preload: (pathname: string) => void loadComponent(findRoute(pathname).route).catch(() => {}),
    onArrival: (listener: (change: Change) => void) => void listeners.add(listener),
    rename: (name: string) => set({ context: { ...state.context, site: { ...state.context.site, name } } }),
    connect: (next: typeof update) => {
      update = next;
    },
    /** Called when a page is rendered. */
    arrive: ({ place, status }: Outcome) => {
      if (status === 'pending' || place === arrived) return;
      const before = arrived;
      arrived = place;
      // Scrolling and focus are left until React is done.
      queueMicrotask(() => {
        if (before)
          for (const listener of listeners)
            listener({ pathChanged: before.pathname !== place.pathname, hrefChanged: before.href !== place.href });
        scrolling?.arrive(place, keepsScroll);
        keepsScroll = false;
      });
    },
  };
}

function findOutcome(place: Place): Outcome {
  const { route, params } = findRoute(place.pathname);
  const path = place.pathname;
  const key = `${path}${route.hasQuery ? JSON.stringify(place.search) : ''}`;
  return { route, place, page: route.page, path, params, key, data: undefined, status: 'ready' };
}

const RELOADED = 'talewood.reloaded';

/** After an update of the site the scripts of the previous build are gone: the new page is loaded as a whole, once. */
async function loadScript(route: Route): Promise<void> {
  try {
    await loadComponent(route);
  } catch (error) {
    const failed = String(error);
    if (readSessionValue(RELOADED) === failed) throw error;
    writeSessionValue(RELOADED, failed);
    // Without storage it would reload again and again; on the server there is none.
    if (readSessionValue(RELOADED) !== failed) throw error;
    location.reload();
    await new Promise(() => {});
  }
}

const TALE_CARD_SLOTS: TaleCardSlots = { FavoriteButton, ReadBadge };

export function RouterProvider({ router }: { router: SiteRouter }) {
  const [state, setState] = useState(router.state);
  const { place, shown, context } = state;
  useLayoutEffect(() => {
    router.connect(setState);
    setState(router.state);
    return () => router.connect(undefined);
  }, [router]);
  useLayoutEffect(() => router.arrive(shown), [router, shown]);
  const view = useMemo(() => ({ router, context, place }), [router, context, place]);
  // All unknown URLs render the same page, which is cached once.
  const path = shown.page === undefined ? UNKNOWN_PATH : place.pathname;
  return (
    <RouterView value={view}>
      <CurrentMatch value={shown}>
        <ErrorBoundary shown={shown}>
          <Root path={path} isBare={BARE.includes(moduleOf(shown.page))} context={context} />
        </ErrorBoundary>
      </CurrentMatch>
    </RouterView>
  );
}

const Root = memo(function Root({ path, isBare, context }: { path: string; isBare: boolean; context: RouterContext }) {
  const { api, now, site, frame } = context;
  return (
    <SiteContext value={site}>
      <TaleCardSlots value={TALE_CARD_SLOTS}>
        <Layout path={path} now={now} suggest={api.suggest} isBare={isBare} frame={isBare ? undefined : frame?.(path)}>
          <ShownPage />
        </Layout>
      </TaleCardSlots>
    </SiteContext>
  );
});

const ShownPage = memo(function ShownPage() {
  const shown = useMatch() as Outcome;
  return useMemo(() => {
    const { Pending, Component: Page = Pending } = shown.route;
    return (
      <Suspense fallback={<Pending />}>
        <ErrorBoundary shown={shown}>
          {shown.status === 'failed' ? (
            <LoadFailure error={shown.error} />
          ) : shown.status === 'ready' ? (
            <Page key={shown.page} />
          ) : (
            <Pending />
          )}
        </ErrorBoundary>
      </Suspense>
    );
  }, [shown]);
});

/** A page's data could not be loaded, or the page not rendered. Offline, a full reload lets the service worker answer. */
function LoadFailure({ error }: { error: unknown }) {
  useEffect(() => {
    if (canWorkerServe(error)) location.reload();
  }, [error]);
  return <FailurePage />;
}

type BoundaryProps = { shown: Outcome; children: ReactNode };

/** Shows an error instead of the page until the next navigation. */
class ErrorBoundary extends Component<BoundaryProps, { failed?: { error: unknown } | undefined; shown?: Outcome }> {
  override state: { failed?: { error: unknown } | undefined; shown?: Outcome } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  static getDerivedStateFromProps({ shown }: BoundaryProps, state: { shown?: Outcome }) {
    return shown === state.shown ? null : { shown, failed: undefined };
  }

  override render() {
    const { failed } = this.state;
    return failed ? <LoadFailure error={failed.error} /> : this.props.children;
  }
}
