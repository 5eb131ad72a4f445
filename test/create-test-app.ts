import type { AddressInfo } from 'node:net';
import type { Hono } from 'hono';
import type { EmailData } from '#src/emails/emails.ts';
import type { AccountRouteDeps } from '#src/features/accounts/deps.ts';
import { createPageCache, type PageCacheOptions } from '#src/platform/cache/page-cache.ts';
import { cachedPages, createServePage, type ServePage } from '#src/platform/cache/serve-page.ts';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { createSiteServer, type SiteServerOptions } from '#src/platform/http/create-server.ts';
import { type AppEnv, createRequestContext } from '#src/platform/http/request-context.ts';
import { type App, type AppDeps, createApp } from '#src/server/app.ts';
import { silent, type TestDatabase } from './database.ts';
import { openTestLog } from './jobs.ts';
import { runSql } from './sql.ts';

/** The application with the routes that a test needs. Emails contain their data as JSON, and a form rendered again is its fields as JSON. */

export const ORIGIN = 'https://tales.example';
export const TEST_SECRET = 'a secret of the test, long enough for all';

export type TestRoutes = (deps: AccountRouteDeps) => Hono<AppEnv>;

type TestAppOptions = Partial<Pick<AppDeps, 'checkDatabase' | 'disk' | 'metrics'>> & {
  /** Without one, a query is answered with 503. */
  database?: TestDatabase;
  /** Routes of features that know accounts. */
  routes?: TestRoutes;
  /** Replaces dependencies of `routes`. */
  deps?: Partial<AccountRouteDeps>;
  /** For pages of visitors. Default: the database. */
  readDb?: Db;
  /** Adds routes of any kind. */
  mount?: (app: App, servePage: ServePage, deps: AccountRouteDeps) => void;
  cache?: Partial<PageCacheOptions>;
  /** For `listen`. */
  server?: Partial<SiteServerOptions>;
};

type RequestOptions = {
  /** Default: POST. */
  method?: string;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Address of the client. */
  from?: string;
};

type LogLine = Record<string, unknown> & { event?: string; id?: string };

export type TestApp = ReturnType<typeof createTestApp>;
export type ListeningTestApp = Awaited<ReturnType<TestApp['listen']>>;

export function createTestApp({
  database,
  routes,
  deps: replaced,
  readDb,
  mount,
  checkDatabase,
  disk,
  metrics,
  cache: cacheOptions,
  server,
}: TestAppOptions) {
  const logs = openTestLog();
  const { log, text: logText } = logs;
  const health = { ready: true, stopping: false };
  const cache = createPageCache({ log, ...cacheOptions });
  const deps: AccountRouteDeps = {
    db: database?.db ?? openDb(openPool('postgresql://nobody@127.0.0.1:1/none', { log: silent, max: 1 })),
    ...{ publicUrl: ORIGIN, secret: TEST_SECRET, log },
    auth: () => Promise.reject(new Error('This test has no auth library.')),
    renderEmail: async (mail) => ({ subject: mail.kind, html: '<p>mail</p>', text: JSON.stringify(mail) }),
    providers: [],
    renderForm: async (c, { href, status, form }) => c.json({ href, ...form }, status as 422),
    ...replaced,
  };
  const servePage = createServePage(cache, { db: deps.db, readDb });
  const app = createApp({
    log,
    health,
    checkDatabase: checkDatabase ?? (async () => {}),
    canRead: cache.canServe,
    disk,
    metrics,
    mount(site) {
      if (routes) site.route('/', routes(deps));
      mount?.(site, servePage, deps);
    },
  });

  async function ask(path: string, { method = 'POST', json, form, headers = {}, from = '192.0.2.1' }: RequestOptions = {}) {
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const body = form === undefined ? JSON.stringify(json) : new URLSearchParams(form).toString();
    const isRead = method === 'GET';
    const exchange = createRequestContext({ id: 'test', method, target: path, started: performance.now(), clientAddress: () => from });
    const sent = isRead ? headers : { origin: ORIGIN, 'content-type': type, ...headers };
    return app.request(path, { method, headers: sent, ...(isRead ? {} : { body }) }, { exchange });
  }

  const created = {
    ...{ app, deps, cache, health, logs, log, logText, ask },
    /** All logged lines, or those of one event. */
    logged: (event?: string): LogLine[] => (logs.lines() as LogLine[]).filter((line) => event === undefined || line.event === event),
    /** Sends a request to the API and parses the response. `path` starts after /api/v1. */
    async api(method: string, path: string, { cookie = '', body, headers = {} }: ApiRequest = {}) {
      const answer = await ask(`/api/v1${path}`, { method, json: body, headers: { cookie, ...headers } });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, body: text === '' ? undefined : JSON.parse(text) };
    },
    /** Submits a form as a browser without JavaScript does. */
    async post(path: string, form: Record<string, string>, cookie = '') {
      const answer = await ask(path, { form, headers: { cookie } });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
    /** The queued emails, oldest first. */
    async mails(): Promise<{ to: string; mail: EmailData }[]> {
      const query = 'select to_address, text from outbound_emails order by created_at, id';
      const rows = await runSql<{ to_address: string; text: string }>(ownerOf(database), query);
      return rows.map(({ to_address: to, text }) => ({ to, mail: JSON.parse(text) as EmailData }));
    },
    /** Deletes users, tokens, emails, rate limits and jobs. */
    async clear(): Promise<void> {
      for (const table of ['users', 'one_time_tokens', 'outbound_emails', 'rate_limits', 'graphile_worker._private_jobs'])
        await runSql(ownerOf(database), `delete from ${table}`);
    },
    /** Serves the application on a free port, as the site does. */
    async listen() {
      const listening = createSiteServer({
        ...{ fetch: app.fetch, log, publicUrl: 'http://localhost:3000', isPublicUrlSet: false, state: health },
        prepared: [cachedPages(cache)],
        ...server,
      });
      await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
      const { port } = listening.address() as AddressInfo;
      return {
        ...created,
        ...{ port, url: `http://127.0.0.1:${port}`, server: listening },
        async close(): Promise<void> {
          listening.closeAllConnections();
          await new Promise((resolve) => listening.close(resolve));
        },
      };
    },
  };
  return created;
}

type ApiRequest = { cookie?: string; body?: unknown; headers?: Record<string, string> };

function ownerOf(database: TestDatabase | undefined): string {
  if (database === undefined) throw new Error('This application has no database.');
  return database.ownerUrl;
}

/** Token and address of the link in an email. */
export function linkOf(mail: EmailData | undefined): { token: string; email: string; next?: string } {
  if (mail === undefined || !('link' in mail)) throw new Error('This email has no link.');
  return Object.fromEntries(new URL(mail.link).searchParams) as { token: string; email: string };
}
