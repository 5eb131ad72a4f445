import { mustLoadPages } from '#src/ui/navigate.ts';
import { RANDOM_TALE, writeSessionValue } from '#src/ui/session-value.ts';
import { urls } from '#src/urls.ts';
import type { SiteRouter } from './router.tsx';

/** Not pages of the router. */
const SERVER_ONLY = ['/random', '/covers/', '/api', '/opds', '/sitemap', '/art/', '/assets/', '/icons/', '/files/'];
/** Files and feeds have an extension; pages have none. */
const ENDING = /\.[a-z0-9]+$/;

/**
 * Makes plain links (also those in the text of a tale) navigate on the client. New tabs, downloads, other sites and links within the page are left to
 * the browser.
 */
export function followLinks(router: SiteRouter): void {
  document.addEventListener('click', (event) => {
    const url = ownLink(event);
    if (url === null || mustLoadPages()) return;
    event.preventDefault();
    void router.history.push(url.pathname + url.search + url.hash);
  });
  // Loads the script of the page while the link is being pressed.
  document.addEventListener('pointerdown', (event) => {
    const url = ownLink(event);
    if (url) router.preload(url.pathname);
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

const KEY = 'talewood.seen';
const MAX = 50;

/**
 * Stores the last 50 tales seen on this device and excludes them from links to a random tale. The server receives the list only with such a link and
 * does not store it.
 */
export function excludeSeenTales(router: SiteRouter): void {
  const remember = () => {
    const { page, params } = router.state.shown;
    const { slug } = params;
    if (page === 'tale' && slug !== undefined) writeSeen([slug, ...readSeen().filter((other) => other !== slug)]);
  };
  remember();
  router.onArrival(remember);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`a[href^="${urls.random()}"]`) : null;
    if (link === null) return;
    writeSessionValue(RANDOM_TALE, true);
    const seen = readSeen();
    if (seen.length === 0) return;
    const url = new URL(link.href);
    url.searchParams.set('not', seen.join(','));
    link.href = url.pathname + url.search.replaceAll('%2C', ',');
  });
}

function readSeen(): string[] {
  try {
    const seen: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(seen) ? seen.filter((slug): slug is string => typeof slug === 'string').slice(0, MAX) : [];
  } catch {
    return [];
  }
}

function writeSeen(seen: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(seen.slice(0, MAX)));
  } catch {
    // Storage is full or blocked: tales may repeat.
  }
}
