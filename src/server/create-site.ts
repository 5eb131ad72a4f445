/** Composes the site: pages, API, media, static files, page cache and HTTP server. */

import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import type pg from 'pg';
import { loadRenderEmail } from '#src/emails/emails.ts';
import { type AccountRouteDeps, loadAuth } from '#src/features/accounts/deps.ts';
import { createGuards } from '#src/features/accounts/guards.ts';
import { createIdentityProviders } from '#src/features/accounts/identities/identity-provider.ts';
import { createProcessReader, type StatusDeps } from '#src/features/admin-status/admin-status.ts';
import type { MetricsDeps } from '#src/features/admin-status/metrics.ts';
import { createCounter } from '#src/features/analytics/analytics.ts';
import { takesLibraryFiles } from '#src/features/files/file-endpoints.ts';
import { MAX_FILE_BYTES, MAX_SINGLE_BYTES } from '#src/features/files/limits.ts';
import { isFileUpload } from '#src/features/files/upload-endpoints.ts';
import type { FunctionHost } from '#src/features/functions/functions.ts';
import { createImports, importBodyTypes, MAX_UPLOAD_BYTES } from '#src/features/import/uploads/uploads.ts';
import { loadRenderIssue } from '#src/features/newsletter/newsletter.ts';
import { createHub } from '#src/features/realtime/realtime.ts';
import { createSocketServer } from '#src/features/realtime/socket-server.ts';
import { createTidier } from '#src/features/search/tidy-search.ts';
import { connectCache, createCacheChanges } from '#src/platform/cache/connect-cache.ts';
import { type DiskCache, openDiskCache } from '#src/platform/cache/disk-cache.ts';
import { createPageCache } from '#src/platform/cache/page-cache.ts';
import { cachedPages, createServePage } from '#src/platform/cache/serve-page.ts';
import { type Config, VERSION } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db/db.ts';
import { listenForNotices } from '#src/platform/db/listen.ts';
import type { ReadReplica } from '#src/platform/db/read-replica.ts';
import type { DiskGuard } from '#src/platform/disk-guard.ts';
import { createSiteServer } from '#src/platform/http/create-server.ts';
import { SMALL_BODY } from '#src/platform/http/request-body.ts';
import { openStaticFiles, shareFiles } from '#src/platform/http/static-files.ts';
import type { Health } from '#src/platform/lifecycle.ts';
import type { Log } from '#src/platform/log.ts';
import { openFileStore, openImportStore, openStore } from '#src/platform/objects/open-store.ts';
import { siteName } from '#src/platform/site-name.ts';
import { StartError } from '#src/platform/start-errors.ts';
import { urls } from '#src/urls.ts';
import type { BuiltFiles } from '#src/web/document.ts';
import { createApp } from './app.ts';
import { createWarmer, errorPages, type PageRenderer, renderForm } from './page-routes.ts';
import { channelRules } from './realtime-channels.ts';
import { mountRoutes } from './routes.ts';

const GUIDE = 'src/ui/styles/guide/index.css';
const MODULE = /^src\/web\/pages\/([\w-]+)-pages\.tsx$/;

type SiteDeps = {
  config: Pick<
    Config,
    | 'publicUrl'
    | 'isPublicUrlSet'
    | 'trustedProxies'
    | 'dataDir'
    | 's3'
    | 'contact'
    | 'tokenAudiences'
    | 'isDevelopment'
    | 'isWorkerOff'
    | 'hasMailServer'
    | 'identityProviders'
    | 'allowPrivateWebhooks'
    | 'host'
    | 'port'
    | 'metricsToken'
    | 'pageCacheDiskBytes'
  > &
    StatusDeps['config'];
  /** Result of `openSecret`. */
  secret: string;
  log: Log;
  db: Db;
  pool: pg.Pool;
  /** Standbys for public pages. */
  replica: ReadReplica | undefined;
  /** The database that sends the notifications of write triggers, without a transaction pooler. */
  directUrl: string;
  /** Root folder of the project, with builds and public files. */
  root: string;
  health: Health;
  checkDatabase: () => Promise<unknown>;
  disk: DiskGuard;
  findProblems: StatusDeps['findProblems'];
  functions: FunctionHost;
};

/** `endStreams` ends open-ended responses, so that the server can close. */
export type Site = { server: Server; endStreams(): Promise<void>; close(): Promise<void> };

