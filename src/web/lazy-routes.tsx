/** Routes of lazily loaded pages. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ALL_PAGES, type PAGES, type PageId } from '#src/page-table.ts';
import { PageLoading } from '#src/ui/skeleton.tsx';
import { load, type RouterContext } from './loaders.ts';
import { rootRoute, route } from './root-route.tsx';

const MODULES = {
  auth: () => import('./pages/auth-pages.tsx'),
  newsletter: () => import('./pages/newsletter-pages.tsx'),
  subscription: () => import('./pages/subscription-pages.tsx'),
  account: () => import('./pages/account-pages.tsx'),
  library: () => import('./pages/library-pages.tsx'),
  'manage-lists': () => import('./pages/manage-lists-pages.tsx'),
  'manage-tales': () => import('./pages/manage-tales-pages.tsx'),
  'manage-catalog': () => import('./pages/manage-catalog-pages.tsx'),
  'manage-newsletter': () => import('./pages/manage-newsletter-pages.tsx'),
  'manage-import': () => import('./pages/manage-import-pages.tsx'),
  'manage-keys': () => import('./pages/manage-keys-pages.tsx'),
  'manage-status': () => import('./pages/manage-status-pages.tsx'),
  'manage-inbox': () => import('./pages/manage-inbox-pages.tsx'),
  offline: () => import('./pages/offline-pages.tsx'),
  static: () => import('./pages/static-pages.tsx'),
  finder: () => import('./pages/finder-pages.tsx'),
  glossary: () => import('./pages/glossary-pages.tsx'),
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
  newsletter: (context, search) => load.issues(context, search.after ?? ''),
  newsletterIssue: (context, _search, params) => load.issue(context, params.day ?? ''),
  offline: (context) => load.packs(context),
  contact: (context, search) => load.contact(context, search.tale ?? ''),
  howLong: (context, search) => load.howLong(context, search),
  tonight: (context) => load.tonight(context),
  ...Object.fromEntries(
    (['about', 'privacy', 'terms', 'accessibility', 'takedown'] as const).map((name) => [
      name,
      (context: RouterContext) => load.page(context, name),
    ]),
  ),
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
    pendingComponent: PageLoading,
  });
}

export const lazyRoutes =
  complete && ALL_PAGES.flatMap(({ id, module }) => (module ? [lazyRoute(id as LazyId, module as keyof typeof MODULES)] : []));
