/** Puts the site together: pages, API, pictures, files, the page cache, and the server around them. */
import type { Server } from 'node:http';
import path from 'node:path';
import type { AccountRouteDeps } from '#src/features/accounts/deps.ts';
import { createGuards, type Guards } from '#src/features/accounts/guards.ts';
import { loadAuth } from '#src/features/accounts/load-auth.ts';
import { loadRenderMail } from '#src/features/accounts/load-render-mail.ts';
import { noReferrer } from '#src/features/accounts/no-referrer.ts';
import { recoveryRoutes } from '#src/features/accounts/recovery-routes.ts';
import { registrationRoutes } from '#src/features/accounts/registration-routes.ts';
import { sessionRoutes } from '#src/features/accounts/session-routes.ts';
import { accountRoutes } from '#src/features/accounts/settings/account-routes.ts';
import { emailChangeRoutes } from '#src/features/accounts/settings/email-change-routes.ts';
import { signOutRoutes } from '#src/features/accounts/sign-out.ts';
import { bookshelfRoutes } from '#src/features/bookshelf/routes.ts';
import { coversRoutes } from '#src/features/covers/routes.ts';
import { outboxRoutes } from '#src/features/outbox/outbox.ts';
import { mailRoutes } from '#src/features/staff/mail-routes.ts';
import { staffRoutes } from '#src/features/staff/routes.ts';
import { syndicationRoutes } from '#src/features/syndication/routes.ts';
import { findTaleForCover } from '#src/features/tales/tales.ts';
import { connectCache } from '#src/platform/cache/connect-cache.ts';
import { createPageCache } from '#src/platform/cache/page-cache.ts';
import { preparedPages } from '#src/platform/cache/prepared-pages.ts';
import { createServePage } from '#src/platform/cache/serve-page.ts';
import type { Config } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db/db.ts';
import { createSiteServer } from '#src/platform/http/create-server.ts';
import { exchangeOf } from '#src/platform/http/exchange.ts';
import { openStaticFiles } from '#src/platform/http/static-files.ts';
import { idempotency } from '#src/platform/idempotency/idempotency.ts';
import type { Health } from '#src/platform/lifecycle.ts';
import { networkOf } from '#src/platform/limits/network-of.ts';
import type { Log } from '#src/platform/log.ts';
import { outboxFolder } from '#src/platform/mail/open-transport.ts';
import { urls } from '#src/urls.ts';
import { apiRoutes } from './api.ts';
import { createApp } from './app.ts';
import { readBuiltFiles } from './built-files.ts';
import { type DrawPages, drawForm, errorPages, pageRoutes } from './pages.ts';
import { personalPages } from './personal-pages.ts';
import { randomRoute } from './random.ts';

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
    mount: (site) => {
      site.use('/api/v1/*', idempotency({ db, secret, log, identify: identifyBy(guards), holdsSecret }));
      site.route('/api/v1', apiRoutes({ db, servePage }));
      site.route('/api/v1', bookshelfRoutes({ db, publicUrl, person: guards.person }));
      site.route('/covers', coversRoutes({ findTaleForCover: (slug) => findTaleForCover(db, slug), dataDir: config.dataDir, log }));
      if (config.isDevelopment) site.route(urls.outbox(), outboxRoutes({ folder: outboxFolder(config.dataDir), place: urls.outbox() }));
      site.use(noReferrer());
      site.route('/', sessionRoutes(accounts));
      site.route('/', signOutRoutes(accounts));
      site.route('/api/v1/admin', staffRoutes({ ...accounts, guards }));
      site.route('/api/v1/admin', mailRoutes({ ...accounts, guards }));
      site.route('/', accountRoutes(accounts));
      site.route('/', emailChangeRoutes(accounts));
      site.route('/', registrationRoutes(accounts));
      site.route('/', recoveryRoutes(accounts));
      site.route('/', syndicationRoutes({ db, servePage, publicUrl }));
      site.route('/', randomRoute(pages));
      site.route('/', personalPages({ ...pages, guards }));
      site.route('/', pageRoutes(pages));
    },
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

/** Answers that are given once: ways in, and everything about one's own account (recovery codes, keys, the export). */
function holdsSecret(path: string): boolean {
  return /^\/api\/v1\/(account|session|verifications)(\/|$)/.test(path);
}

function identifyBy({ find }: Guards): Parameters<typeof idempotency>[0]['identify'] {
  return async (c) => {
    const person = await find(c);
    return person === null ? { network: networkOf(exchangeOf(c).clientAddress()) } : { personId: person.id };
  };
}
