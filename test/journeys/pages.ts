import { urls } from '#src/urls.ts';

/** One address of every kind of page and state that an address can name, with the status it answers. */

export type SitePage = { name: string; address: string; status: number };

/** A tale that was deleted for good: see setup.ts. */
export const DELETED_SLUG = 'a-tale-that-was-taken-back';

/** Date of the newsletter issue that setup.ts adds. */
export const ISSUE_DATE = '2026-01-04';

export const PAGES: readonly SitePage[] = [
  { name: 'home', address: '/', status: 200 },
  { name: 'browse', address: '/tales', status: 200 },
  { name: 'browse, filtered', address: '/tales?category=dark&minutes=15', status: 200 },
  { name: 'browse, later page', address: '/tales?sort=title', status: 200 },
  { name: 'search', address: '/tales?q=wolf', status: 200 },
  { name: 'search, misspelt', address: '/tales?q=rapunsel', status: 200 },
  { name: 'search, nothing found', address: '/tales?q=qqqqzzzz', status: 200 },
  { name: 'recent', address: '/recent', status: 200 },
  { name: 'tale', address: '/tale/rapunzel', status: 200 },
  { name: 'categories', address: '/categories', status: 200 },
  { name: 'category', address: '/categories/classic', status: 200 },
  { name: 'authors', address: '/authors', status: 200 },
  { name: 'author with a portrait', address: '/author/the-brothers-grimm', status: 200 },
  { name: 'author with an initial', address: '/author/giambattista-basile', status: 200 },
  { name: 'collections', address: '/collections', status: 200 },
  { name: 'collection', address: '/collections/ten-minutes-to-bedtime', status: 200 },
  { name: 'tonight', address: '/tonight', status: 200 },
  { name: 'how long', address: '/how-long', status: 200 },
  { name: 'how long, a set', address: '/how-long?minutes=30&what=set', status: 200 },
  { name: 'letters', address: '/newsletter', status: 200 },
  { name: 'letter', address: `/newsletter/${ISSUE_DATE}`, status: 200 },
  { name: 'links of a test letter', address: '/newsletter/test', status: 200 },
  { name: 'day without a letter', address: '/newsletter/2020-01-05', status: 404 },
  { name: 'old words', address: '/old-words', status: 200 },
  { name: 'favorites', address: '/favorites', status: 200 },
  { name: 'reading history', address: '/history', status: 200 },
  { name: 'kept on this device', address: '/offline', status: 200 },
  { name: 'own collection, not there', address: '/collections/mine', status: 200 },
  { name: 'contact', address: '/contact', status: 200 },
  { name: 'contact, about a tale', address: '/contact?tale=rapunzel', status: 200 },
  { name: 'letter sent', address: '/contact/sent', status: 200 },
  { name: 'privacy', address: '/privacy', status: 200 },
  { name: 'unknown page', address: '/no-such-page', status: 404 },
  { name: 'unknown tale', address: '/tale/no-such-tale', status: 404 },
  { name: 'deleted tale', address: `/tale/${DELETED_SLUG}`, status: 410 },
  { name: 'unknown category', address: '/categories/no-such-category', status: 404 },
  { name: 'unknown author', address: '/author/no-such-author', status: 404 },
  { name: 'unknown collection', address: '/collections/no-such-collection', status: 404 },
  { name: 'address without meaning', address: '/tales?sort=nonsense', status: 400 },
  { name: 'login', address: '/login', status: 200 },
  { name: 'code of the second factor', address: '/login/code', status: 200 },
  { name: 'login by mail', address: '/login/link', status: 200 },
  { name: 'link to log in sent', address: '/login/link/sent', status: 200 },
  { name: 'register', address: '/register', status: 200 },
  { name: 'registered', address: '/register/sent', status: 200 },
  { name: 'another address', address: '/register/address', status: 200 },
  { name: 'faded link of a registration', address: '/verify', status: 200 },
  { name: 'forgotten password', address: '/forgot-password', status: 200 },
  { name: 'link for a password sent', address: '/forgot-password/sent', status: 200 },
  { name: 'faded link for a password', address: '/reset-password', status: 200 },
  { name: 'faded link of a new address', address: '/change-email', status: 200 },
  { name: 'letter asked for', address: '/newsletter/sent', status: 200 },
  { name: 'letter confirmed', address: '/newsletter/welcome', status: 200 },
  { name: 'faded link of the letter', address: '/newsletter/confirm', status: 200 },
  { name: 'link of no letter, to choose', address: '/newsletter/preferences', status: 404 },
  { name: 'link of no letter, to leave', address: '/newsletter/unsubscribe', status: 404 },
];

/** Pages of links in mails. */
export const LINKS: readonly SitePage[] = [
  { name: 'link to log in', address: `/login/link${ofMail()}`, status: 200 },
  { name: 'link of a registration', address: `/verify${ofMail()}`, status: 200 },
  { name: 'link for a password', address: `/reset-password${ofMail()}&keys=1`, status: 200 },
  { name: 'link of a new address', address: `/change-email${ofMail()}`, status: 200 },
  { name: 'link of the letter', address: `/newsletter/confirm${ofMail()}`, status: 200 },
];

/** Pages of editors and of accounts. */
export const MANAGEMENT: readonly string[] = [
  ...Object.entries(urls).flatMap(([name, address]) => (name.startsWith('manage') ? [(address as () => string)()] : [])),
  ...[urls.profile(), urls.settings()],
];

function ofMail(): string {
  return `?token=${'x'.repeat(43)}&email=the-robber-girl-of-the-northern-woods%40reindeer.tales.example`;
}

/** The browser's own word in the console on an answer that is no success; everything else stays unexpected. */
export const STATUS_IN_CONSOLE = /Failed to load resource: the server responded with a status of (4\d\d)/;
