import { mustLoadPages } from '#src/ui/away.ts';
import type { SiteRouter } from './router.tsx';

/** Served by the server alone: these links leave the page. */
const SERVER_ONLY = ['/random', '/covers/', '/api', '/opds', '/sitemap', '/art/', '/assets/', '/icons/'];
/** Files and feeds, as the server's answers with an ending are; no page has one. */
const ENDING = /\.[a-z0-9]+$/;

/**
 * Lets plain links turn the page without loading it anew, wherever they stand (also in a tale's text).
 * New tabs, downloads, other sites and links within the page stay the browser's own.
 */
export function followLinks(router: SiteRouter): void {
  document.addEventListener('click', (event) => {
    const url = ownLink(event);
    if (url === null || mustLoadPages()) return;
    event.preventDefault();
    router.history.push(url.pathname + url.search + url.hash);
  });
}

function ownLink(event: MouseEvent): URL | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || !link.hasAttribute('href') || link.hasAttribute('download') || (link.target !== '' && link.target !== '_self'))
    return null;
  const url = new URL(link.href);
  if (url.origin !== location.origin || ENDING.test(url.pathname) || SERVER_ONLY.some((path) => url.pathname.startsWith(path))) return null;
  if (url.hash !== '' && url.pathname === location.pathname && url.search === location.search) return null;
  return url;
}
