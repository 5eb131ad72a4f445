/** Routes of public pages in the main bundle. */
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, useRouterState } from '@tanstack/react-router';
import { type ReactNode, use } from 'react';
import { AuthorPage } from '#src/features/authors/pages/author-page.tsx';
import { AuthorsPage } from '#src/features/authors/pages/authors-page.tsx';
import { CategoriesPage, CategoryPage } from '#src/features/categories/pages/category-pages.tsx';
import { CollectionPage, CollectionsPage } from '#src/features/collections/pages/collection-pages.tsx';
import { MyShelvesRow } from '#src/features/reader-library/components/my-shelves-row.tsx';
import { TaleFinderFold } from '#src/features/tale-finder/components/tale-finder-form.tsx';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import { BrowsePage } from '#src/features/tales/pages/browse-page.tsx';
import { NoTalePage, TaleNotFoundPage } from '#src/features/tales/pages/no-tale-pages.tsx';
import { RecentPage } from '#src/features/tales/pages/recent-page.tsx';
import { HomePage } from '#src/web/home/home-page.tsx';
import { NotFoundPage } from '#src/web/pages/error-pages.tsx';
import { TalePage } from '#src/web/pages/tale-page.tsx';
import { type LoadedValue, LoadResult } from './load-result.tsx';
import { load } from './loaders.ts';
import { queries } from './query-client.ts';
import { rootRoute as root, route } from './root-route.tsx';
import { skeletons } from './skeletons.tsx';

const home = createRoute({
  getParentRoute: () => root,
  ...route('home'),
  loader: ({ context }) => load.home(context),
  pendingComponent: skeletons.home,
  component: function Home(): ReactNode {
    const { api, form, isNewsletterDisabled } = root.useRouteContext();
    const posted = form?.path === '/' ? form : undefined;
    return (
      <LoadResult of={useLoaded<typeof load.home>(home)}>
        {(view) => <HomePage view={view} loadCards={api.taleCards} isNewsletterDisabled={isNewsletterDisabled} posted={posted} />}
      </LoadResult>
    );
  },
});

const tales = createRoute({
  getParentRoute: () => root,
  ...route('tales'),
  loaderDeps: ({ search }) => search as Record<string, string>,
  loader: ({ context, deps }) => load.tales(context, deps),
  pendingComponent: skeletons.list,
  // A slow filter must not replace the panel and lose focus.
  pendingMs: 3_000,
  component: function Tales(): ReactNode {
    const { api, queries: client } = root.useRouteContext();
    return (
      <LoadResult of={useLoaded<typeof load.tales>(tales)}>
        {({ list, query }) => (
          <BrowsePage
            list={list}
            query={query}
            loadMore={(after) => api.listTales({ ...query, after, pages: 1 })}
            onGrow={(range, page) => remember(client, queries.tales(api, { ...query, ...range }), { ...list, ...page })}
            loadPreview={api.listTales}
            taleFinder={<TaleFinderFold key={`${query.minutes} ${query.age}`} minutes={query.minutes} age={query.age} />}
          />
        )}
      </LoadResult>
    );
  },
});

const recent = createRoute({
  getParentRoute: () => root,
  ...route('recent'),
  loaderDeps: ({ search }) => ({ after: after(search) }),
  loader: ({ context, deps }) => load.recent(context, deps.after),
  pendingComponent: skeletons.list,
  component: function Recent(): ReactNode {
    const { now } = root.useRouteContext();
    return <LoadResult of={useLoaded<typeof load.recent>(recent)}>{(page) => <RecentPage page={page} now={now} />}</LoadResult>;
  },
});

/** The server redirects to a tale; this page is rendered only if none matches. */
const random = createRoute({
  getParentRoute: () => root,
  ...route('random'),
  component: function NoTale(): ReactNode {
    const search = useRouterState({ select: ({ location }) => location.search as Record<string, string> });
    return <NoTalePage query={parseBrowseQuery(new URLSearchParams(search))} />;
  },
});

const tale = createRoute({
  getParentRoute: () => root,
  ...route('tale'),
  loader: ({ context, params }) => load.tale(context, params.slug),
  pendingComponent: skeletons.tale,
  component: (): ReactNode => (
    <LoadResult of={useLoaded<typeof load.tale>(tale)} missing={<TaleNotFoundPage />}>
      {(view) => <TalePage key={view.id} tale={view} />}
    </LoadResult>
  ),
});

