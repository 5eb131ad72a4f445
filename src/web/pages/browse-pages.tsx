/** Home page and lists of tales, categories, authors and collections. */
import '#src/ui/styles/browse/index.css';
import { AuthorPage, isDefaultRole } from '#src/features/authors/pages/author-page.tsx';
import { AuthorsPage } from '#src/features/authors/pages/authors-page.tsx';
import { CategoriesPage, CategoryPage } from '#src/features/categories/pages/category-pages.tsx';
import { CollectionPage, CollectionsPage } from '#src/features/collections/pages/collection-pages.tsx';
import { HideFinished, useFinishedFilter } from '#src/features/reader-library/components/hide-finished.tsx';
import { MyShelvesRow } from '#src/features/reader-library/components/library-rows.tsx';
import { TaleFinderFold } from '#src/features/tale-finder/components/tale-finder-form.tsx';
import { parseBrowseQuery, writeBrowseQuery } from '#src/features/tales/browse-query.ts';
import { browseHref } from '#src/features/tales/components/filter-panel.tsx';
import { FinishedFilterSlots } from '#src/features/tales/components/paginated-grid.tsx';
import { BrowsePage } from '#src/features/tales/pages/browse-page.tsx';
import { RecentPage } from '#src/features/tales/pages/recent-page.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { urls } from '#src/urls.ts';
import { HomePage } from '#src/web/home/home-page.tsx';
import { type LoadedValue, LoadResult, useLoaded, usePlace, useRouterContext } from '../current-page.tsx';
import type { DataCache, Query } from '../data-cache.ts';
import { type load, queries } from '../loaders.ts';

const FINISHED_FILTER = { useFinishedFilter, HideFinished };

export { HomeSkeleton } from '#src/web/home/home-page.tsx';

export function Home() {
  const { api, form, site } = useRouterContext();
  const posted = form?.path === '/' ? form : undefined;
  return (
    <LoadResult of={useLoaded<typeof load.home>()}>
      {(view) => <HomePage view={view} loadCards={api.taleCards} isNewsletterDisabled={site.isNewsletterDisabled} posted={posted} />}
    </LoadResult>
  );
}

export function Tales() {
  const { api, cache } = useRouterContext();
  return (
    <FinishedFilterSlots value={FINISHED_FILTER}>
      <LoadResult of={useLoaded<typeof load.tales>()}>
        {({ list, query }) => (
          <BrowsePage
            list={list}
            query={query}
            loadMore={(after) => api.listTales({ ...query, after, pages: 1 })}
            onGrow={(range, page) => remember(cache, queries.tales(api, { ...query, ...range }), { ...list, ...page })}
            loadPreview={api.listTales}
            taleFinder={
              <TaleFinderFold
                key={`${query.minutes} ${query.age} ${query.calm}`}
                minutes={query.minutes}
                age={query.age}
                calm={query.calm.length > 0}
              />
            }
          />
        )}
      </LoadResult>
    </FinishedFilterSlots>
  );
}

export function Recent() {
  const { now } = useRouterContext();
  return <LoadResult of={useLoaded<typeof load.recent>()}>{(page) => <RecentPage page={page} now={now} />}</LoadResult>;
}

/** The server redirects to a tale. This page is rendered only if none matches, and links to the browse page with the same filters. */
export function Random() {
  const { search } = usePlace();
  const query = parseBrowseQuery(new URLSearchParams(search));
  const isFiltered = writeBrowseQuery(query) !== '';
  return (
    <div className="page">
      <EmptyState spot="owl" level={1} title="No tale fits that wish" text="Loosen a filter and try again.">
        <p className="empty-acts">
          {isFiltered ? (
            <a className="btn btn-solid btn-lg" href={browseHref(query)}>
              Change filters
            </a>
          ) : null}
          <a className={isFiltered ? 'btn btn-line btn-lg' : 'btn btn-solid btn-lg'} href={urls.tales()}>
            Browse Tales
          </a>
        </p>
      </EmptyState>
    </div>
  );
}

export function Categories() {
  return <LoadResult of={useLoaded<typeof load.categories>()}>{(list) => <CategoriesPage categories={list} />}</LoadResult>;
}

export function Category() {
  const { api, cache } = useRouterContext();
  return (
    <FinishedFilterSlots value={FINISHED_FILTER}>
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
    </FinishedFilterSlots>
  );
}

export function Authors() {
  return <LoadResult of={useLoaded<typeof load.authors>()}>{(list) => <AuthorsPage authors={list} />}</LoadResult>;
}

export function Author() {
  const { api, cache } = useRouterContext();
  return (
    <FinishedFilterSlots value={FINISHED_FILTER}>
      <LoadResult of={useLoaded<typeof load.author>()}>
        {({ listRange, ...view }) => (
          <AuthorPage
            author={view}
            range={listRange}
            loadMore={(after) => api.getAuthor(view.slug, { after, pages: 1 }, view.role)}
            onGrow={(grown, page) =>
              remember(cache, queries.author(api, view.slug, grown, isDefaultRole(view) ? '' : view.role), { ...view, ...page })
            }
          />
        )}
      </LoadResult>
    </FinishedFilterSlots>
  );
}

export function Collections() {
  const { api } = useRouterContext();
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
