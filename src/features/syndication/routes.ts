import { Hono } from 'hono';
import type { Db } from '#src/platform/db/db.ts';
import { badRequest } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { siteName } from '#src/platform/site-name.ts';
import { urls } from '#src/urls.ts';
import { newsletterFeedRoutes } from './feeds/newsletter-feed.ts';
import { feedRoutes } from './feeds/tale-feeds.ts';
import { tonightRoutes } from './feeds/tonight-feed.ts';
import type { ListDeps } from './list-response.ts';
import { oembedResponse, readOembed } from './oembed.ts';
import { opdsRoutes } from './opds/opds-routes.ts';
import { pagesSitemap, sitemapIndex, talesSitemap } from './sitemap.ts';

/** `contactEmail`: public contact address, if configured. */
type SiteDeps = ListDeps & { contactEmail?: string | undefined };

const DAY = 'public, max-age=86400';

/** Routes of feeds, OPDS catalogues, oEmbed, sitemaps and files at well-known URLs. */
export function syndicationRoutes(deps: SiteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.route('/', siteFiles(deps));
  app.route('/', feedRoutes(deps));
  app.route('/', newsletterFeedRoutes(deps));
  app.route('/', tonightRoutes(deps));
  app.route('/', opdsRoutes(deps));
  app.route('/', oembedRoute(deps));
  return app;
}

function oembedRoute({ servePage, publicUrl }: ListDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/oembed', (c) => {
    const asked = readOembed(new URL(c.req.url).searchParams, publicUrl);
    const { slug, format, maxwidth, maxheight } = asked;
    const isPlain = maxwidth === Number.POSITIVE_INFINITY && maxheight === Number.POSITIVE_INFINITY;
    return servePage(c, { key: isPlain ? `oembed ${format} ${slug}` : null, render: (db) => oembedResponse(db, asked, publicUrl) });
  });
  return app;
}

/** robots.txt, security.txt, the web app manifest and the sitemaps. */
function siteFiles({ servePage, publicUrl, contactEmail }: SiteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const serveXml = (key: string, draw: (db: Db) => Promise<string>) => ({
    key,
    render: async (db: Db) => ({
      status: 200,
      headers: { 'Content-Type': 'application/xml; charset=utf-8' },
      body: await draw(db),
      tags: ['list', 'letters'],
    }),
  });
  app.get('/robots.txt', (c) => c.text(robotsTxt(publicUrl), 200, { 'Cache-Control': DAY }));
  app.get('/.well-known/security.txt', (c) => c.text(securityTxt(publicUrl, contactEmail), 200, { 'Cache-Control': DAY }));
  app.get('/manifest.webmanifest', (c) =>
    c.body(webManifest(), 200, { 'Content-Type': 'application/manifest+json', 'Cache-Control': DAY }),
  );
  app.get('/sitemap.xml', (c) =>
    servePage(
      c,
      serveXml('sitemap', (db) => sitemapIndex(db, publicUrl)),
    ),
  );
  app.get('/sitemaps/pages.xml', (c) =>
    servePage(
      c,
      serveXml('sitemap pages', (db) => pagesSitemap(db, publicUrl)),
    ),
  );
  app.get('/sitemaps/tales.xml', (c) => {
    const after = new URL(c.req.url).searchParams.get('after') ?? '';
    if (!/^[a-z0-9-]{0,200}$/.test(after)) throw badRequest('Invalid sitemap parameter: after.');
    return servePage(
      c,
      serveXml(`sitemap tales ${after}`, (db) => talesSitemap(db, publicUrl, after)),
    );
  });
  return app;
}

/** Returns robots.txt. Excluded are searches, random tales, the API, OPDS and EPUBs of lists. */
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
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/**
 * Returns security.txt (RFC 9116). `email`: public contact address; the contact page is always listed. `Expires` changes once a day, so
 * that the file is cacheable.
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

/** EPUBs of lists are large and only repeat content of the pages. */
const BOOKS = [urls.categories(), '/author', urls.collections()];

const SHORTCUT_ICONS = [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }];

/** Returns the web app manifest. */
export function webManifest(): string {
  return JSON.stringify({
    id: '/',
    name: siteName(),
    short_name: siteName(),
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
      { name: 'Saved on this device', short_name: 'Saved offline', url: urls.offline(), icons: SHORTCUT_ICONS },
      { name: 'Favorites', url: urls.favorites(), icons: SHORTCUT_ICONS },
    ],
  });
}
