import type { Context } from 'hono';
import type { AppEnv } from '#src/platform/http/exchange.ts';

/** What better-auth needs to know who asks: the cookies. Nothing else of a request reaches it. */
export function sessionHeaders(c: Context<AppEnv>): Headers {
  return new Headers({ cookie: c.req.header('cookie') ?? '' });
}
