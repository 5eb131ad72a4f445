import { Hono } from 'hono';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { Reading } from './contract.ts';
import type { Counter } from './create-counter.ts';
import { mayCount } from './may-count.ts';
import { createNetworkLimit } from './network-limit.ts';

type CountRoutesDeps = { counter: Pick<Counter, 'count'>; publicUrl: string };

/** A school class behind one address reads this much; who would make a tale famous does more. */
const LIMIT = { points: 300, windowMs: 10 * 60_000, most: 20_000 };

/**
 * `POST /counts`, below /api/v1: the page of a tale tells that it was read. 204 at once, whether it counts or not; nothing is asked of the
 * database, and no cookie is looked at. Throws 422 for anything else than a reading.
 */
export function countRoutes({ counter, publicUrl }: CountRoutesDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const isAllowed = createNetworkLimit(LIMIT);
  app.post('/counts', sameOrigin(publicUrl), async (c) => {
    const { kind, tale } = await readBody(c, Reading);
    if (mayCount(c) && isAllowed(exchangeOf(c).clientAddress())) counter.count(kind, tale.toLowerCase());
    return c.body(null, 204, { 'Cache-Control': 'no-store' });
  });
  return app;
}
