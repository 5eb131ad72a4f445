/** All routes of the site, in order of precedence. */

import type { Context } from 'hono';
import { accessTokenRoutes } from '#src/features/access-tokens/access-tokens.ts';
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
import { fileRoutes } from '#src/features/files/file-routes.ts';
import { readPublicFile } from '#src/features/files/files.ts';
import { isFileUpload } from '#src/features/files/upload-endpoints.ts';
import { type FunctionHost, functionRoutes } from '#src/features/functions/functions.ts';
import { type Imports, importBodyTypes } from '#src/features/import/uploads/uploads.ts';
import { mediaRoutes, readPicture } from '#src/features/media/media-routes.ts';
import { newsletterRoutes } from '#src/features/newsletter/newsletter-routes.ts';
import { offlineRoutes } from '#src/features/offline/offline.ts';
import { limitTries, togetherRoutes } from '#src/features/read-together/read-together.ts';
import { bookshelfOwner, bookshelfRoutes } from '#src/features/reader-library/routes.ts';
import type { Hub } from '#src/features/realtime/realtime.ts';
import { sharedListRoutes } from '#src/features/shared-lists/shared-lists.ts';
import { suggestionEndpoints, suggestionRoutes } from '#src/features/suggestions/suggestions.ts';
import { bookRoutes } from '#src/features/syndication/list-epubs/list-epub-routes.ts';
import { syndicationRoutes } from '#src/features/syndication/routes.ts';
import { findTaleForCover } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { sharedFileRoutes } from '#src/platform/http/static-files.ts';
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

/** Of an attached image in a book, which is read into memory. */
const MAX_BOOK_FILE_BYTES = 5_000_000;

type RoutesDeps = {
  pages: PageDeps & { counter: Counter };
  accounts: AccountRouteDeps;
  guards: Guards;
  hub: Hub;
  dataDir: string;
  store: ObjectStore;
  /** Of the file library. */
  fileStore: ObjectStore;
  imports: Imports;
  issues: AdminApiDeps['issues'];
  status: Pick<StatusDeps, 'config' | 'readProcess' | 'findProblems'>;
  contact: ContactAddresses;
  allowPrivateWebhooks: boolean;
  functions: FunctionHost;
  /** Origin of the site, as this process reaches it. */
  apiOrigin: string;
  /** Code of the service worker, if one was built. */
  worker: string | null;
  isWorkerOff: boolean;
  /** Services that users get tokens for. */
  tokenAudiences: readonly string[];
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
    hub,
    dataDir,
    store,
    fileStore,
    imports,
    issues,
    status: operations,
    contact,
    allowPrivateWebhooks,
    functions,
    apiOrigin,
    isDevelopment,
    hasMailServer,
  } = deps;
  const { worker, isWorkerOff: isOff, tokenAudiences } = deps;
  // The idempotency middleware reads bodies before the routes, so it must check origin and user itself.
  const forManagers = sameOrigin(accounts.publicUrl, ADMIN_ORIGIN);
  const forReaders = sameOrigin(accounts.publicUrl);
  site.use('/api/v1/*', (c, next) => {
    if (c.req.header('idempotency-key') === undefined) return next();
    return MANAGED.test(c.req.path) ? forManagers(c, next) : forReaders(c, next);
  });
  const identify = identifyBy(guards, accounts.db);
  site.use(
    '/api/v1/*',
    idempotency({ ...accounts, identify, holdsSecret, isStreamed: (path) => importBodyTypes(path) !== undefined || isFileUpload(path) }),
  );
  const manage = adminApi({
    ...accounts,
    guards,
    hub,
    dataDir,
    store,
    fileStore,
    imports,
    issues,
    operations,
    contact,
    allowPrivateWebhooks,
    functions,
  });
  const suggestions = suggestionEndpoints(accounts);
  site.route('/', apiDocsRoutes({ ...pages, parts: { ...manage.parts, users: suggestions } }));
  site.route('/', functionRoutes({ ...accounts, apiOrigin, settings: functions.settings, host: functions, guards }));
  for (const path of [urls.together(':code'), urls.api(urls.together(':code'))]) site.use(path, limitTries(pages.db));
  site.route('/api/v1', togetherRoutes({ ...accounts, findUser: guards.find }));
  site.route('/api/v1', apiRoutes(pages));
  site.route('/api/v1', trackingRoutes(pages));
  site.route('/api/v1', bookshelfRoutes({ ...accounts, person: guards.person }));
  site.route('/api/v1', sharedListRoutes({ ...accounts, owner: bookshelfOwner(guards.person) }));
  site.route('/api/v1', suggestionRoutes({ ...accounts, endpoints: suggestions, person: guards.person }));
  site.route('/media', mediaRoutes({ ...pages, store }));
  site.route('/files', fileRoutes({ db: pages.db, fileStore, guards }));
  const findCovers = {
    readPicture: (address: string) => readPicture({ ...pages, store }, address),
    findTaleForCover,
    findCategoryForCover,
  };
  site.route('/assets', sharedFileRoutes(pages));
  site.route('/covers', coversRoutes({ ...pages, ...findCovers, dataDir, log: accounts.log }));
  if (isDevelopment) site.route(urls.outbox(), devMailRoutes({ folder: devMailFolder(dataDir), basePath: urls.outbox() }));
  site.use(noReferrer());
  site.route('/', sessionRoutes(accounts));
  site.route('/', signOutRoutes(accounts));
  // First, because its origin check accepts image uploads and the others do not.
  site.route('/api/v1/admin', manage.routes);
  site.route('/api/v1', manage.accountRoutes);
  site.route('/', accountRoutes({ ...accounts, hasMailServer }));
  site.route('/', accessTokenRoutes({ ...accounts, tokenAudiences }));
  site.route('/', emailChangeRoutes(accounts));
  site.route('/', registrationRoutes(accounts));
  site.route('/', passwordResetRoutes(accounts));
  site.route('/', invitationRoutes(accounts));
  site.route('/', newsletterRoutes({ ...accounts, hasMailServer }));
  site.route('/', contactRoutes({ ...accounts, contact }));
  const answerBook = createAnswerBook({
    ...{ db: pages.db, dataDir, log: accounts.log },
    readPicture: async (address, least) =>
      (await readPublicFile({ db: pages.db, fileStore }, address, MAX_BOOK_FILE_BYTES)) ?? readPicture({ ...pages, store }, address, least),
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

/** Responses that must not be stored for replay: logins, everything about the account (recovery codes, export), API keys, webhooks, preview links, reading together. */
function holdsSecret(path: string): boolean {
  return /^\/api\/v1\/((account|session|together|verifications|admin\/keys|admin\/webhooks)(\/|$)|admin\/tales\/[^/]+\/preview-links$)/.test(
    path,
  );
}

const MANAGED = /^\/api\/v1\/(admin|realtime)(\/|$)/;
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
