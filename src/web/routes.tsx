/** Routes of all pages. The tale page is part of the main bundle, the others are loaded lazily. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { ALL_PAGES, type PAGES, type PageId } from '#src/page-table.ts';
import { ListSkeleton, PageLoading, TaleSkeleton } from '#src/ui/skeleton.tsx';
import { LoadResult, useLoaded } from './load-result.tsx';
import { load, queries, type RouterContext } from './loaders.ts';
import { NotFoundPage, TaleNotFoundPage } from './pages/error-pages.tsx';
import { TalePage } from './pages/tale-page.tsx';
import { rootRoute, route } from './root-route.tsx';

const MODULES = {
  browse: () => import('./pages/browse-pages.tsx'),
  auth: () => import('./pages/auth-pages.tsx'),
  newsletter: () => import('./pages/newsletter-pages.tsx'),
  subscription: () => import('./pages/subscription-pages.tsx'),
  account: () => import('./pages/account-pages.tsx'),
  library: () => import('./pages/library-pages.tsx'),
  suggestions: () => import('./pages/suggestions-pages.tsx'),
  'manage-lists': () => import('./pages/manage-lists-pages.tsx'),
  'manage-tales': () => import('./pages/manage-tales-pages.tsx'),
  'manage-calendar': () => import('./pages/manage-calendar-pages.tsx'),
  'manage-catalog': () => import('./pages/manage-catalog-pages.tsx'),
  'manage-newsletter': () => import('./pages/manage-newsletter-pages.tsx'),
  'manage-import': () => import('./pages/manage-import-pages.tsx'),
  'manage-files': () => import('./pages/manage-files-pages.tsx'),
  'manage-keys': () => import('./pages/manage-keys-pages.tsx'),
  'manage-status': () => import('./pages/manage-status-pages.tsx'),
  'manage-inbox': () => import('./pages/manage-inbox-pages.tsx'),
  offline: () => import('./pages/offline-pages.tsx'),
  static: () => import('./pages/static-pages.tsx'),
  finder: () => import('./pages/finder-pages.tsx'),
  glossary: () => import('./pages/glossary-pages.tsx'),
  together: () => import('./pages/together-pages.tsx'),
} as const;

type Table = typeof PAGES;
type LazyId = { [Id in PageId]: Table[Id] extends { module: string } ? Id : never }[PageId];
type Exports = { [Module in keyof typeof MODULES]: Awaited<ReturnType<(typeof MODULES)[Module]>> };
type ModuleOf<Id extends PageId> = Table[Id] extends { module: infer Module extends keyof Exports } ? Module : never;

/** Compiles only if the module of each lazy page exports a component named after the page: `Login` for `login`. */
type Missing = { [Id in LazyId]: Capitalize<Id> extends keyof Exports[ModuleOf<Id>] ? never : Id }[LazyId];
const complete: [Missing] extends [never] ? true : Missing = true;

type Loader = (context: RouterContext, search: Record<string, string>, params: Record<string, string>) => Promise<unknown>;

/** Data that pages load before rendering. */
const LOADERS: Partial<Record<LazyId, Loader>> = {
  home: load.home,
  tales: load.tales,
  taleType: ({ api, cache }, search, params) => cache.get(queries.taleType(api, params.number ?? '', search)),
  recent: (context, search) => load.recent(context, search.after ?? ''),
  categories: load.categories,
  category: (context, search, params) => load.category(context, params.slug ?? '', search),
  authors: load.authors,
  author: (context, search, params) => load.author(context, params.slug ?? '', search),
  collections: load.collections,
  collection: (context, _search, params) => load.collection(context, params.slug ?? ''),
  ...{ sharedList: load.sharedList, listLink: load.sharedList },
  together: (context, _search, params) => load.together(context, params.code ?? ''),
  newsletter: (context, search) => load.issues(context, search.after ?? ''),
  newsletterIssue: (context, _search, params) => load.issue(context, params.day ?? ''),
  offline: load.packs,
  contact: (context, search) => load.contact(context, search.tale ?? ''),
  howLong: load.howLong,
  tonight: load.tonight,
  ...Object.fromEntries(
    (['about', 'privacy', 'terms', 'accessibility', 'takedown'] as const).map((name) => [
      name,
      (context: RouterContext) => load.page(context, name),
    ]),
  ),
};

const LazyHomeSkeleton = lazy(async () => ({ default: (await MODULES.browse()).HomeSkeleton }));

/** Placeholders of pages while they load. */
const SKELETONS: Partial<Record<LazyId, () => ReactNode>> = {
  home: () => (
    <Suspense fallback={<PageLoading />}>
      <LazyHomeSkeleton />
    </Suspense>
  ),
  ...{ tales: ListSkeleton, recent: ListSkeleton, category: ListSkeleton, author: ListSkeleton, collection: ListSkeleton },
};

function lazyRoute(id: LazyId, module: keyof typeof MODULES) {
  const loader = LOADERS[id];
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  return createRoute({
    getParentRoute: () => rootRoute,
    ...route(id),
    ...(loader && {
      loaderDeps: ({ search }) => search as Record<string, string>,
      loader: ({ context, deps: search, params }) => loader(context, search, params),
    }),
    component: lazyRouteComponent(MODULES[module] as () => Promise<never>, name as never),
    pendingComponent: SKELETONS[id] ?? PageLoading,
    // A slow filter must not replace the panel and lose focus.
    ...(id === 'tales' && { pendingMs: 3_000 }),
  });
}

const lazyRoutes =
  complete && ALL_PAGES.flatMap(({ id, module }) => (module ? [lazyRoute(id as LazyId, module as keyof typeof MODULES)] : []));

const tale = createRoute({
  getParentRoute: () => rootRoute,
  ...route('tale'),
  loader: ({ context, params }) => load.tale(context, params.slug),
  pendingComponent: TaleSkeleton,
  component: () => (
    <LoadResult of={useLoaded<typeof load.tale>()} missing={<TaleNotFoundPage />}>
      {(view) => <TalePage key={view.id} tale={view} />}
    </LoadResult>
  ),
});

/** Any other path. Without this route, the router would take `/login/x` for a page below `/login`. */
const unknown = createRoute({ getParentRoute: () => rootRoute, path: '$', component: NotFoundPage });

export const routeTree = rootRoute.addChildren([...lazyRoutes, tale, unknown]);
