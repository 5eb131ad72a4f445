/** The application: middleware, routes, and the only place that converts errors into responses. */
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import type { Metrics } from '#src/features/admin-status/metrics.ts';
import { BadQuery } from '#src/features/tales/browse-query.ts';
import { VERSION } from '#src/platform/config.ts';
import type { DiskGuard } from '#src/platform/disk-guard.ts';
import {
  AppError,
  badRequest,
  classifyDatabaseError,
  conflict,
  databaseProblem,
  diskFull,
  isDatabaseConflict,
  methodNotAllowed,
  notFound,
  unexpected,
} from '#src/platform/errors.ts';
import { createErrorResponses, type RenderError } from '#src/platform/http/error-response.ts';
import { createReadiness, type Health } from '#src/platform/http/readiness.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { hideSecrets } from '#src/platform/http/request-log.ts';
import type { Log } from '#src/platform/log.ts';
import { isTracing } from '#src/platform/tracing.ts';
import { ApiResponseError } from '#src/web/api.ts';

export type App = Hono<AppEnv>;

export type AppDeps = {
  log: Log;
  health: Readonly<Health>;
  /** Resolves if the database responds. */
  checkDatabase: () => Promise<unknown>;
  /** Whether pages can be served without the primary: cached ones, or from a replica. */
  canRead?: () => boolean;
  /** Rejects changes while the database's disk is full. `mayWrite`: exempt paths. */
  disk?: { guard: DiskGuard; mayWrite: (path: string) => boolean } | undefined;
  renderError?: RenderError;
  /** Undefined while no metrics are collected. */
  metrics?: Pick<Metrics, 'serve'> | undefined;
  /** Adds the routes of the features. */
  mount: (app: App) => void;
};

/** Also for errors, which Hono converts before `next` returns. */
async function recordRoute(c: Context<AppEnv>, next: () => Promise<void>): Promise<void> {
  await next();
  getRequestContext(c).route ??= routePath(c);
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Creates the application. `createSiteServer` calls its `fetch` and adds request ids, constant headers and the request log. */
export function createApp({ log, health, checkDatabase, canRead, disk, renderError, metrics, mount }: AppDeps): App {
  const app: App = new Hono<AppEnv>();
  const answerError = createErrorResponses({ renderError, log });
  const readiness = createReadiness({ health, checkDatabase, canRead, isDiskFull: disk?.guard.isDegraded });

  if (metrics !== undefined || isTracing()) app.use(recordRoute);
  if (metrics !== undefined) {
    app.get('/metrics', metrics.serve);
  }
  app.get('/healthz', (c) => c.json({ status: 'ok', version: VERSION }, 200, { 'Cache-Control': 'no-store' }));
  app.get('/readyz', async (c) => {
    const state = await readiness();
    return c.json(state, state.status === 'not_ready' ? 503 : 200, { 'Cache-Control': 'no-store' });
  });
  if (disk !== undefined) app.use(rejectWhenFull(disk));
  mount(app);
  app.notFound((c) => answerUnmatched(c));
  app.onError((error, c) => answerThrown(error, c));
  return app;

  async function answerUnmatched(c: Context<AppEnv>): Promise<Response> {
    getRequestContext(c).route = 'none';
    const allowed = methodsOf(app, c.req.path);
    if (c.req.method === 'OPTIONS' && allowed.length > 0) return c.body(null, 204, { Allow: allowed.join(', ') });
    return answer(c, allowed.length > 0 ? methodNotAllowed(allowed.join(', ')) : notFound());
  }

  async function answerThrown(thrown: Error, c: Context<AppEnv>): Promise<Response> {
    const { id, method, target } = getRequestContext(c);
    const error = toAppError(thrown);
    const facts = { requestId: id, method, path: hideSecrets(target).split('?', 1)[0], code: error.code };
    const err = error.cause ?? error;
    const isDiskFull = error.code === 'no_room' && (error.cause === undefined || classifyDatabaseError(error.cause) === 'full');
    if (isDiskFull && error.cause !== undefined) disk?.guard.noteFull();
    if (c.req.raw.signal.aborted) log.debug({ ...facts, err, event: 'request_aborted' }, 'Request aborted by client');
    else if (error.status === 500) log.error({ ...facts, err, event: 'request_failed' }, 'Unhandled error while handling request');
    else if (error.cause !== undefined && error.status === 409)
      log.info({ ...facts, err, event: 'request_conflict' }, 'Request conflicted with a concurrent change');
    // The disk guard already logged it.
    else if (isDiskFull) log.debug({ ...facts, event: 'request_refused' }, 'Change rejected: disk full');
    // A known failure: the stack of the request adds nothing.
    else if (error.status > 500)
      log.warn({ ...facts, reason: (err as Error).message, event: 'request_unavailable' }, 'Request failed: service unavailable');
    return answer(c, error);
  }

  async function answer(c: Context<AppEnv>, error: AppError): Promise<Response> {
    const request = { id: getRequestContext(c).id, path: new URL(c.req.url).pathname, accept: c.req.header('accept') };
    const { status, headers, body } = await answerError(error, request);
    return new Response(body, { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) } });
  }
}

/** Converts any error into an AppError. Messages of other errors are not shown to clients. */
function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof BadQuery) return badRequest(thrown.message, 'bad_query');
  if (thrown instanceof ApiResponseError) {
    const headers: Record<string, string> = thrown.location === undefined ? {} : { Location: thrown.location };
    return new AppError(thrown.status, CODES[thrown.status] ?? 'problem', thrown.message, { headers });
  }
  if (thrown instanceof HTTPException && thrown.status < 500)
    return new AppError(thrown.status, CODES[thrown.status] ?? 'problem', thrown.message);
  if (isDatabaseConflict(thrown)) return conflict(thrown);
  return databaseProblem(thrown) ?? unexpected(thrown);
}

const CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  422: 'invalid',
  429: 'too_many_requests',
};

function rejectWhenFull({ guard, mayWrite }: NonNullable<AppDeps['disk']>) {
  return async (c: Context<AppEnv>, next: () => Promise<void>) => {
    if (READING.has(c.req.method)) return next();
    if (guard.isFull() && !mayWrite(c.req.path)) throw diskFull();
    await next();
    if (c.res.status < 400) guard.noteWritten();
  };
}

/** Returns the methods that routes accept at a path. */
function methodsOf(app: App, path: string): string[] {
  const methods = METHODS.filter((method) => app.router.match(method, path)[0].some(([[, route]]) => route.method === method));
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}
