/** What the server knows of one request and its answer; travels with it to handlers and into the log. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';

const GIVEN_ID = /^[A-Za-z0-9._-]{8,64}$/;
const PROCESS_NAME = randomBytes(6).toString('hex');
let issued = 0;

export type CacheUse = 'hit' | 'stale' | 'miss' | 'bypass' | 'none';

export type Exchange = {
  /** Ours, new for each request; sent as X-Request-Id and written to the log. */
  readonly id: string;
  readonly method: string;
  /** Canonical path and query, as handed on. */
  readonly target: string;
  /** performance.now() when the head of the request was read. */
  readonly started: number;
  /** How the page cache took part; set by it. */
  cache: CacheUse;
  /** The whole body, read once however often it is asked for. Undefined without a server around the application, as in tests. */
  readBody?: () => Promise<Buffer>;
  /** The reader's address, behind trusted proxies. Worked out when asked. */
  clientAddress(): string;
  /** It goes on and does nothing: from now on it is no load. */
  rest(): void;
};

/** For `new Hono<AppEnv>()`. */
export type AppEnv = { Bindings: { exchange: Exchange; incoming: IncomingMessage; outgoing: ServerResponse } };

/** The exchange of a Hono context; a stand-in where there is no server around the application, as in `app.request()`. */
export function exchangeOf(c: Context<AppEnv>): Exchange {
  if (c.env?.exchange !== undefined) return c.env.exchange;
  const standIn = newExchange({
    id: newRequestId(),
    method: c.req.method,
    target: c.req.path,
    started: performance.now(),
    clientAddress: () => '',
  });
  c.env = { ...c.env, exchange: standIn };
  return standIn;
}

export function newExchange(known: Omit<Exchange, 'cache' | 'rest'> & Partial<Exchange>): Exchange {
  return { rest() {}, ...known, cache: 'none' };
}

/** A new id; the one that a trusted proxy gave when it is of our grammar, so that its log and ours can be read together. */
export function requestIdOf(request: IncomingMessage, isTrusted: boolean): string {
  const given = isTrusted ? request.headers['x-request-id'] : undefined;
  return typeof given === 'string' && GIVEN_ID.test(given) ? given : newRequestId();
}

/** A name of this process and a number: unique in a log of many processes, and far cheaper than random text. It is no secret. */
export function newRequestId(): string {
  issued += 1;
  return `${PROCESS_NAME}-${issued.toString(36)}`;
}
