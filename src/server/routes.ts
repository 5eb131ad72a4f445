/** All routes of the site, in order of precedence. */

import type { Context } from 'hono';
import { accountRoutes } from '#src/features/account-settings/account-routes.ts';
import { tooManyRequests } from '#src/features/accounts/accounts.ts';
import type { AccountRouteDeps } from '#src/features/accounts/deps.ts';
import { emailChangeRoutes } from '#src/features/accounts/email-change.ts';
import type { Guards } from '#src/features/accounts/guards.ts';
import { noReferrer } from '#src/features/accounts/http-helpers.ts';
import { invitationRoutes } from '#src/features/accounts/invitations.ts';
import { passwordResetRoutes } from '#src/features/accounts/password-reset.ts';
import { registrationRoutes } from '#src/features/accounts/registration.ts';
import { sessionRoutes, signOutRoutes } from '#src/features/accounts/session-routes.ts';
import type { StatusDeps } from '#src/features/admin-status/admin-status.ts';
import { type Counter, shouldTrack, trackingRoutes } from '#src/features/analytics/analytics.ts';
import { findCategoryForCover } from '#src/features/categories/categories.ts';
import { type ContactAddresses, contactRoutes } from '#src/features/contact/contact.ts';
import { coversRoutes } from '#src/features/covers/routes.ts';
import { devMailRoutes } from '#src/features/dev-mail/dev-mail.ts';
import { createAnswerBook } from '#src/features/epub/epub-response.ts';
import { epubRoutes } from '#src/features/epub/epub-routes.ts';
import { type Imports, importBodyTypes } from '#src/features/import/uploads/uploads.ts';
import { mediaRoutes, readPicture } from '#src/features/media/media-routes.ts';
import { newsletterRoutes } from '#src/features/newsletter/newsletter-routes.ts';
import { offlineRoutes } from '#src/features/offline/offline.ts';
import { bookshelfOwner, bookshelfRoutes } from '#src/features/reader-library/routes.ts';
import { sharedListRoutes } from '#src/features/shared-lists/shared-lists.ts';
import { bookRoutes } from '#src/features/syndication/list-epubs/list-epub-routes.ts';
import { syndicationRoutes } from '#src/features/syndication/routes.ts';
import type { Presence } from '#src/features/tales/admin/presence/presence.ts';
import { findTaleForCover } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { idempotency } from '#src/platform/idempotency.ts';
import { devMailFolder } from '#src/platform/mail/open-transport.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { clientSubnet } from '#src/platform/rate-limit/client-subnet.ts';
import { consume, consumeForSubnet } from '#src/platform/rate-limit/rate-limit.ts';
import { urls } from '#src/urls.ts';
import { ADMIN_ORIGIN, type AdminApiDeps, adminApi } from './admin-api.ts';
import { apiRoutes } from './api.ts';
import { apiDocsRoutes } from './api-guide.ts';
import type { App } from './app.ts';
import { type PageDeps, pageRoutes, personalPages, randomRoute } from './page-routes.ts';
import { previewRoutes } from './preview-routes.ts';

type RoutesDeps = {
  pages: PageDeps & { counter: Counter };
  accounts: AccountRouteDeps;
  guards: Guards;
  presence: Presence;
  dataDir: string;
  store: ObjectStore;
  imports: Imports;
  issues: AdminApiDeps['issues'];
  status: Pick<StatusDeps, 'config' | 'readProcess' | 'findProblems'>;
  contact: ContactAddresses;
  /** Code of the service worker, if one was built. */
  worker: string | null;
  isWorkerOff: boolean;
  /** Serves the development mailbox to this machine. */
  isDevelopment: boolean;
  /** Whether emails can be delivered; without a mail server readers are not asked for an address. */
  hasMailServer: boolean;
};

