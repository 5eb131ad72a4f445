import { cleanSearch } from '#src/features/tales/browse-query.ts';

const SITE = 'Talewood';
const FIXED: Record<string, string> = {
  '/': 'Fairy tales from the old wood',
  '/recent': 'Recent tales',
  '/random': 'No tale fits that wish',
  '/categories': 'Categories',
  '/authors': 'Authors',
  '/collections': 'Collections',
};

type Named = { title?: string; name?: string; query?: { q: string }; list?: unknown };

/** The title of a page, from its route and what it loaded; the same in the first answer and after each turn of the page. */
export function pageTitle(routeId: string, data: unknown): string {
  return `${pageName(routeId, data)} · ${SITE}`;
}

function pageName(routeId: string, data: unknown): string {
  const fixed = FIXED[routeId];
  const settled = data as { ok?: Named; problem?: number } | undefined;
  if (settled?.problem === 400) return 'This address means nothing here';
  if (settled?.problem !== undefined) return routeId === '/tale/$slug' ? 'Tale Not Found' : 'Page not found';
  if (fixed !== undefined) return fixed;
  const thing = settled?.ok;
  if (thing?.query) return thing.query.q ? `Tales about “${cleanSearch(thing.query.q)}”` : 'Browse Tales';
  if (routeId === '/categories/$slug') return `${thing?.name} tales`;
  return thing?.title ?? thing?.name ?? 'Page not found';
}
