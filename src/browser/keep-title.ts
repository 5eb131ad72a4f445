import { urls } from '#src/urls.ts';
import { pageTitle } from './page-title.ts';
import type { SiteRouter } from './router.tsx';

/**
 * After each turn of the page: its title, its own address as canonical, and the focus on its heading, so that a
 * screen reader says where one is. The first page came with all of this from the server.
 */
export function keepTitle(router: SiteRouter): void {
  router.subscribe('onResolved', ({ pathChanged, hrefChanged }) => {
    if (!hrefChanged) return;
    const match = router.state.matches.at(-1);
    document.title = pageTitle(match?.routeId ?? '', match?.loaderData);
    // What a letter is about makes no page of its own.
    const search = match?.routeId === urls.contact() ? '' : location.search;
    document.querySelector('link[rel=canonical]')?.setAttribute('href', location.origin + location.pathname + search);
    if (!pathChanged || location.hash !== '') return;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  });
}
