/** Every route of the site, in the order in which they are asked. */

import type { AccountRouteDeps } from '#src/features/accounts/deps.ts';
import type { Guards } from '#src/features/accounts/guards.ts';
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
import { exchangeOf } from '#src/platform/http/exchange.ts';
import { idempotency } from '#src/platform/idempotency/idempotency.ts';
import { networkOf } from '#src/platform/limits/network-of.ts';
import { outboxFolder } from '#src/platform/mail/open-transport.ts';
import { urls } from '#src/urls.ts';
import { apiRoutes } from './api.ts';
import type { App } from './app.ts';
import { type PageDeps, pageRoutes } from './pages.ts';
import { personalPages } from './personal-pages.ts';
import { randomRoute } from './random.ts';

type RoutesDeps = {
  pages: PageDeps;
  accounts: AccountRouteDeps;
  guards: Guards;
  dataDir: string;
  /** Opens the outbox to this machine. */
  isDevelopment: boolean;
};

/** Adds all routes to the application. */
export function mountRoutes(site: App, { pages, accounts, guards, dataDir, isDevelopment }: RoutesDeps): void {
  site.use('/api/v1/*', idempotency({ ...accounts, identify: identifyBy(guards), holdsSecret }));
  site.route('/api/v1', apiRoutes(pages));
  site.route('/api/v1', bookshelfRoutes({ ...accounts, person: guards.person }));
  site.route('/covers', coversRoutes({ findTaleForCover: (slug) => findTaleForCover(pages.db, slug), dataDir, log: accounts.log }));
  if (isDevelopment) site.route(urls.outbox(), outboxRoutes({ folder: outboxFolder(dataDir), place: urls.outbox() }));
  site.use(noReferrer());
  site.route('/', sessionRoutes(accounts));
  site.route('/', signOutRoutes(accounts));
  site.route('/api/v1/admin', staffRoutes({ ...accounts, guards }));
  site.route('/api/v1/admin', mailRoutes({ ...accounts, guards }));
  site.route('/', accountRoutes(accounts));
  site.route('/', emailChangeRoutes(accounts));
  site.route('/', registrationRoutes(accounts));
  site.route('/', recoveryRoutes(accounts));
  site.route('/', syndicationRoutes(pages));
  site.route('/', randomRoute(pages));
  site.route('/', personalPages({ ...pages, guards }));
  site.route('/', pageRoutes(pages));
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
