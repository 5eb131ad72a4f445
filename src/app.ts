/** The application: middleware in order, the features, and the only place that turns a thrown error into an answer. */
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { ApiProblem } from '#src/browser/api.ts';
import { BadQuery } from '#src/features/tales/browse-query.ts';
import type { DiskGuard } from '#src/platform/disk-guard.ts';
import {
  AppError,
  badRequest,
  conflict,
  databaseFault,
  databaseProblem,
  diskFull,
  isDatabaseConflict,
  methodNotAllowed,
  notFound,
  unexpected,
} from '#src/platform/errors.ts';
import { createErrorAnswers, type RenderError } from '#src/platform/http/error-answer.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { createReadiness, type Health } from '#src/platform/http/readiness.ts';
import { hideSecrets } from '#src/platform/http/request-log.ts';
import type { Log } from '#src/platform/log.ts';

export type App = Hono<AppEnv>;

export type AppDeps = {
  log: Log;
  health: Readonly<Health>;
  /** Resolves when the database answers. */
  checkDatabase: () => Promise<unknown>;
  /** Whether readers can be served without the database. */
  canServeCached?: () => boolean;
  /** Refuses changes while the disk of the database is full; `mayWrite`: paths that are taken all the same. */
  disk?: { guard: DiskGuard; mayWrite: (path: string) => boolean } | undefined;
  renderError?: RenderError;
  /** Adds the features' routes. */
  mount: (app: App) => void;
};

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Makes the application. Its `fetch` goes to `createSiteServer`, which adds request ids, the constant headers and the log. */
export function createApp({ log, health, checkDatabase, canServeCached, disk, renderError, mount }: AppDeps): App {
  const app: App = new Hono<AppEnv>();
  const answerError = createErrorAnswers({ renderError, log });
  const readiness = createReadiness({ health, checkDatabase, canServeCached, isDiskFull: disk?.guard.isDegraded });

  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }));
  app.get('/readyz', async (c) => {
    const state = await readiness();
    return c.json(state, state.status === 'not_ready' ? 503 : 200, { 'Cache-Control': 'no-store' });
  });
  if (disk !== undefined) app.use(refuseWhenFull(disk));
  mount(app);
  app.notFound((c) => answerUnmatched(c));
  app.onError((error, c) => answerThrown(error, c));
  return app;

  async function answerUnmatched(c: Context<AppEnv>): Promise<Response> {
    const allowed = methodsOf(app, c.req.path);
    if (c.req.method === 'OPTIONS' && allowed.length > 0) return c.body(null, 204, { Allow: allowed.join(', ') });
    return answer(c, allowed.length > 0 ? methodNotAllowed(allowed.join(', ')) : notFound());
  }

  async function answerThrown(thrown: Error, c: Context<AppEnv>): Promise<Response> {
    const { id, method, target } = exchangeOf(c);
    const error = toAppError(thrown);
    const facts = { requestId: id, method, path: hideSecrets(target).split('?', 1)[0], code: error.code };
    const err = error.cause ?? error;
    const isDiskFull = error.code === 'no_room' && (error.cause === undefined || databaseFault(error.cause) === 'full');
    if (isDiskFull && error.cause !== undefined) disk?.guard.noteFull();
    if (c.req.raw.signal.aborted) log.debug({ ...facts, err, event: 'request_aborted' }, 'A reader left');
    else if (error.status === 500)
      log.error({ ...facts, err, event: 'request_failed' }, 'A request failed for a reason that nobody foresaw');
    else if (error.cause !== undefined && error.status === 409) log.info({ ...facts, err, event: 'request_conflict' }, 'Two requests met');
    // Told once, by the guard.
    else if (isDiskFull) log.debug({ ...facts, event: 'request_refused' }, 'A change was refused, as the disk is full');
    // A known fault: where in the code a request met it says nothing.
    else if (error.status > 500)
      log.warn({ ...facts, reason: (err as Error).message, event: 'request_unavailable' }, 'A request could not be answered');
    return answer(c, error);
  }

  async function answer(c: Context<AppEnv>, error: AppError): Promise<Response> {
    const request = { id: exchangeOf(c).id, path: c.req.path, accept: c.req.header('accept') };
    const { status, headers, body } = await answerError(error, request);
    return new Response(body, { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) } });
  }
}

/** What a reader is told of any error. Only AppErrors speak for themselves. */
function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof BadQuery) return badRequest(thrown.message, 'bad_query');
  if (thrown instanceof ApiProblem) {
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

function refuseWhenFull({ guard, mayWrite }: NonNullable<AppDeps['disk']>) {
  return async (c: Context<AppEnv>, next: () => Promise<void>) => {
    if (READING.has(c.req.method)) return next();
    if (guard.isFull() && !mayWrite(c.req.path)) throw diskFull();
    await next();
    if (c.res.status < 400) guard.noteWritten();
  };
}

/** The methods that some route takes at this path. */
function methodsOf(app: App, path: string): string[] {
  const taken = METHODS.filter((method) => app.router.match(method, path)[0].some(([[, route]]) => route.method === method));
  return taken.includes('GET') ? [...taken, 'HEAD'] : taken;
}