const categories = createRoute({
  getParentRoute: () => root,
  ...route('categories'),
  loader: ({ context }) => load.categories(context),
  pendingComponent: skeletons.page,
  component: (): ReactNode => (
    <LoadResult of={useLoaded<typeof load.categories>(categories)}>{(list) => <CategoriesPage categories={list} />}</LoadResult>
  ),
});

const category = createRoute({
  getParentRoute: () => root,
  ...route('category'),
  loaderDeps: ({ search }) => search as Record<string, string>,
  loader: ({ context, params, deps }) => load.category(context, params.slug, deps),
  pendingComponent: skeletons.list,
  component: function Category(): ReactNode {
    const { api, queries: client } = root.useRouteContext();
    return (
      <LoadResult of={useLoaded<typeof load.category>(category)}>
        {({ listRange, ...view }) => (
          <CategoryPage
            category={view}
            range={listRange}
            loadMore={(after) => api.getCategory(view.slug, { after, pages: 1 })}
            onGrow={(grown, page) => remember(client, queries.category(api, view.slug, grown), { ...view, ...page })}
          />
        )}
      </LoadResult>
    );
  },
});

const authors = createRoute({
  getParentRoute: () => root,
  ...route('authors'),
  loader: ({ context }) => load.authors(context),
  pendingComponent: skeletons.page,
  component: (): ReactNode => (
    <LoadResult of={useLoaded<typeof load.authors>(authors)}>{(list) => <AuthorsPage authors={list} />}</LoadResult>
  ),
});

const author = createRoute({
  getParentRoute: () => root,
  ...route('author'),
  loaderDeps: ({ search }) => search as Record<string, string>,
  loader: ({ context, params, deps }) => load.author(context, params.slug, deps),
  pendingComponent: skeletons.list,
  component: function Author(): ReactNode {
    const { api, queries: client } = root.useRouteContext();
    return (
      <LoadResult of={useLoaded<typeof load.author>(author)}>
        {({ listRange, ...view }) => (
          <AuthorPage
            author={view}
            range={listRange}
            loadMore={(after) => api.getAuthor(view.slug, { after, pages: 1 })}
            onGrow={(grown, page) => remember(client, queries.author(api, view.slug, grown), { ...view, ...page })}
          />
        )}
      </LoadResult>
    );
  },
});

const collections = createRoute({
  getParentRoute: () => root,
  ...route('collections'),
  loader: ({ context }) => load.collections(context),
  pendingComponent: skeletons.page,
  component: function Collections(): ReactNode {
    const { api } = root.useRouteContext();
    return (
      <LoadResult of={useLoaded<typeof load.collections>(collections)}>
        {(list) => <CollectionsPage collections={list} myShelves={<MyShelvesRow loadCards={api.taleCards} />} />}
      </LoadResult>
    );
  },
});

const collection = createRoute({
  getParentRoute: () => root,
  ...route('collection'),
  loader: ({ context, params }) => load.collection(context, params.slug),
  pendingComponent: skeletons.list,
  component: (): ReactNode => (
    <LoadResult of={useLoaded<typeof load.collection>(collection)}>{(view) => <CollectionPage collection={view} />}</LoadResult>
  ),
});

/** Any other path. Without this route, the router would take `/login/x` for a page below `/login`. */
const unknown = createRoute({ getParentRoute: () => root, path: '$', component: NotFoundPage });

/** A render that suspends on this is discarded; the next one replaces it. */
const NEVER = new Promise<never>(() => {});

type Loaded = { useMatch(options: { shouldThrow: false }): { loaderData?: unknown } | undefined };

/**
 * Returns the loader data of a route. Typed here, because the route's own type would be circular. A page can be left while React is still rendering
 * it in slices: its match is then gone, and the render is discarded.
 */
function useLoaded<Load extends (...args: never[]) => Promise<unknown>>(route: Loaded): Awaited<ReturnType<Load>> {
  const match = route.useMatch({ shouldThrow: false });
  return (match === undefined ? use(NEVER) : match.loaderData) as Awaited<ReturnType<Load>>;
}

/** Caches the grown list under its new URL, so that going back does not fetch it again. */
function remember(client: QueryClient, { queryKey }: { queryKey: readonly unknown[] }, answer: unknown): void {
  client.setQueryData(queryKey, { ok: answer } satisfies LoadedValue<unknown>);
}

function after(search: unknown): string {
  return (search as { after?: string }).after ?? '';
}

export const publicRoutes = [home, tales, recent, random, tale, categories, category, authors, author, collections, collection, unknown];
