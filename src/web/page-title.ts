import { normalizeSearch } from '#src/features/tales/browse-query.ts';
import { PAGES, type PageId } from '#src/page-table.ts';
import type { SiteRouter } from './router.tsx';

type Browsed = { query: { q: string; category: string }; list: { facets: { category: { value: string; label: string }[] } } };
type Named = { title?: string; name?: string } & Partial<Browsed>;

/**
 * Returns the title of a page from its loaded data, on the server and after each navigation. `page` is undefined for an unknown URL,
 * `site` the name of the site.
 */
export function pageTitle(page: PageId | undefined, data: unknown, site: string): string {
  return `${pageName(page, data)} · ${site}`;
}

function pageName(page: PageId | undefined, data: unknown): string {
  const settled = data as { ok?: Named; problem?: number } | undefined;
  if (settled?.problem === 400) return 'Invalid link';
  if (settled?.problem !== undefined) return page === 'tale' ? 'Tale Not Found' : 'Page not found';
  const fixed = page && PAGES[page].title;
  if (fixed) return fixed;
  const thing = settled?.ok;
  if (thing?.query && thing.list) return browseName({ query: thing.query, list: thing.list });
  if (page === 'category') return `${thing?.name} tales`;
  return thing?.title ?? thing?.name ?? 'Page not found';
}

function browseName({ query, list }: Browsed): string {
  if (query.q) return `Tales about “${normalizeSearch(query.q)}”`;
  const category = list.facets.category.find((option) => option.value !== '' && option.value === query.category);
  return category ? `Browse Tales: ${category.label}` : 'Browse Tales';
}

/** After each navigation, updates title and canonical URL and focuses the heading, so that screen readers announce the page. */
export function updateTitle(router: SiteRouter): void {
  router.onArrival(({ pathChanged, hrefChanged }) => {
    if (!hrefChanged) return;
    const { context, shown } = router.state;
    document.title = pageTitle(shown.page, shown.data, context.site.name);
    // The subject of a message, and the chosen versions of a tale, do not make a page of their own.
    const search = /^(contact|taleType)$/.test(shown.page ?? '') ? '' : location.search;
    document.querySelector('link[rel=canonical]')?.setAttribute('href', location.origin + location.pathname + search);
    if (!pathChanged || location.hash !== '') return;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  });
}
