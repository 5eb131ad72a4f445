/** Public server API of the analytics feature, and its queries. */

import { type Context, Hono } from 'hono';
import { sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { describeOperation } from '#src/platform/http/endpoint.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { subnetLimits } from '#src/platform/rate-limit/rate-limit.ts';
import { type AnalyticsView, type DayCounts, ReadEvent } from './contract.ts';
import type { Counter } from './counter.ts';

export { type Counter, createCounter } from './counter.ts';

/** Enough for a school class behind one address; limits attempts to inflate counts. */
const LIMIT = { points: 300, windowMs: 10 * 60_000, maxNetworks: 20_000 };

/** User agents of bots that identify themselves. */
const CRAWLER = /bot\b|crawl|spider|slurp/i;

const DAYS = 30;
const TOP_TALES = 10;
const TOP_SEARCHES = 20;

/** Returns the figures of the last 30 days including today, and the most frequent searches without results of the last 90 days. */
export async function readAnalytics(db: Db): Promise<AnalyticsView> {
  const [days, tales, searches] = await Promise.all([
    sql<DayCounts>`
      select to_char(day, 'YYYY-MM-DD') as day, ${sum('read')}, ${sum('finish')}, ${sum('download')}, ${sum('search')}, ${sum('empty_search')}
      from (select ${today} - back as day from generate_series(0, ${DAYS - 1}::integer) back) days left join daily_counts c using (day)
      group by day order by day`.execute(db),
    sql<AnalyticsView['most_read'][number]>`
      select t.slug, t.title, read::integer, finish::integer, download::integer from (
        select tale_id, sum(count) filter (where kind = 'read') as read,
          coalesce(sum(count) filter (where kind = 'finish'), 0) as finish, coalesce(sum(count) filter (where kind = 'download'), 0) as download
        from daily_tale_counts where day > ${today} - ${DAYS}::integer group by tale_id
      ) counted join tales t on t.id = counted.tale_id
      where read > 0 and ${isPublic} order by read desc, finish desc, t.id limit ${TOP_TALES}`.execute(db),
    sql<AnalyticsView['empty_searches'][number]>`
      select query as words, sum(count)::integer as times, to_char(max(day), 'YYYY-MM-DD') as last
      from zero_result_searches group by query order by times desc, last desc, query limit ${TOP_SEARCHES}`.execute(db),
  ]);
  return { days: days.rows, most_read: tales.rows, empty_searches: searches.rows };
}

const today = sql`(clock_timestamp() at time zone 'UTC')::date`;

function sum(kind: keyof DayCounts) {
  return sql`coalesce(sum(c.count) filter (where c.kind = ${kind}), 0)::integer as ${sql.ref(kind)}`;
}

const TALE_RETENTION_DAYS = 400;
const SEARCH_RETENTION_DAYS = 90;

/** Deletes counts per tale after 400 days, and counts per author and search terms after 90; daily totals stay. Returns the number of rows. */
export async function removeOldCounts(db: Db): Promise<number> {
  const before = (days: number) => sql<string>`(clock_timestamp() at time zone 'UTC')::date - ${days}::integer`;
  const tales = await db.deleteFrom('daily_tale_counts').where('day', '<', before(TALE_RETENTION_DAYS)).executeTakeFirstOrThrow();
  const words = await db.deleteFrom('zero_result_searches').where('day', '<', before(SEARCH_RETENTION_DAYS)).executeTakeFirstOrThrow();
  const authors = await db.deleteFrom('daily_author_reads').where('day', '<', before(SEARCH_RETENTION_DAYS)).executeTakeFirstOrThrow();
  return Number(tales.numDeletedRows + words.numDeletedRows + authors.numDeletedRows);
}

type TrackingDeps = { counter: Pick<Counter, 'count'>; publicUrl: string };

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

/** The usage count, as the OpenAPI document describes it. */
export const countOperation = describeOperation({
  ...{ id: 'countReading', method: 'POST', path: '/counts', summary: 'Count a reading' },
  description: 'Counts that a tale was opened or read to the end. Stores nothing about the reader. 204 whether or not it is counted.',
  body: ReadEvent,
});
