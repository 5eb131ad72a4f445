/** Puts the site together: pages, API, pictures, files, the page cache, and the server around them. */
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import type { AccountRouteDeps } from '#src/features/accounts/deps.ts';
import { createGuards } from '#src/features/accounts/guards.ts';
import { loadAuth } from '#src/features/accounts/load-auth.ts';
import { loadRenderMail } from '#src/features/accounts/load-render-mail.ts';
import { createCounter } from '#src/features/counts/counts.ts';
import { createPresence } from '#src/features/drafts/drafts.ts';
import { createImports, MOST_BYTES, takesImports } from '#src/features/import-uploads/import-uploads.ts';
import { loadDrawLetter } from '#src/features/newsletter/newsletter.ts';
import { createReadProcess, type OperationsDeps } from '#src/features/operations/operations.ts';
import { createTidier } from '#src/features/search/tidy-search.ts';
import { connectCache } from '#src/platform/cache/connect-cache.ts';
import { createPageCache } from '#src/platform/cache/page-cache.ts';
import { preparedPages } from '#src/platform/cache/prepared-pages.ts';
import { createServePage } from '#src/platform/cache/serve-page.ts';
import type { Config } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db/db.ts';
import { listenForNotices } from '#src/platform/db/listen.ts';
import type { DiskGuard } from '#src/platform/disk-guard.ts';
import { createSiteServer } from '#src/platform/http/create-server.ts';
import { openStaticFiles } from '#src/platform/http/static-files.ts';
import type { Health } from '#src/platform/lifecycle.ts';
import type { Log } from '#src/platform/log.ts';
import { openImportStore, openStore } from '#src/platform/objects/open-store.ts';
import { urls } from '#src/urls.ts';
import { createApp } from './app.ts';
import { readBuiltFiles, readServiceWorker } from './built-files.ts';
import { type DrawPages, drawForm, errorPages } from './pages.ts';
import { mountRoutes } from './routes.ts';

type SiteDeps = {
  config: Pick<
    Config,
    'publicUrl' | 'isPublicUrlSet' | 'trustedProxies' | 'dataDir' | 's3' | 'contact' | 'isDevelopment' | 'isWorkerOff' | 'hasMailServer'
  > &
    OperationsDeps['config'];
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
  disk: DiskGuard;
  findProblems: OperationsDeps['findProblems'];
};

/** `endStreams` ends answers that would go on for ever, so that the server can close. */
export type Site = { server: Server; endStreams(): Promise<void>; close(): Promise<void> };

/** Makes the site's server; it does not listen yet. `close` ends what is not a connection of a reader. */
export async function createSite({
  config,
  secret,
  log,
  db,
  appUrl,
  root,
  health,
  checkDatabase,
  disk,
  findProblems,
}: SiteDeps): Promise<Site> {
  const { publicUrl } = config;
  const files = readBuiltFiles(path.join(root, 'dist'));
  // A file of the build, which the compiler has not seen.
  const draw = (await import(path.join(root, 'dist/server/entry-server.js'))) as DrawPages;
  const cache = createPageCache({ log });
  const servePage = createServePage(cache);
  const counter = createCounter({ db, log });
  const pages = { db, servePage, draw, files, publicUrl, isLetterClosed: !config.hasMailServer, counter };
  const guards = createGuards({ db, publicUrl });
  const presence = createPresence({ db, log, listen: (...asked) => listenForNotices(appUrl, ...asked, log) });
  const store = openStore(config);
  const imports = createImports(openImportStore(config));
  const worker = readServiceWorker(path.join(root, 'dist'));
  const letters = { drawLetter: loadDrawLetter(root), hasMailServer: config.hasMailServer };
  const readProcess = createReadProcess({ cacheStats: cache.stats, version: await readVersion(root) });
  const operations = { config, readProcess, findProblems };
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
    canServeCached: cache.canServe,
    disk: { guard: disk, mayWrite: isLogin },
    renderError,
    mount: (site) =>
      mountRoutes(site, { ...{ pages, accounts, guards, presence, store, imports, letters, operations, worker }, ...config }),
  });
  const statics = await openStaticFiles({ clientDir: path.join(root, 'dist/client'), publicDir: path.join(root, 'public'), log });
  const tidier = createTidier({ db, log });
  tidier.tidySoon();
  const heard = {
    invalidate: (tags: readonly string[]) => {
      cache.invalidate(tags);
      tidier.tidySoon();
    },
  };
  const listener = await connectCache(appUrl, heard, log);
  const server = createSiteServer({
    fetch: app.fetch,
    log,
    publicUrl,
    isPublicUrlSet: config.isPublicUrlSet,
    trustedProxies: config.trustedProxies,
    state: health,
    renderError,
    bodyLimitFor,
    prepared: [preparedPages(cache), statics],
  });
  const close = async () => {
    await listener.close();
    await tidier.stop();
    await counter.stop();
  };
  return { server, endStreams: () => presence.close(), close };
}

async function readVersion(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** A tale of 2 MB as JSON, where each mark of its HTML may take two bytes; a picture of 8 MB. */
const TALE_BYTES = 4_500_000;
const PICTURE_BYTES = 8 * 1024 * 1024;
/** A thousand of the longest slugs. */
const BOOK_ORDER_BYTES = 256 * 1024;

/** Most bytes of a body for a path of those who work on the collection, and for the wish for a book; all others take 64 KB. */
function bodyLimitFor(path: string): number | undefined {
  if (isStreamed(path)) return MOST_BYTES;
  if (path === urls.books()) return BOOK_ORDER_BYTES;
  if (/^\/api\/v1\/admin\/(tales|drafts|publish-check|previews)(\/|$)/.test(path)) return TALE_BYTES;
  return /^\/api\/v1\/admin\/media(\/|$)/.test(path) ? PICTURE_BYTES : undefined;
}

/** Administrators log in to see what is wrong. */
function isLogin(path: string): boolean {
  return /^\/(api\/v1\/session|login|logout)(\/|$)/.test(path);
}

/** Files of imports go to the disk piece by piece. */
function isStreamed(path: string): boolean {
  return takesImports(path) !== undefined;
}
