/** Home page and lists of tales, categories, authors and collections. */
import { useRouterState } from '@tanstack/react-router';
import { AuthorPage } from '#src/features/authors/pages/author-page.tsx';
import { AuthorsPage } from '#src/features/authors/pages/authors-page.tsx';
import { CategoriesPage, CategoryPage } from '#src/features/categories/pages/category-pages.tsx';
import { CollectionPage, CollectionsPage } from '#src/features/collections/pages/collection-pages.tsx';
import { MyShelvesRow } from '#src/features/reader-library/components/my-shelves-row.tsx';
import { TaleFinderFold } from '#src/features/tale-finder/components/tale-finder-form.tsx';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import { BrowsePage } from '#src/features/tales/pages/browse-page.tsx';
import { NoTalePage } from '#src/features/tales/pages/no-tale-pages.tsx';
import { RecentPage } from '#src/features/tales/pages/recent-page.tsx';
import { HomePage } from '#src/web/home/home-page.tsx';
import type { DataCache, Query } from '../data-cache.ts';
import { type LoadedValue, LoadResult, useLoaded } from '../load-result.tsx';
import type { load } from '../loaders.ts';
import { queries } from '../queries.ts';
import { rootRoute } from '../root-route.tsx';

export { HomeSkeleton } from '#src/web/home/home-page.tsx';

export function Home() {
  const { api, form, isNewsletterDisabled } = rootRoute.useRouteContext();
  const posted = form?.path === '/' ? form : undefined;
  return (
    <LoadResult of={useLoaded<typeof load.home>()}>
      {(view) => <HomePage view={view} loadCards={api.taleCards} isNewsletterDisabled={isNewsletterDisabled} posted={posted} />}
    </LoadResult>
  );
}

export function Tales() {
  const { api, cache } = rootRoute.useRouteContext();
  return (
    <LoadResult of={useLoaded<typeof load.tales>()}>
      {({ list, query }) => (
        <BrowsePage
          list={list}
          query={query}
          loadMore={(after) => api.listTales({ ...query, after, pages: 1 })}
          onGrow={(range, page) => remember(cache, queries.tales(api, { ...query, ...range }), { ...list, ...page })}
          loadPreview={api.listTales}
          taleFinder={<TaleFinderFold key={`${query.minutes} ${query.age}`} minutes={query.minutes} age={query.age} />}
        />
      )}
    </LoadResult>
  );
}

export function Recent() {
  const { now } = rootRoute.useRouteContext();
  return <LoadResult of={useLoaded<typeof load.recent>()}>{(page) => <RecentPage page={page} now={now} />}</LoadResult>;
}

/** The server redirects to a tale; this page is rendered only if none matches. */
export function Random() {
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, string> });
  return <NoTalePage query={parseBrowseQuery(new URLSearchParams(search))} />;
}

export function Categories() {
  return <LoadResult of={useLoaded<typeof load.categories>()}>{(list) => <CategoriesPage categories={list} />}</LoadResult>;
}

export function Category() {
  const { api, cache } = rootRoute.useRouteContext();
  return (
    <LoadResult of={useLoaded<typeof load.category>()}>
      {({ listRange, ...view }) => (
        <CategoryPage
          category={view}
          range={listRange}
          loadMore={(after) => api.getCategory(view.slug, { after, pages: 1 })}
          onGrow={(grown, page) => remember(cache, queries.category(api, view.slug, grown), { ...view, ...page })}
        />
      )}
    </LoadResult>
  );
}

export function Authors() {
  return <LoadResult of={useLoaded<typeof load.authors>()}>{(list) => <AuthorsPage authors={list} />}</LoadResult>;
}

export function Author() {
  const { api, cache } = rootRoute.useRouteContext();
  return (
    <LoadResult of={useLoaded<typeof load.author>()}>
      {({ listRange, ...view }) => (
        <AuthorPage
          author={view}
          range={listRange}
          loadMore={(after) => api.getAuthor(view.slug, { after, pages: 1 })}
          onGrow={(grown, page) => remember(cache, queries.author(api, view.slug, grown), { ...view, ...page })}
        />
      )}
    </LoadResult>
  );
}

export function Collections() {
  const { api } = rootRoute.useRouteContext();
  return (
    <LoadResult of={useLoaded<typeof load.collections>()}>
      {(list) => <CollectionsPage collections={list} myShelves={<MyShelvesRow loadCards={api.taleCards} />} />}
    </LoadResult>
  );
}

export function Collection() {
  return <LoadResult of={useLoaded<typeof load.collection>()}>{(view) => <CollectionPage collection={view} />}</LoadResult>;
}

/** Caches the grown list under its new URL, so that going back does not fetch it again. */
function remember<T>(cache: DataCache, { key }: Query<LoadedValue<T> | { moved: string }>, answer: T): void {
  cache.set(key, { ok: answer } satisfies LoadedValue<T>);
}
