import { Hono } from 'hono';
import { badRequest } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import type { ListDeps } from './draw-list.ts';
import { feedRoutes } from './feeds/feed-routes.ts';
import { letterFeedRoutes } from './feeds/letter-feed-routes.ts';
import { tonightRoutes } from './feeds/tonight-routes.ts';
import { drawOembed, readOembed } from './oembed.ts';
import { opdsRoutes } from './opds/opds-routes.ts';
import { robotsTxt, securityTxt, webManifest } from './site-files.ts';
import { pagesSitemap, sitemapIndex, talesSitemap } from './sitemap.ts';

/** `contactEmail`: the address that readers are told, where the operator has chosen one. */
type SiteDeps = ListDeps & { contactEmail?: string | undefined };

const DAY = 'public, max-age=86400';

/** What takes the tales elsewhere: feeds, the catalogue for e-readers, oEmbed, and the small files at fixed addresses. */
export function syndicationRoutes(deps: SiteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.route('/', siteFiles(deps));
  app.route('/', feedRoutes(deps));
  app.route('/', letterFeedRoutes(deps));
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
    return servePage(c, { key: isPlain ? `oembed ${format} ${slug}` : null, render: () => drawOembed(db, asked, publicUrl) });
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
    if (!/^[a-z0-9-]{0,200}$/.test(after)) throw badRequest('There is no such part of the sitemap.');
    return servePage(
      c,
      serveXml(`sitemap tales ${after}`, () => talesSitemap(db, publicUrl, after)),
    );
  });
  return app;
}
