import { Hono } from 'hono';
import type { ServePage } from '#src/platform/cache/serve-page.ts';
import type { Db } from '#src/platform/db/db.ts';
import { badRequest } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { robotsTxt, webManifest } from './site-files.ts';
import { pagesSitemap, sitemapIndex, talesSitemap } from './sitemap.ts';

type Deps = { db: Db; servePage: ServePage; publicUrl: string };

const DAY = 'public, max-age=86400';

/** robots.txt, the web app manifest and the sitemaps, at their fixed addresses. */
export function syndicationRoutes({ db, servePage, publicUrl }: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const serveXml = (key: string, draw: () => Promise<string>) => ({
    key,
    render: async () => ({
      status: 200,
      headers: { 'Content-Type': 'application/xml; charset=utf-8' },
      body: await draw(),
      tags: ['list'],
    }),
  });
  app.get('/robots.txt', (c) => c.text(robotsTxt(publicUrl), 200, { 'Cache-Control': DAY }));
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
