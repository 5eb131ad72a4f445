/** Routes of all pages, which are loaded lazily. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ALL_PAGES, PAGES, type PageId } from '#src/page-table.ts';
import { ListSkeleton, PageLoading } from '#src/ui/skeleton.tsx';
import { load, type RouterContext } from './loaders.ts';
import { NotFoundPage } from './pages/error-pages.tsx';

const MODULES = {
  tale: () => import('./pages/tale-pages.tsx'),
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
type Exports = { [Module in keyof typeof MODULES]: Awaited<ReturnType<(typeof MODULES)[Module]>> };
type ModuleOf<Id extends PageId> = Table[Id] extends { module: infer Module extends keyof Exports } ? Module : never;

/** Compiles only if the module of each page exports a component named after the page: `Login` for `login`. */
type Missing = { [Id in PageId]: Capitalize<Id> extends keyof Exports[ModuleOf<Id>] ? never : Id }[PageId];
const complete: [Missing] extends [never] ? true : Missing = true;

type Loader = (context: RouterContext, search: Record<string, string>, params: Record<string, string>) => Promise<unknown>;

/** Data that pages load before rendering. */
const LOADERS: Partial<Record<PageId, Loader>> = {
  home: load.home,
  tales: load.tales,
  tale: (context, _search, params) => load.tale(context, params.slug ?? ''),
  taleType: (context, search, params) => load.taleType(context, params.number ?? '', search),
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

/** Returns a placeholder that is part of a page module. */
function lazySkeleton(load: () => Promise<ComponentType>): () => ReactNode {
  const Skeleton = lazy(async () => ({ default: await load() }));
  return () => (
    <Suspense fallback={<PageLoading />}>
      <Skeleton />
    </Suspense>
  );
}

/** Placeholders of pages while they load. */
const SKELETONS: Partial<Record<PageId, () => ReactNode>> = {
  home: lazySkeleton(async () => (await MODULES.browse()).HomeSkeleton),
  tale: lazySkeleton(async () => (await MODULES.tale()).TaleSkeleton),
  ...{ tales: ListSkeleton, recent: ListSkeleton, category: ListSkeleton, author: ListSkeleton, collection: ListSkeleton },
};

export type Route = {
  page: PageId | undefined;
  load?: Loader | undefined;
  /** Whether another query is another page, for which the data is loaded again. */
  hasQuery: boolean;
  Pending: () => ReactNode;
  pendingMs: number;
  /** Undefined until its script is loaded. */
  Component?: ComponentType;
  importComponent?: () => Promise<ComponentType>;
};

const PENDING_MS = 250;

function lazyRoute(page: PageId, module: keyof typeof MODULES): Route {
  const load = LOADERS[page];
  return {
    page,
    load,
    hasQuery: load !== undefined,
    Pending: SKELETONS[page] ?? PageLoading,
    // A slow filter must not replace the panel and lose focus.
    pendingMs: page === 'tales' ? 3_000 : PENDING_MS,
    importComponent: async () => (await (MODULES[module]() as Promise<Record<string, ComponentType>>))[capitalize(page)] as ComponentType,
  };
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Of any other path. */
const UNKNOWN: Route = { page: undefined, hasQuery: false, Pending: PageLoading, pendingMs: PENDING_MS, Component: NotFoundPage };

/** Routes by path. A path with a parameter ends where that begins. */
const ROUTES = new Map<string, Route>();
const PARAMETERS = new Map<Route, string>();

for (const { id, path, module } of complete ? ALL_PAGES : []) {
  const [fixed = '', name] = path.split(/:([a-z]+)/);
  const route = lazyRoute(id, module as keyof typeof MODULES);
  ROUTES.set(fixed, route);
  if (name !== undefined) PARAMETERS.set(route, name);
}

/** Returns the route of a decoded path, and its parameters. A final slash makes no difference. */
export function findRoute(pathname: string): { route: Route; params: Record<string, string> } {
  const path = pathname.replace(/(?<=.)\/$/, '');
  const exact = ROUTES.get(path);
  if (exact !== undefined && !PARAMETERS.has(exact)) return { route: exact, params: {} };
  const start = path.lastIndexOf('/') + 1;
  const route = ROUTES.get(path.slice(0, start));
  const name = route && PARAMETERS.get(route);
  const value = path.slice(start);
  return route && name && value !== '' ? { route, params: { [name]: decode(value) } } : { route: UNKNOWN, params: {} };
}

/** Decodes what a decoded path leaves encoded, such as `%2F`. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Loads the script of a page. */
export async function loadComponent(route: Route): Promise<void> {
  if (route.importComponent && !route.Component) route.Component = await route.importComponent();
}

/** Name of the lazily loaded module of a page. */
export function moduleOf(page: PageId | undefined): string | undefined {
  return page && PAGES[page].module;
}