/** Creates the server; it does not listen yet. `close` stops everything except open connections. */
export async function createSite(deps: SiteDeps): Promise<Site> {
  const { config, secret, log, db, pool, replica, directUrl, root, health, checkDatabase, disk, findProblems, functions } = deps;
  const { publicUrl } = config;
  const files = readBuiltFiles(path.join(root, 'dist'));
  // A build output, unknown to the compiler.
  const renderer = (await import(path.join(root, 'dist/server/entry-server.js'))) as PageRenderer;
  const changes = createCacheChanges({ log });
  const loginProviders = config.identityProviders.map(({ id, name }) => ({ id, name }));
  const shown = { publicUrl, isNewsletterDisabled: !config.hasMailServer, loginProviders };
  const diskCache = openPagesOnDisk({ config, root, shown, secret, changes, isFull: disk.isFull, log });
  const cache = createPageCache({ log, diskCache });
  const servePage = createServePage(cache, { db, readDb: replica?.db, changes });
  const counter = createCounter({ db, log });
  const pages = { ...{ db, servePage, renderer, files, counter }, ...shown };
  const warmer = createWarmer({ ...pages, cache, log });
  const guards = createGuards({ db, publicUrl });
  const hub = createHub({ db, rules: channelRules(db, log), log, listen: (...asked) => listenForNotices(directUrl, ...asked, log) });
  const store = openStore(config);
  const fileStore = openFileStore(config);
  const imports = createImports(openImportStore(config));
  const worker = readServiceWorker(path.join(root, 'dist'));
  const issues = { renderIssue: loadRenderIssue(root), hasMailServer: config.hasMailServer };
  const readProcess = createProcessReader({ cacheStats: cache.stats });
  const operations = { config, readProcess, findProblems };
  const renderError = errorPages(pages);
  const accounts: AccountRouteDeps = {
    ...{ db, publicUrl, secret, log },
    auth: loadAuth({ db, publicUrl, secret }),
    renderEmail: loadRenderEmail(root, siteName),
    renderForm: renderForm(pages),
    providers: createIdentityProviders(config.identityProviders, { publicUrl, log }),
  };
  const metrics = await openMetrics({ config, log, db, pool, replica, disk, cacheStats: cache.stats, realtime: hub, functions });
  const app = createApp({
    log,
    metrics,
    health,
    checkDatabase,
    canRead: () => cache.canServe() || replica?.isUsed() === true,
    disk: { guard: disk, mayWrite: isLogin },
    renderError,
    mount: (site) =>
      mountRoutes(site, {
        ...{ pages, accounts, guards, hub, store, fileStore, imports, issues, status: operations, worker, functions },
        apiOrigin: loopbackOrigin(config),
        ...config,
      }),
  });
  const statics = await openStaticFiles({ clientDir: path.join(root, 'dist/client'), publicDir: path.join(root, 'public'), log });
  await shareFiles(db, statics.hashed);
  const tidier = createTidier({ db, log });
  tidier.tidySoon();
  const heard = {
    invalidate: (tags: readonly string[]) => {
      cache.invalidate(tags);
      tidier.tidySoon();
      if (tags.includes('list') || tags.includes('all')) warmer.warmSoon();
    },
  };
  const listener = await connectCache(directUrl, heard, log, { changes, replica });
  warmer.warmSoon();
  const server = createSiteServer({
    fetch: app.fetch,
    log,
    observe: metrics?.observe,
    publicUrl,
    isPublicUrlSet: config.isPublicUrlSet,
    trustedProxies: config.trustedProxies,
    state: health,
    renderError,
    bodyLimitFor,
    webSocket: { path: urls.api('/realtime'), accept: createSocketServer({ hub, publicUrl, identify: guards.identify }).accept },
    prepared: [cachedPages(cache), statics],
  });
  const close = async () => {
    await warmer.stop();
    await diskCache?.close();
    await listener.close();
    await tidier.stop();
    await counter.stop();
  };
  return { server, endStreams: () => hub.close(), close };
}

type PagesOnDisk = Omit<Parameters<typeof openDiskCache>[0], 'folder' | 'maxBytes' | 'context'> &
  Pick<SiteDeps, 'config' | 'root'> & { shown: object };

/** Undefined when turned off, and without a finished build, as in development. `shown`: the settings that pages depend on. */
function openPagesOnDisk({ config, root, shown, ...options }: PagesOnDisk): DiskCache | undefined {
  const build = path.join(root, 'dist/.built');
  if (config.pageCacheDiskBytes === 0 || !existsSync(build)) return undefined;
  const texts = readdirSync(path.join(root, 'pages')).map((name) => readFileSync(path.join(root, 'pages', name), 'utf8'));
  const fixed = hash('sha256', JSON.stringify([VERSION, readFileSync(build, 'utf8'), texts, shown]));
  const context = () => fixed + siteName();
  return openDiskCache({ folder: path.join(config.dataDir, 'cache/pages'), maxBytes: config.pageCacheDiskBytes, context, ...options });
}

