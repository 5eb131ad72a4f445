/** Every route of the site, in the order in which they are asked. */

import type { Context } from 'hono';
import { tooMany } from '#src/features/accounts/accounts.ts';
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
import { findCategoryForCover } from '#src/features/categories/categories.ts';
import { type Contact, contactRoutes } from '#src/features/contact/contact.ts';
import { type Counter, countRoutes, mayCount } from '#src/features/counts/counts.ts';
import { coversRoutes } from '#src/features/covers/routes.ts';
import type { Presence } from '#src/features/drafts/drafts.ts';
import { createAnswerBook } from '#src/features/epub/epub.ts';
import { epubRoutes } from '#src/features/epub/epub-routes.ts';
import { type Imports, takesImports } from '#src/features/import-uploads/import-uploads.ts';
import { mediaRoutes } from '#src/features/media/media-routes.ts';
import { readPicture } from '#src/features/media/read-picture.ts';
import { newsletterRoutes } from '#src/features/newsletter/newsletter-routes.ts';
import { offlineRoutes } from '#src/features/offline/offline.ts';
import type { OperationsDeps } from '#src/features/operations/operations.ts';
import { outboxRoutes } from '#src/features/outbox/outbox.ts';
import { mailRoutes } from '#src/features/staff/mail-routes.ts';
import { staffRoutes } from '#src/features/staff/routes.ts';
import { bookRoutes } from '#src/features/syndication/books/book-routes.ts';
import { syndicationRoutes } from '#src/features/syndication/routes.ts';
import { findTaleForCover } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { idempotency } from '#src/platform/idempotency/idempotency.ts';
import { consume, consumeForNetwork } from '#src/platform/limits/limits.ts';
import { networkOf } from '#src/platform/limits/network-of.ts';
import { outboxFolder } from '#src/platform/mail/open-transport.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { urls } from '#src/urls.ts';
import { apiRoutes } from './api.ts';
import type { App } from './app.ts';
import { describedRoutes } from './described-routes.ts';
import { MANAGE_ORIGIN, type ManageDeps, manageApi } from './manage-api.ts';
import { type PageDeps, pageRoutes } from './pages.ts';
import { personalPages } from './personal-pages.ts';
import { previewRoutes } from './preview.ts';
import { randomRoute } from './random.ts';

type RoutesDeps = {
  pages: PageDeps & { counter: Counter };
  accounts: AccountRouteDeps;
  guards: Guards;
  presence: Presence;
  dataDir: string;
  store: ObjectStore;
  imports: Imports;
  letters: ManageDeps['letters'];
  operations: Pick<OperationsDeps, 'config' | 'readProcess' | 'findProblems'>;
  contact: Contact;
  /** The code of the service worker, where one was built. */
  worker: string | null;
  isWorkerOff: boolean;
  /** Opens the outbox to this machine. */
  isDevelopment: boolean;
  /** Whether mails reach readers: without that nobody is asked for an address. */
  hasMailServer: boolean;
};

/** Adds all routes to the application. */
export function mountRoutes(site: App, deps: RoutesDeps): void {
  const { pages, accounts, guards, presence, dataDir, store, imports, letters, operations, contact, isDevelopment, hasMailServer } = deps;
  const { worker, isWorkerOff: isOff } = deps;
  // With an Idempotency-Key the body is read before any route is asked: where it comes from and who sends it is judged here too.
  const forManagers = sameOrigin(accounts.publicUrl, MANAGE_ORIGIN);
  const forReaders = sameOrigin(accounts.publicUrl);
  site.use('/api/v1/*', (c, next) => {
    if (c.req.header('idempotency-key') === undefined) return next();
    return MANAGED.test(c.req.path) ? forManagers(c, next) : forReaders(c, next);
  });
  const identify = identifyBy(guards, accounts.db);
  site.use('/api/v1/*', idempotency({ ...accounts, identify, holdsSecret, isStreamed: (path) => takesImports(path) !== undefined }));
  const manage = manageApi({ ...accounts, guards, presence, dataDir, store, imports, letters, operations, contact });
  site.route('/', describedRoutes({ ...pages, parts: manage.parts }));
  site.route('/api/v1', apiRoutes(pages));
  site.route('/api/v1', countRoutes(pages));
  site.route('/api/v1', bookshelfRoutes({ ...accounts, person: guards.person }));
  site.route('/media', mediaRoutes({ ...pages, store }));
  const findCovers = {
    readPicture: (address: string) => readPicture({ ...pages, store }, address),
    findTaleForCover: (slug: string) => findTaleForCover(pages.db, slug),
    findCategoryForCover: (slug: string) => findCategoryForCover(pages.db, slug),
  };
  site.route('/covers', coversRoutes({ ...findCovers, dataDir, log: accounts.log }));
  if (isDevelopment) site.route(urls.outbox(), outboxRoutes({ folder: outboxFolder(dataDir), place: urls.outbox() }));
  site.use(noReferrer());
  site.route('/', sessionRoutes(accounts));
  site.route('/', signOutRoutes(accounts));
  // First, as its guard takes pictures, which that of the others does not.
  site.route('/api/v1/admin', manage.routes);
  site.route('/api/v1/admin', staffRoutes({ ...accounts, guards }));
  site.route('/api/v1/admin', mailRoutes({ ...accounts, guards }));
  site.route('/', accountRoutes({ ...accounts, hasMailServer }));
  site.route('/', emailChangeRoutes(accounts));
  site.route('/', registrationRoutes(accounts));
  site.route('/', recoveryRoutes(accounts));
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

/** Counts what is given to who does not have it yet. */
function countDownloads(counter: Counter) {
  return (c: Context<AppEnv>, answer: Response, tale?: string): Response => {
    if (answer.status === 200 && mayCount(c)) counter.count('download', tale);
    return answer;
  };
}

/** Answers that are given once: ways in, everything about one's own account (recovery codes, the export), keys, links to previews. */
function holdsSecret(path: string): boolean {
  return /^\/api\/v1\/((account|session|verifications|admin\/keys)(\/|$)|admin\/tales\/[^/]+\/preview-links$)/.test(path);
}

const MANAGED = /^\/api\/v1\/admin(\/|$)/;
const PERSONAL = /^\/api\/v1\/(account|bookshelf)(\/|$)/;

/** Stored answers to requests of nobody in particular, by network and of all together: what they change has limits of its own. */
const OF_NETWORK = { points: 100, windowSeconds: 3_600 };
const OF_ALL = { points: 2_000, windowSeconds: 3_600 };

/**
 * Who sends a request with a key. Throws for who may not work on the collection, or is not signed in where only people are. Nothing is stored
 * of what may happen twice anyway, nor of strangers when very many answers to strangers have been stored.
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
    const address = exchangeOf(c).clientAddress();
    const { isAllowed, retryAfterSeconds } = await consumeForNetwork(db, 'stored answers network', address, OF_NETWORK);
    if (!isAllowed) throw tooMany(retryAfterSeconds);
    return (await consume(db, 'stored answers of all', OF_ALL)).isAllowed ? { network: networkOf(address) } : null;
  };
}
