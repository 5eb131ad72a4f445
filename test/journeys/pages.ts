import { ALL_PAGES } from '#src/page-table.ts';
import { urls } from '#src/urls.ts';

/** An address of every page of the site, and of the states that an address can name, with the status it is answered with. */

export type SitePage = { address: string; status: number };

/** A tale that was deleted permanently: see setup.ts. */
export const DELETED_SLUG = 'a-tale-that-was-taken-back';

/** Date of the newsletter issue that setup.ts adds. */
export const ISSUE_DATE = '2026-01-04';

/** Pages with one address and a route of the router. */
const SINGLE_PAGES = ALL_PAGES.filter((page) => !page.path.includes(':') && page.hasOwnRoute !== true && page.id !== 'listLink');

const LIST_LINK = urls.sharedList('?name=For%20a%20rainy%20week&tales=rapunzel,the-snow-queen,the-frog-king');

export const READER_PAGES = [
  ...SINGLE_PAGES.filter(({ access, isAuth }) => access === undefined && isAuth !== true).map(({ path }) => path),
  '/tales?category=dark&minutes=15',
  '/tales?sort=title',
  '/tales?q=wolf',
  '/tales?q=rapunsel',
  '/tales?q=qqqqzzzz',
  '/tale/rapunzel',
  '/categories/classic',
  // With a portrait, and with an initial.
  '/author/the-brothers-grimm',
  '/author/giambattista-basile',
  '/collections/ten-minutes-to-bedtime',
  '/types/510',
  '/types/510?first=cinderella',
  '/how-long?minutes=30&what=set',
  `/newsletter/${ISSUE_DATE}`,
  '/contact?tale=rapunzel',
  LIST_LINK,
  urls.contact('', LIST_LINK),
].map((address) => ({ address, status: 200 }));

const TOKEN = `?token=${'x'.repeat(43)}&email=the-robber-girl-of-the-northern-woods%40reindeer.tales.example`;

/** Login, registration and confirmation, without and with the parameters of links in emails. */
export const AUTH_PAGES = [
  ...SINGLE_PAGES.filter(({ isAuth }) => isAuth === true).map(({ path }) => path),
  ...SINGLE_PAGES.filter((page) => page.hasToken === true).map(({ path }) => path + TOKEN),
  `${urls.resetPassword()}${TOKEN}&keys=1`,
].map((address) => ({ address, status: 200 }));

export const ERROR_PAGES: readonly SitePage[] = [
  { address: '/newsletter/2020-01-05', status: 404 },
  { address: urls.newsletterPreferences(), status: 404 },
  { address: urls.newsletterUnsubscribe(), status: 404 },
  { address: '/no-such-page', status: 404 },
  { address: '/tale/no-such-tale', status: 404 },
  { address: `/tale/${DELETED_SLUG}`, status: 410 },
  { address: '/categories/no-such-category', status: 404 },
  { address: '/author/no-such-author', status: 404 },
  { address: '/collections/no-such-collection', status: 404 },
  { address: '/types/9999', status: 404 },
  { address: urls.sharedList('/no-such-list'), status: 404 },
  { address: urls.sharedList('?name=x&tales=../x'), status: 400 },
  { address: urls.together('brave-little-fox'), status: 404 },
  { address: '/tales?sort=nonsense', status: 400 },
];

/** Pages that need a login as administrator, and the API guide. */
export const ADMIN_PAGES = [
  ...SINGLE_PAGES.filter(({ access }) => access !== undefined).map(({ path }) => path),
  urls.manageTale(),
  urls.apiGuide(),
].map((address) => ({ address, status: 200 }));

/** The browser's message in the console about an error status; other messages fail a journey. */
export const STATUS_IN_CONSOLE = /Failed to load resource: the server responded with a status of (4\d\d)/;