/** Loads the library only when there is a token. */
async function openMetrics({ config, ...deps }: Omit<MetricsDeps, 'token' | 'dataDir'> & Pick<SiteDeps, 'config'>) {
  const { metricsToken: token, dataDir } = config;
  if (token === undefined) return undefined;
  const { createMetrics } = await import('#src/features/admin-status/metrics.ts');
  return createMetrics({ ...deps, token, dataDir });
}

/** A tale of 2 MB as JSON, with up to two bytes for each character; an image of 8 MB. */
const TALE_BYTES = 4_500_000;
const PICTURE_BYTES = 8 * 1024 * 1024;

/** A thousand slugs of maximum length. */
const BOOK_ORDER_BYTES = 256 * 1024;

/** Maximum body size of a path in bytes, where it differs from the default of 64 KB. */
function bodyLimitFor(path: string): number | undefined {
  if (isStreamed(path)) return MAX_UPLOAD_BYTES;
  if (takesLibraryFiles(path) !== undefined) return isFileUpload(path) ? MAX_FILE_BYTES : MAX_SINGLE_BYTES;
  if (path === urls.books()) return BOOK_ORDER_BYTES;
  if (/^\/api\/v1\/(admin\/(tales|drafts|publish-check|previews)|account\/submissions)(\/|$)/.test(path)) return TALE_BYTES;
  if (path.startsWith(`${urls.functions()}/`)) return SMALL_BODY;
  return /^\/api\/v1\/admin\/media(\/|$)/.test(path) ? PICTURE_BYTES : undefined;
}

/** The origin at which this process itself answers. */
export function loopbackOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isAny = host === '0.0.0.0' || host === '::';
  return `http://${isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Administrators must be able to log in to diagnose the problem. */
function isLogin(path: string): boolean {
  return /^\/(api\/v1\/session|login|logout)(\/|$)/.test(path);
}

/** Import files are streamed to disk. */
function isStreamed(path: string): boolean {
  return importBodyTypes(path) !== undefined;
}

/** Resolves the built files through the Vite manifest. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>;

/** `dist`: folder of both builds. @throws StartError if the site has not been built */
export function readBuiltFiles(dist: string): BuiltFiles {
  const manifest = readManifest(path.join(dist, 'client/.vite/manifest.json'));
  const app = manifest['src/web/entry-client.tsx'];
  const first = manifest['src/web/before-paint.ts'];
  if (app === undefined || first === undefined) throw new StartError('The build is incomplete. Run "npm run build".');
  return {
    app: scriptsOf(manifest, 'src/web/entry-client.tsx'),
    first: address(first.file),
    styles: stylesOf(manifest, 'src/web/entry-client.tsx'),
    guideStyles: manifest[GUIDE] === undefined ? [] : [address(manifest[GUIDE].file)],
    modules: Object.fromEntries(
      Object.keys(manifest).flatMap((name) => {
        const module = MODULE.exec(name)?.[1];
        return module === undefined ? [] : [[module, { scripts: scriptsOf(manifest, name), styles: stylesOf(manifest, name) }]];
      }),
    ),
  };
}

/** Returns the code of the service worker; null if none was built, as in development. */
function readServiceWorker(dist: string): string | null {
  const file = path.join(dist, 'client/sw.js');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Returns the script of a file and those it imports, without the entries, which every page has. */
function scriptsOf(manifest: Manifest, name: string): string[] {
  const imported = importsOf(manifest, name).filter((each) => manifest[each]?.isEntry !== true);
  return [name, ...imported].flatMap((each) => manifest[each]?.file ?? []).map(address);
}

/** Returns the stylesheets of a file and its imports, without those of the entries, which every page has. */
function stylesOf(manifest: Manifest, name: string): string[] {
  const imported = importsOf(manifest, name).filter((each) => manifest[each]?.isEntry !== true);
  return [...imported, name].flatMap((each) => manifest[each]?.css ?? []).map(address);
}

/** Returns the static imports of a file, recursively, without the file itself. */
function importsOf(manifest: Manifest, name: string): string[] {
  const found = new Set([name]);
  for (const each of found) {
    for (const imported of manifest[each]?.imports ?? []) found.add(imported);
  }
  found.delete(name);
  return [...found];
}

function address(file: string): string {
  return `/${file}`;
}

function readManifest(file: string): Manifest {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch (error) {
    throw new StartError(`The site has not been built (${(error as NodeJS.ErrnoException).code ?? 'unreadable'}). Run "npm run build".`);
  }
}
