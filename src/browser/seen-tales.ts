import { expectRandomTale } from '#src/features/tales/components/another-one.tsx';
import { urls } from '#src/urls.ts';
import type { SiteRouter } from './router.tsx';

const KEY = 'talewood.seen';
const MOST = 50;

/**
 * Keeps the last fifty tales seen on this device and lets the links to a random tale ask for others. The list goes to the
 * server only with such a link, and is kept nowhere.
 */
export function avoidSeenTales(router: SiteRouter): void {
  const remember = () => {
    const { slug }: { slug?: string } = router.state.matches.at(-1)?.params ?? {};
    if (slug !== undefined && router.state.location.pathname === urls.tale(slug))
      writeSeen([slug, ...readSeen().filter((other) => other !== slug)]);
  };
  remember();
  router.subscribe('onResolved', remember);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`a[href^="${urls.random()}"]`) : null;
    if (link === null) return;
    expectRandomTale();
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
    return Array.isArray(seen) ? seen.filter((slug): slug is string => typeof slug === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function writeSeen(seen: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(seen.slice(0, MOST)));
  } catch {
    // Storage is full or forbidden: then a tale may come twice.
  }
}
