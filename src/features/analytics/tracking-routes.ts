import { type Context, Hono } from 'hono';
import { readBody } from '#src/platform/http/read-body.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { subnetLimits } from '#src/platform/rate-limit/rate-limit.ts';
import { ReadEvent } from './contract.ts';
import type { Counter } from './counter.ts';

type TrackingDeps = { counter: Pick<Counter, 'count'>; publicUrl: string };

/** Enough for a school class behind one address; limits attempts to inflate counts. */
const LIMIT = { points: 300, windowMs: 10 * 60_000, maxNetworks: 20_000 };

/**
 * `POST /counts`, below /api/v1: counts a read or finished tale. Always answers 204 without touching the database or cookies.
 * @throws AppError 422 for an invalid event
 */
export function trackingRoutes({ counter, publicUrl }: TrackingDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const isAllowed = createMemoryRateLimit(LIMIT);
  app.post('/counts', sameOrigin(publicUrl), async (c) => {
    const { kind, tale } = await readBody(c, ReadEvent);
    if (shouldTrack(c) && isAllowed(getRequestContext(c).clientAddress())) counter.count(kind, tale.toLowerCase());
    return c.body(null, 204, { 'Cache-Control': 'no-store' });
  });
  return app;
}

type MemoryRateLimitOptions = {
  /** Requests per network and window; wider subnets as in `networkLimits`. */
  points: number;
  /** Window length in milliseconds, shared by all networks. */
  windowMs: number;
  /** Networks tracked at a time; requests of further ones are rejected. */
  maxNetworks: number;
};

/** Creates an in-memory rate limit by network. The returned function tells whether a request of that address is allowed, and counts it. */
export function createMemoryRateLimit({ points, windowMs, maxNetworks }: MemoryRateLimitOptions): (address: string) => boolean {
  const used = new Map<string, number>();
  return (address) => {
    const limits = subnetLimits('', address, { points, windowSeconds: windowMs / 1000 });
    const isAllowed = limits.every(({ key, limit }) => (used.get(key) ?? 0) < limit.points && (used.has(key) || used.size < maxNetworks));
    if (!isAllowed) return false;
    if (used.size === 0) setTimeout(() => used.clear(), windowMs).unref();
    for (const { key } of limits) used.set(key, (used.get(key) ?? 0) + 1);
    return true;
  };
}

/** User agents of bots that identify themselves. */
const CRAWLER = /bot\b|crawl|spider|slurp/i;

/** Whether a request may be counted: not with Sec-GPC or DNT, not for prefetches, not for bots. These headers are not stored. */
export function shouldTrack(c: Context): boolean {
  const header = (name: string) => c.req.header(name);
  return (
    c.req.method !== 'HEAD' &&
    header('sec-gpc') !== '1' &&
    header('dnt') !== '1' &&
    !/prefetch|prerender/.test(header('sec-purpose') ?? header('purpose') ?? '') &&
    !CRAWLER.test(header('user-agent') ?? '')
  );
}
