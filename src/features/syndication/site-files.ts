import { urls } from '#src/urls.ts';

/** Small files that machines look for at fixed addresses. */

/** robots.txt: everything may be read but the endless combinations of filters, random tales, the API, and what is for e-readers. */
export function robotsTxt(site: string): string {
  return [
    'User-agent: *',
    `Disallow: ${urls.random()}`,
    `Disallow: ${urls.api()}/`,
    `Disallow: ${urls.tales()}?*q=`,
    `Disallow: ${urls.opds()}`,
    `Disallow: ${urls.books()}`,
    `Disallow: ${urls.tales()}.`,
    `Disallow: ${urls.howLong()}?`,
    ...BOOKS.map((path) => `Disallow: ${path}/*.epub`),
    '',
    `Sitemap: ${site}/sitemap.xml`,
    '',
  ].join('\n');
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 wants less than a year, and what is asked for later has a later end. */
const VALID_DAYS = 180;

/**
 * security.txt (RFC 9116): where to tell of a weakness. `email`: the address that the operator has chosen for readers; without one it is the
 * contact page. The end is the same all day, so that caches may keep it.
 */
export function securityTxt(site: string, email: string | undefined, now = Date.now()): string {
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString().replace('.000', '');
  return [
    ...(email === undefined ? [] : [`Contact: mailto:${encodeURI(email)}`]),
    `Contact: ${site}${urls.contact()}`,
    `Expires: ${expires}`,
    `Canonical: ${site}/.well-known/security.txt`,
    'Preferred-Languages: en',
    '',
  ].join('\n');
}

/** The books of whole lists are large, and hold nothing that is not on the pages. */
const BOOKS = [urls.categories(), '/author', urls.collections()];

const SHORTCUT_ICONS = [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }];

/** The web app manifest: how the site is shown when it is put on a home screen. */
export function webManifest(): string {
  return JSON.stringify({
    id: '/',
    name: 'Talewood',
    short_name: 'Talewood',
    description: 'Fairy tales gathered from every corner of the old world.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f6efe0',
    theme_color: '#0b2a30',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    categories: ['books', 'kids', 'entertainment'],
    shortcuts: [
      { name: 'Browse Tales', url: urls.tales(), icons: SHORTCUT_ICONS },
      { name: 'Kept on this device', short_name: 'Kept offline', url: urls.offline(), icons: SHORTCUT_ICONS },
      { name: 'Favorites', url: urls.favorites(), icons: SHORTCUT_ICONS },
    ],
  });
}
