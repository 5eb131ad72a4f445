import { Hono } from 'hono';
import { sql } from 'kysely';
import { listIssueDays } from '#src/features/newsletter/newsletter.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import { ALL_PAGES } from '#src/page-table.ts';
import type { Db } from '#src/platform/db/db.ts';
import { badRequest } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { escapeXml } from '#src/platform/text.ts';
import { urls } from '#src/urls.ts';
import { newsletterFeedRoutes } from './feeds/newsletter-feed.ts';
import { feedRoutes } from './feeds/tale-feeds.ts';
import { tonightRoutes } from './feeds/tonight-feed.ts';
import type { ListDeps } from './list-response.ts';
import { oembedResponse, readOembed } from './oembed.ts';
import { opdsRoutes } from './opds/opds-routes.ts';

/** URLs per sitemap of tales (sitemaps.org allows 50,000). A part is written without yielding, so larger parts would block requests. */
const PART = 10_000;
const MAX_PAGES = 48_000;

/** About twenty years of weekly issues. */
const MAX_ISSUES = 1_000;

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

function oembedRoute({ db, servePage, publicUrl }: ListDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/oembed', (c) => {
    const asked = readOembed(new URL(c.req.url).searchParams, publicUrl);
    const { slug, format, maxwidth, maxheight } = asked;
    const isPlain = maxwidth === Number.POSITIVE_INFINITY && maxheight === Number.POSITIVE_INFINITY;
    return servePage(c, { key: isPlain ? `oembed ${format} ${slug}` : null, render: () => oembedResponse(db, asked, publicUrl) });
  });
  return app;
}

/** robots.txt, security.txt, the web app manifest and the sitemaps. */
function siteFiles({ db, servePage, publicUrl, contactEmail }: SiteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const serveXml = (key: string, draw: () => Promise<string>) => ({
    key,
    render: async () => ({
      status: 200,
      headers: { 'Content-Type': 'application/xml; charset=utf-8' },
      body: await draw(),
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
      serveXml('sitemap', () => sitemapIndex(db, publicUrl)),
    ),
  );
  app.get('/sitemaps/pages.xml', (c) =>
    servePage(
      c,
      serveXml('sitemap pages', () => pagesSitemap(db, publicUrl)),
    ),
  );
  app.get('/sitemaps/tales.xml', (c) => {
    const after = new URL(c.req.url).searchParams.get('after') ?? '';
    if (!/^[a-z0-9-]{0,200}$/.test(after)) throw badRequest('Invalid sitemap parameter: after.');
    return servePage(
      c,
      serveXml(`sitemap tales ${after}`, () => talesSitemap(db, publicUrl, after)),
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
      { name: 'Saved on this device', short_name: 'Saved offline', url: urls.offline(), icons: SHORTCUT_ICONS },
      { name: 'Favorites', url: urls.favorites(), icons: SHORTCUT_ICONS },
    ],
  });
}

type Entry = { path: string; changed?: string };

/** Returns the sitemap index. `site` has no trailing slash. */
async function sitemapIndex(db: Db, site: string, part = PART): Promise<string> {
  const starts = [''];
  for (;;) {
    const next = await endOfPart(db, starts.at(-1) ?? '', part);
    if (next === undefined) break;
    starts.push(next);
  }
  const addresses = ['/sitemaps/pages.xml', ...starts.map((after) => `/sitemaps/tales.xml${after ? `?after=${after}` : ''}`)];
  return xml(
    'sitemapindex',
    addresses.map((address) => `<sitemap><loc>${escapeXml(site + address)}</loc></sitemap>`),
  );
}

/** Returns the sitemap of tales whose slugs sort after `after`. */
export async function talesSitemap(db: Db, site: string, after: string, part = PART): Promise<string> {
  const { rows } = await sql<{ slug: string; changed: Date }>`
    select slug, updated_at as changed from tales t where ${isPublic} and slug collate "C" > ${after} order by slug collate "C" limit ${part}`.execute(
    db,
  );
  return urlSet(
    site,
    rows.map((row) => ({ path: urls.tale(row.slug), changed: row.changed.toISOString() })),
  );
}

/** Returns the sitemap of static pages, categories, authors, collections and newsletter issues. */
async function pagesSitemap(db: Db, site: string): Promise<string> {
  const { rows } = await sql<{ kind: 'author' | 'category' | 'collection'; slug: string }>`
    select 'category' as kind, c.slug from categories c join facet_counts f on f.author_id = 0 and f.facet = 'c:' || c.id
    union all select 'author', a.slug from authors a where exists (select from tales t where t.author_id = a.id and ${isPublic})
    union all select 'collection', o.slug from collections o where exists (
      select from collection_tales ct join tales t on t.id = ct.tale_id where ct.collection_id = o.id and ${isPublic})
    order by 1, 2 limit ${MAX_PAGES}`.execute(db);
  const fixed = ALL_PAGES.filter((page) => page.inSitemap).map(({ path }) => ({ path }));
  const issues = (await listIssueDays(db, MAX_ISSUES)).map(({ day, at }) => ({ path: urls.newsletter(day), changed: at.toISOString() }));
  return urlSet(site, [...fixed, ...rows.map((row) => ({ path: urls[row.kind](row.slug) })), ...issues]);
}

async function endOfPart(db: Db, after: string, part: number): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select slug from tales t where ${isPublic} and slug collate "C" > ${after} order by slug collate "C" offset ${part - 1} limit 2`.execute(
    db,
  );
  return rows.length === 2 ? rows[0]?.slug : undefined;
}

function urlSet(site: string, entries: Entry[]): string {
  return xml(
    'urlset',
    entries.map(({ path, changed }) => `<url><loc>${escapeXml(site + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`),
  );
}

function xml(root: string, lines: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`;
}