export function mountRoutes(site: App, deps: RoutesDeps): void {
  const {
    pages,
    accounts,
    guards,
    presence,
    dataDir,
    store,
    imports,
    issues,
    status: operations,
    contact,
    isDevelopment,
    hasMailServer,
  } = deps;
  const { worker, isWorkerOff: isOff } = deps;
  // The idempotency middleware reads bodies before the routes, so it must check origin and user itself.
  const forManagers = sameOrigin(accounts.publicUrl, ADMIN_ORIGIN);
  const forReaders = sameOrigin(accounts.publicUrl);
  site.use('/api/v1/*', (c, next) => {
    if (c.req.header('idempotency-key') === undefined) return next();
    return MANAGED.test(c.req.path) ? forManagers(c, next) : forReaders(c, next);
  });
  const identify = identifyBy(guards, accounts.db);
  site.use('/api/v1/*', idempotency({ ...accounts, identify, holdsSecret, isStreamed: (path) => importBodyTypes(path) !== undefined }));
  const manage = adminApi({ ...accounts, guards, presence, dataDir, store, imports, issues, operations, contact });
  site.route('/', apiDocsRoutes({ ...pages, parts: manage.parts }));
  site.route('/api/v1', apiRoutes(pages));
  site.route('/api/v1', trackingRoutes(pages));
  site.route('/api/v1', bookshelfRoutes({ ...accounts, person: guards.person }));
  site.route('/api/v1', sharedListRoutes({ ...accounts, owner: bookshelfOwner(guards.person) }));
  site.route('/media', mediaRoutes({ ...pages, store }));
  const findCovers = {
    readPicture: (address: string) => readPicture({ ...pages, store }, address),
    findTaleForCover: (slug: string) => findTaleForCover(pages.db, slug),
    findCategoryForCover: (slug: string) => findCategoryForCover(pages.db, slug),
  };
  site.route('/covers', coversRoutes({ ...findCovers, dataDir, log: accounts.log }));
  if (isDevelopment) site.route(urls.outbox(), devMailRoutes({ folder: devMailFolder(dataDir), basePath: urls.outbox() }));
  site.use(noReferrer());
  site.route('/', sessionRoutes(accounts));
  site.route('/', signOutRoutes(accounts));
  // First, because its origin check accepts image uploads and the others do not.
  site.route('/api/v1/admin', manage.routes);
  site.route('/', accountRoutes({ ...accounts, hasMailServer }));
  site.route('/', emailChangeRoutes(accounts));
  site.route('/', registrationRoutes(accounts));
  site.route('/', passwordResetRoutes(accounts));
  site.route('/', invitationRoutes(accounts));
  site.route('/', newsletterRoutes({ ...accounts, hasMailServer }));
  site.route('/', contactRoutes({ ...accounts, contact }));
  const answerBook = createAnswerBook({
    ...{ db: pages.db, dataDir, log: accounts.log },
    readPicture: (address, least) => readPicture({ ...pages, store }, address, least),
  });
  const counted = countDownloads(pages.counter);
  site.route('/', epubRoutes({ ...pages, answerBook, counted }));
  const isSignedIn = async (c: Context<AppEnv>) => (await guards.find(c)) !== null;
  site.route('/', bookRoutes({ ...pages, answerBook, counted, isSignedIn }));
  site.route('/', syndicationRoutes({ ...pages, contactEmail: contact.replyTo }));
  site.route('/', offlineRoutes({ ...pages, worker, isOff }));
  site.route('/', randomRoute(pages));
  site.route('/', personalPages({ ...pages, guards }));
  site.route('/', previewRoutes({ ...pages, guards }));
  site.route('/', pageRoutes(pages));
}

/** Counts downloads, without 304 responses. */
function countDownloads(counter: Counter) {
  return (c: Context<AppEnv>, answer: Response, tale?: string): Response => {
    if (answer.status === 200 && shouldTrack(c)) counter.count('download', tale);
    return answer;
  };
}

/** Responses that must not be stored for replay: logins, everything about the account (recovery codes, export), API keys, preview links. */
function holdsSecret(path: string): boolean {
  return /^\/api\/v1\/((account|session|verifications|admin\/keys)(\/|$)|admin\/tales\/[^/]+\/preview-links$)/.test(path);
}

const MANAGED = /^\/api\/v1\/admin(\/|$)/;
const PERSONAL = /^\/api\/v1\/(account|bookshelf)(\/|$)/;

/** Stored responses to anonymous requests, per subnet and in total. */
const OF_NETWORK = { points: 100, windowSeconds: 3_600 };
const OF_ALL = { points: 2_000, windowSeconds: 3_600 };

/**
 * Returns who sends a request with an Idempotency-Key. Throws if the user may not use the path. Responses to repeatable requests are not stored, nor
 * to anonymous ones beyond the limits.
 */
function identifyBy(guards: Guards, db: Db): Parameters<typeof idempotency>[0]['identify'] {
  return async (c) => {
    if (MANAGED.test(c.req.path)) {
      const { id } = await guards.editor(c);
      return (await guards.findKey(c)) ?? { personId: id };
    }
    const person = PERSONAL.test(c.req.path) ? await guards.person(c) : await guards.find(c);
    if (person !== null) return { personId: person.id };
    if (c.req.path === urls.api('/counts')) return null;
    const address = getRequestContext(c).clientAddress();
    const { isAllowed, retryAfterSeconds } = await consumeForSubnet(db, 'stored answers network', address, OF_NETWORK);
    if (!isAllowed) throw tooManyRequests(retryAfterSeconds);
    return (await consume(db, 'stored answers of all', OF_ALL)).isAllowed ? { network: clientSubnet(address) } : null;
  };
}
