/** The pages that everyone sees the same. */
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, useRouterState } from '@tanstack/react-router';
import { type ReactNode, use } from 'react';
import { AuthorPage } from '#src/features/authors/pages/author-page.tsx';
import { AuthorsPage } from '#src/features/authors/pages/authors-page.tsx';
import { CategoriesPage } from '#src/features/categories/pages/categories-page.tsx';
import { CategoryPage } from '#src/features/categories/pages/category-page.tsx';
import { CollectionPage } from '#src/features/collections/pages/collection-page.tsx';
import { CollectionsPage } from '#src/features/collections/pages/collections-page.tsx';
import { HowLongFold } from '#src/features/evening/components/how-long-fold.tsx';
import { HomePage } from '#src/features/home/pages/home-page.tsx';
import { LetterPage } from '#src/features/newsletter/letters/pages/letter-page.tsx';
import { LetterTestPage } from '#src/features/newsletter/letters/pages/letter-test-page.tsx';
import { LettersPage } from '#src/features/newsletter/letters/pages/letters-page.tsx';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import { BrowsePage } from '#src/features/tales/pages/browse-page.tsx';
import { NoTalePage } from '#src/features/tales/pages/no-tale-page.tsx';
import { RecentPage } from '#src/features/tales/pages/recent-page.tsx';
import { TaleNotFoundPage } from '#src/features/tales/pages/tale-not-found-page.tsx';
import { TalePage } from '#src/features/tales/pages/tale-page.tsx';
import { load } from './loaders.ts';
import { queries } from './queries.ts';
import { rootRoute as root } from './root-route.tsx';
import { Settle } from './settle.tsx';
import type { Settled } from './settled.ts';
import { skeletons } from './skeletons.tsx';

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: ({ context }) => load.home(context),
  pendingComponent: skeletons.home,
  component: function Home(): ReactNode {
    const { api, form, isLetterClosed } = root.useRouteContext();
    const posted = form?.path === '/' ? form : undefined;
    return (
      <Settle of={useLoaded<typeof load.home>(home)}>
        {(view) => <HomePage view={view} loadCards={api.taleCards} isLetterClosed={isLetterClosed} posted={posted} />}
      </Settle>
    );
  },
});

const tales = createRoute({
  getParentRoute: () => root,
  path: '/tales',
  loaderDeps: ({ search }) => search as Record<string, string>,
  loader: ({ context, deps }) => load.tales(context, deps),
  pendingComponent: skeletons.list,
  // A filter that takes a moment should not take the panel and the focus away.
  pendingMs: 3_000,
  component: function Tales(): ReactNode {
    const { api, queries: client } = root.useRouteContext();
    return (
      <Settle of={useLoaded<typeof load.tales>(tales)}>
        {({ list, query }) => (
          <BrowsePage
            list={list}
            query={query}
            loadMore={(after) => api.listTales({ ...query, after, pages: 1 })}
            onGrow={(place, page) => remember(client, queries.tales(api, { ...query, ...place }), { ...list, ...page })}
            preview={api.listTales}
            howLong={<HowLongFold key={`${query.minutes} ${query.age}`} minutes={query.minutes} age={query.age} />}
          />
        )}
      </Settle>
    );
  },
});

const recent = createRoute({
  getParentRoute: () => root,
  path: '/recent',
  loaderDeps: ({ search }) => ({ after: after(search) }),
  loader: ({ context, deps }) => load.recent(context, deps.after),
  pendingComponent: skeletons.list,
  component: function Recent(): ReactNode {
    const { now } = root.useRouteContext();
    return <Settle of={useLoaded<typeof load.recent>(recent)}>{(page) => <RecentPage page={page} now={now} />}</Settle>;
  },
});

/** The server sends on to a tale; only when none fits does it draw this. */
const random = createRoute({
  getParentRoute: () => root,
  path: '/random',
  component: function NoTale(): ReactNode {
    const search = useRouterState({ select: ({ location }) => location.search as Record<string, string> });
    return <NoTalePage query={parseBrowseQuery(new URLSearchParams(search))} />;
  },
});

const tale = createRoute({
  getParentRoute: () => root,
  path: '/tale/$slug',
  loader: ({ context, params }) => load.tale(context, params.slug),
  pendingComponent: skeletons.tale,
  component: (): ReactNode => (
    <Settle of={useLoaded<typeof load.tale>(tale)} missing={<TaleNotFoundPage />}>
      {(view) => <TalePage key={view.id} tale={view} />}
    </Settle>
  ),
});

const categories = createRoute({
  getParentRoute: () => root,
  path: '/categories',
  loader: ({ context }) => load.categories(context),
  pendingComponent: skeletons.page,
  component: (): ReactNode => (
    <Settle of={useLoaded<typeof load.categories>(categories)}>{(list) => <CategoriesPage categories={list} />}</Settle>
  ),
});

