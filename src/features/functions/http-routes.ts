/** Functions as part of the site: /functions/v1/{name}. */
import { type Context, Hono } from 'hono';
import { type Guards, type SessionUser, tooManyRequests } from '#src/features/accounts/accounts.ts';
import { createLimiter } from '#src/platform/concurrency-limit.ts';
import { AppError, methodNotAllowed, notFound } from '#src/platform/errors.ts';
import { readBytes } from '#src/platform/http/read-body.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { hasBearer, sameOrigin } from '#src/platform/http/same-origin.ts';
import { consumeForSubnet, type RateLimit } from '#src/platform/rate-limit/rate-limit.ts';
import { urls } from '#src/urls.ts';
import type { FunctionConfig } from './function-config.ts';
import type { FunctionHost } from './function-host.ts';
import { type RunDeps, runFunction } from './run-function.ts';
import type { HttpRequest, RunContext } from './sandbox/messages.ts';

/** By network. Each run costs a process. */
const LIMIT: RateLimit = { points: 300, windowSeconds: 60 };

/** One at a time: many statements at once would take all processors from pages. While the database hangs, few requests wait. */
const limitCounting = createLimiter({ running: 1, waiting: 100, retryAfterSeconds: 5 });

type RouteDeps = RunDeps & { host: FunctionHost; guards: Pick<Guards, 'person' | 'require' | 'editor'> };
type Http = NonNullable<FunctionConfig['http']>;

export function functionRoutes(deps: RouteDeps): Hono<AppEnv> {
  const { host, db, guards, publicUrl } = deps;
  const app = new Hono<AppEnv>();
  for (const path of [':name', ':name/*']) app.all(`${urls.functions()}/${path}`, (c) => serve(c, c.req.param('name') ?? ''));
  return app;

  async function serve(c: Context<AppEnv>, name: string): Promise<Response> {
    const fn = (await host.list())?.find((each) => each.name === name);
    if (fn === undefined) throw notFound();
    const { config } = fn;
    if (config === undefined)
      throw new AppError(503, 'function_broken', 'This function cannot be loaded. Its operator finds the reason under Functions.');
    if (config.http === undefined) throw notFound();
    const { methods } = config.http;
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    if (!methods.some((each) => each === method)) throw methodNotAllowed(methods.join(', '));
    const user = await identify(c, config.http);
    const { isAllowed, retryAfterSeconds } = await limitCounting(() =>
      consumeForSubnet(db, 'functions', getRequestContext(c).clientAddress(), LIMIT),
    );
    if (!isAllowed) throw tooManyRequests(retryAfterSeconds);
    const body = method === 'GET' ? '' : (await readBytes(c)).toString('base64');
    // It waits for another process.
    getRequestContext(c).excludeFromLoad();
    const { pathname, search } = new URL(c.req.url);
    const request: HttpRequest = { url: publicUrl + pathname + search, method, headers: passedHeaders(c, config.http), body };
    const path = pathname.slice(`${urls.functions()}/${name}`.length) || '/';
    const subject = `${c.req.method} ${pathname}`;
    const run = () => runFunction(deps, { ...fn, config }, { trigger: 'http', subject, request, context: { path, user } });
    return respond(c, await host.limit(run), config.http);
  }

  /** Cookies count only where the function asks for a login, under the rules of the site against forged requests. */
  async function identify(c: Context<AppEnv>, { access }: Http): Promise<NonNullable<RunContext['user']> | null> {
    if (access === 'public') return null;
    await sameOrigin(publicUrl, { takesKeys: access === 'editTales' })(c, async () => {});
    if (access === 'editTales' && hasBearer(c)) return { ...(await guards.editor(c)), role: 'key' };
    const { id, name, role }: SessionUser = await (access === 'user' ? guards.person : guards.require(access))(c);
    return { id, name, role };
  }
}

type RunOf = Awaited<ReturnType<typeof runFunction>>;

function respond(c: Context<AppEnv>, { run, result }: RunOf, { access }: Http): Response {
  if (result.kind !== 'response' || result.status < 200 || result.status > 599)
    throw new AppError(502, 'function_failed', `This function failed. Its operator finds the reason under Functions, run ${run}.`);
  for (const [name, value] of result.headers) {
    // What one user gets must not be stored for others.
    if (access !== 'public' && CACHE_HEADERS.has(name.toLowerCase())) continue;
    if (RETURNED_HEADERS.has(name.toLowerCase())) c.header(name, value, { append: name.toLowerCase() === 'link' });
  }
  const bytes = Buffer.from(result.body, 'base64');
  const isEmpty = bytes.length === 0 || c.req.method === 'HEAD' || [204, 205, 304].includes(result.status);
  return c.newResponse(isEmpty ? null : bytes, result.status as 200);
}

/** No cookies, no keys of this site, nothing about the connection. */
const HIDDEN_HEADERS = new Set([
  ...['cookie', 'host', 'connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'content-length', 'expect'],
  ...['forwarded', 'via', 'accept-encoding', 'proxy-authorization', 'proxy-connection'],
]);

function passedHeaders(c: Context<AppEnv>, { access }: Http): [string, string][] {
  return [...c.req.raw.headers].filter(([name, value]) => {
    if (name === 'authorization') return access === 'public' && !/^bearer\s+tw_/i.test(value);
    return !HIDDEN_HEADERS.has(name) && !name.startsWith('x-forwarded-') && !name.startsWith('sec-');
  });
}

const CACHE_HEADERS = new Set(['cache-control', 'expires']);

/** Everything else is dropped: cookies of the site, and headers that weaken its protection or change its connection. */
const RETURNED_HEADERS = new Set([
  ...['content-type', 'content-language', 'content-disposition', 'cache-control', 'expires', 'etag', 'last-modified', 'vary', 'link'],
  ...['location', 'retry-after', 'allow', 'x-robots-tag'],
  ...['access-control-allow-origin', 'access-control-allow-methods', 'access-control-allow-headers'],
  ...['access-control-expose-headers', 'access-control-max-age'],
]);
