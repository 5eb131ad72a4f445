/** Facts about one request, for handlers and the log. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';

const PROCESS_NAME = randomBytes(6).toString('hex');
let issued = 0;

export type CacheUse = 'hit' | 'stale' | 'miss' | 'disk' | 'bypass' | 'none';

export type RequestContext = {
  /** New for each request; sent as X-Request-Id and logged. */
  readonly id: string;
  readonly method: string;
  /** Canonical path and query. */
  readonly target: string;
  /** performance.now() when the headers were read. */
  readonly started: number;
  /** Result of the page cache; set by it. */
  cache: CacheUse;
  /** Pattern of the route that answered, or `none`. Only set while metrics are collected. */
  route?: string;
  /** Reads the whole body, once. Undefined without a server around the application, as in tests. */
  readBody?: () => Promise<Buffer>;
  /** The client's address, behind trusted proxies. Computed on demand. */
  clientAddress(): string;
  /** Stops counting the request towards the load limit, for long idle responses. */
  excludeFromLoad(): void;
};

/** For `new Hono<AppEnv>()`. */
export type AppEnv = { Bindings: { exchange: RequestContext; incoming: IncomingMessage; outgoing: ServerResponse } };

/** Returns the context of a request; a substitute where there is no server around the application, as in `app.request()`. */
export function getRequestContext(c: Context<AppEnv>): RequestContext {
  if (c.env?.exchange !== undefined) return c.env.exchange;
  const substitute = createRequestContext({
    id: newRequestId(),
    method: c.req.method,
    target: c.req.path,
    started: performance.now(),
    clientAddress: () => '',
  });
  c.env = { ...c.env, exchange: substitute };
  return substitute;
}

export function createRequestContext(known: Omit<RequestContext, 'cache' | 'excludeFromLoad'> & Partial<RequestContext>): RequestContext {
  return { excludeFromLoad() {}, ...known, cache: 'none' };
}

/** Returns a unique id: process name and counter, cheaper than random. Not a secret. */
export function newRequestId(): string {
  issued += 1;
  return `${PROCESS_NAME}-${issued.toString(36)}`;
}
