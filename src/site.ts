/** Puts the site together: pages, API, pictures, files, the page cache, and the server around them. */
import type { Server } from 'node:http';
import path from 'node:path';
import type { AccountRouteDeps } from '#src/features/accounts/deps.ts';
import { createGuards } from '#src/features/accounts/guards.ts';
import { loadAuth } from '#src/features/accounts/load-auth.ts';
import { loadRenderMail } from '#src/features/accounts/load-render-mail.ts';
import { connectCache } from '#src/platform/cache/connect-cache.ts';
import { createPageCache } from '#src/platform/cache/page-cache.ts';
import { preparedPages } from '#src/platform/cache/prepared-pages.ts';
import { createServePage } from '#src/platform/cache/serve-page.ts';
import type { Config } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db/db.ts';
import { createSiteServer } from '#src/platform/http/create-server.ts';
import { openStaticFiles } from '#src/platform/http/static-files.ts';
import type { Health } from '#src/platform/lifecycle.ts';
import type { Log } from '#src/platform/log.ts';
import { createApp } from './app.ts';
import { readBuiltFiles } from './built-files.ts';
import { type DrawPages, drawForm, errorPages } from './pages.ts';
import { mountRoutes } from './routes.ts';

type SiteDeps = {
  config: Pick<Config, 'publicUrl' | 'isPublicUrlSet' | 'trustedProxies' | 'dataDir' | 'isDevelopment'>;
  /** As `openSecret` gives it. */
  secret: string;
  log: Log;
  db: Db;
  /** The database on which the write triggers are heard. */
  appUrl: string;
  /** The folder of the project: builds, public files. */
  root: string;
  health: Health;
  checkDatabase: () => Promise<unknown>;
};

export type Site = { server: Server; close(): Promise<void> };

/** Makes the site's server; it does not listen yet. `close` ends what is not a connection of a reader. */
export async function createSite({ config, secret, log, db, appUrl, root, health, checkDatabase }: SiteDeps): Promise<Site> {
  const { publicUrl } = config;
  const files = readBuiltFiles(path.join(root, 'dist'));
  // A file of the build, which the compiler has not seen.
  const draw = (await import(path.join(root, 'dist/server/entry-server.js'))) as DrawPages;
  const cache = createPageCache({ log });
  const servePage = createServePage(cache);
  const pages = { db, servePage, draw, files, publicUrl };
  const guards = createGuards({ db, publicUrl });
  const renderError = errorPages(pages);
  const accounts: AccountRouteDeps = {
    ...{ db, publicUrl, secret, log },
    auth: loadAuth({ db, publicUrl, secret }),
    renderMail: loadRenderMail(root),
    draw: drawForm(pages),
  };
  const app = createApp({
    log,
    health,
    checkDatabase,
    renderError,
    mount: (site) => mountRoutes(site, { pages, accounts, guards, dataDir: config.dataDir, isDevelopment: config.isDevelopment }),
  });
  const statics = await openStaticFiles({ clientDir: path.join(root, 'dist/client'), publicDir: path.join(root, 'public'), log });
  const listener = await connectCache(appUrl, cache, log);
  const server = createSiteServer({
    fetch: app.fetch,
    log,
    publicUrl,
    isPublicUrlSet: config.isPublicUrlSet,
    trustedProxies: config.trustedProxies,
    state: health,
    renderError,
    prepared: [preparedPages(cache), statics],
  });
  return { server, close: () => listener.close() };
}