const category = createRoute({
  getParentRoute: () => root,
  path: '/categories/$slug',
  loaderDeps: ({ search }) => search as Record<string, string>,
  loader: ({ context, params, deps }) => load.category(context, params.slug, deps),
  pendingComponent: skeletons.list,
  component: function Category(): ReactNode {
    const { api, queries: client } = root.useRouteContext();
    return (
      <Settle of={useLoaded<typeof load.category>(category)}>
        {({ listPlace, ...view }) => (
          <CategoryPage
            category={view}
            place={listPlace}
            loadMore={(after) => api.getCategory(view.slug, { after, pages: 1 })}
            onGrow={(grown, page) => remember(client, queries.category(api, view.slug, grown), { ...view, ...page })}
          />
        )}
      </Settle>
    );
  },
});

const authors = createRoute({
  getParentRoute: () => root,
  path: '/authors',
  loader: ({ context }) => load.authors(context),
  pendingComponent: skeletons.page,
  component: (): ReactNode => <Settle of={useLoaded<typeof load.authors>(authors)}>{(list) => <AuthorsPage authors={list} />}</Settle>,
});

const author = createRoute({
  getParentRoute: () => root,
  path: '/author/$slug',
  loaderDeps: ({ search }) => search as Record<string, string>,
  loader: ({ context, params, deps }) => load.author(context, params.slug, deps),
  pendingComponent: skeletons.list,
  component: function Author(): ReactNode {
    const { api, queries: client } = root.useRouteContext();
    return (
      <Settle of={useLoaded<typeof load.author>(author)}>
        {({ listPlace, ...view }) => (
          <AuthorPage
            author={view}
            place={listPlace}
            loadMore={(after) => api.getAuthor(view.slug, { after, pages: 1 })}
            onGrow={(grown, page) => remember(client, queries.author(api, view.slug, grown), { ...view, ...page })}
          />
        )}
      </Settle>
    );
  },
});

const collections = createRoute({
  getParentRoute: () => root,
  path: '/collections',
  loader: ({ context }) => load.collections(context),
  pendingComponent: skeletons.page,
  component: function Collections(): ReactNode {
    const { api } = root.useRouteContext();
    return (
      <Settle of={useLoaded<typeof load.collections>(collections)}>
        {(list) => <CollectionsPage collections={list} loadCards={api.taleCards} />}
      </Settle>
    );
  },
});

const collection = createRoute({
  getParentRoute: () => root,
  path: '/collections/$slug',
  loader: ({ context, params }) => load.collection(context, params.slug),
  pendingComponent: skeletons.list,
  component: (): ReactNode => (
    <Settle of={useLoaded<typeof load.collection>(collection)}>{(view) => <CollectionPage collection={view} />}</Settle>
  ),
});

const letters = createRoute({
  getParentRoute: () => root,
  path: '/newsletter',
  loaderDeps: ({ search }) => ({ after: after(search) }),
  loader: ({ context, deps }) => load.letters(context, deps.after),
  pendingComponent: skeletons.page,
  component: function Letters(): ReactNode {
    const { isLetterClosed } = root.useRouteContext();
    return <Settle of={useLoaded<typeof load.letters>(letters)}>{(page) => <LettersPage page={page} isClosed={isLetterClosed} />}</Settle>;
  },
});

const letter = createRoute({
  getParentRoute: () => root,
  path: '/newsletter/$day',
  loader: ({ context, params }) => load.letter(context, params.day),
  pendingComponent: skeletons.list,
  component: (): ReactNode => <Settle of={useLoaded<typeof load.letter>(letter)}>{(view) => <LetterPage letter={view} />}</Settle>,
});

/** What a reader's own links lead to in a letter that was sent to be looked at. */
const letterTest = createRoute({ getParentRoute: () => root, path: '/newsletter/test', component: LetterTestPage });

/** A drawing that waits for this is given up; the next one takes its place. */
const NEVER = new Promise<never>(() => {});

type Loaded = { useMatch(options: { shouldThrow: false }): { loaderData?: unknown } | undefined };

/**
 * What a route's loader gave. Said here, as the route's own type would go round in a circle through its component.
 * A page can be left while React is still drawing it in slices: then its match has gone already, and the drawing with it.
 */
function useLoaded<Load extends (...args: never[]) => Promise<unknown>>(route: Loaded): Awaited<ReturnType<Load>> {
  const match = route.useMatch({ shouldThrow: false });
  return (match === undefined ? use(NEVER) : match.loaderData) as Awaited<ReturnType<Load>>;
}

/** Keeps what a list has grown to as the answer for its new address: coming back to it asks for nothing. */
function remember(client: QueryClient, { queryKey }: { queryKey: readonly unknown[] }, answer: unknown): void {
  client.setQueryData(queryKey, { ok: answer } satisfies Settled<unknown>);
}

function after(search: unknown): string {
  return (search as { after?: string }).after ?? '';
}

export const publicRoutes = [
  home,
  tales,
  recent,
  random,
  tale,
  categories,
  category,
  authors,
  author,
  collections,
  collection,
  letters,
  letter,
  letterTest,
];
