import type { AccountRouteDeps } from '#src/features/accounts/deps.ts';
import { createGuards } from '#src/features/accounts/guards.ts';
import { createCounter } from '#src/features/analytics/analytics.ts';
import { createFunctionHost } from '#src/features/functions/functions.ts';
import { createImports } from '#src/features/import/uploads/uploads.ts';
import { createHub } from '#src/features/realtime/realtime.ts';
import { createPageCache } from '#src/platform/cache/page-cache.ts';
import { createServePage } from '#src/platform/cache/serve-page.ts';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { type App, createApp } from '#src/server/app.ts';
import type { PageDeps } from '#src/server/page-routes.ts';
import { mountRoutes } from '#src/server/routes.ts';
import { operationsDeps } from './admin-deps.ts';
import { silent } from './database.ts';
import { openTestLog } from './jobs.ts';

const nowhere = () => openDb(openPool('postgresql://nobody@127.0.0.1:1/none', { log: silent, max: 1 }));

/** Dependencies of the API, by default without a database: requests that need one get 503. */
export function openOfflineDeps(publicUrl: string, db: Db = nowhere()) {
  const { log } = openTestLog();
  const hub = createHub({ db, rules: [], log, listen: never });
  const store = openFolderStore('/nowhere');
  const issues = { renderIssue: never, hasMailServer: false };
  const contact = { to: undefined, replyTo: undefined };
  const common = {
    db,
    log,
    publicUrl,
    secret: 's'.repeat(40),
    hub,
    store,
    fileStore: store,
    dataDir: '/nowhere',
    contact,
    renderEmail: never,
    allowPrivateWebhooks: false,
    functions: createFunctionHost({ folder: '/nowhere', account: undefined, allowPrivate: false, concurrency: 3 }, log),
    apiOrigin: publicUrl,
  };
  return { ...common, imports: createImports(store), issues, status: operationsDeps(), operations: operationsDeps() };
}

/** Creates the application with all routes, but without rendering and by default without a database. */
export function openOfflineApp(publicUrl: string, database?: Db): App {
  const deps = openOfflineDeps(publicUrl, database);
  const { db, log } = deps;
  const accounts: AccountRouteDeps = { ...deps, auth: never, renderEmail: never, renderForm: never, providers: [] };
  const servePage = createServePage(createPageCache({ log }), deps);
  const files = { app: [], first: '', styles: [], modules: {}, guideStyles: [] };
  const counter = createCounter({ db, log });
  const pages = { ...({ db, publicUrl, servePage, files } as unknown as PageDeps), counter };
  return createApp({
    log,
    health: { ready: true, stopping: false },
    checkDatabase: never,
    mount: (site) =>
      mountRoutes(site, {
        ...deps,
        pages,
        accounts,
        guards: createGuards(accounts),
        worker: null,
        isWorkerOff: false,
        isDevelopment: false,
        hasMailServer: true,
        tokenAudiences: ['https://chat.example'],
      }),
  });
}

function never(): Promise<never> {
  return Promise.reject(new Error('Not available in this test.'));
}
