/** Public server API of the analytics feature, and its queries. */

import { type Context, Hono } from 'hono';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { describeOperation, type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { subnetLimits } from '#src/platform/rate-limit/rate-limit.ts';
import { AnalyticsView, type DayCounts, PERIODS, type Period, ReadEvent } from './contract.ts';
import type { Counter } from './counter.ts';

export { type Counter, createCounter } from './counter.ts';

/** Enough for a school class behind one address; limits attempts to inflate counts. */
const LIMIT = { points: 450, windowMs: 10 * 60_000, maxNetworks: 20_000 };

/** User agents of bots that identify themselves. */
const CRAWLER = /bot\b|crawl|spider|slurp/i;

const TOP_TALES = 10;
const TOP_SEARCHES = 20;

/** Tales stored per period, from which the most read ones are chosen. */
const STORED_TOP_TALES = 100;
/** Tales not among the stored ones that are considered, as they are read most since. */
const RISING_TALES = 20;

export function analyticsEndpoints({ db }: { db: Db }): Endpoint<{ id: string }>[] {
  return [
    endpoint({
      ...{ id: 'getAnalytics', method: 'GET', path: '/analytics', summary: 'Get usage counts' },
      description:
        'Reads, finished tales, downloads and searches per day, the tales read most, how far tales are read, and searches without results.',
      query: z.strictObject({ days: z.enum(PERIODS.map(String)).default('30').describe('Length of the period in days, including today.') }),
      response: AnalyticsView,
      run: ({ query }) => readAnalytics(db, Number(query.days) as Period),
    }),
  ];
}

/** Returns the figures of the period, which includes today, and the most frequent searches without results of the last 90 days. */
export async function readAnalytics(db: Db, period: Period = 30): Promise<AnalyticsView> {
  const [days, tales, depths, searches] = await Promise.all([
    sql<DayCounts>`
      select to_char(day, 'YYYY-MM-DD') as day, ${sum('read')}, ${sum('finish')}, ${sum('download')}, ${sum('search')}, ${sum('empty_search')},
        ${sum('together')}, ${sum('together_guest')}, ${sum('together_minute')}
      from (select ${today} - back as day from generate_series(0, ${period - 1}::integer) back) days left join daily_counts c using (day)
      group by day order by day`.execute(db),
    findMostRead(db, period),
    sql<{ depths: number[] }>`select ${depthsOf(sql`daily_depths where day > ${today} - ${period}::integer`)} as depths`.execute(db),
    sql<AnalyticsView['empty_searches'][number]>`
      select query as words, sum(count)::integer as times, to_char(max(day), 'YYYY-MM-DD') as last
      from zero_result_searches group by query order by times desc, last desc, query limit ${TOP_SEARCHES}`.execute(db),
  ]);
  return { days: days.rows, most_read: tales, depths: depths.rows[0]?.depths ?? [], empty_searches: searches.rows };
}

/**
 * Adds the counts since the last `updateTopTales` to its result. Tales that were not among the first then but are read most since get their
 * complete counts from the index. The period may be a day longer until the daily update.
 */
async function findMostRead(db: Db, period: Period): Promise<AnalyticsView['most_read']> {
  const { rows: updates } = await sql<{ first: string; next: string }>`
    select (${today} - ${period - 1}::integer)::text as first, coalesce(max(last_day) + 1, ${today} - ${period - 1}::integer)::text as next
    from top_tale_counts where period = ${period}`.execute(db);
  // As parameters, so that Postgres knows how few days are read.
  const { first, next } = updates[0] ?? { first: '', next: '' };
  const { rows } = await sql<AnalyticsView['most_read'][number]>`
    with stored as (
      select tale_id, read, finish, download from top_tale_counts where period = ${period}
    ), recent as materialized (
      select tale_id, ${TALE_SUMS} from daily_tale_counts where day >= ${next}::date group by tale_id
    ), rising as (
      select tale_id from recent where read > 0 and not exists (select from stored where stored.tale_id = recent.tale_id)
      order by read desc limit ${RISING_TALES}
    ), counted as (
      select tale_id, sum(read) as read, sum(finish) as finish, sum(download) as download from (
        select * from stored
        union all select recent.* from recent where tale_id in (select tale_id from stored union all select tale_id from rising)
        union all select rising.tale_id, earlier.* from rising, lateral (
          select ${TALE_SUMS} from daily_tale_counts c where c.tale_id = rising.tale_id and day >= ${first}::date and day < ${next}::date
        ) earlier
      ) parts group by tale_id
    )
    select t.slug, t.title, read::integer, finish::integer, download::integer,
      ${depthsOf(sql`daily_tale_depths d where d.tale_id = t.id and day >= ${first}::date`)} as depths
    from counted join tales t on t.id = counted.tale_id
    where read > 0 and ${isPublic} order by read desc, finish desc, t.id limit ${TOP_TALES}`.execute(db);
  return rows;
}

/** Stores the tales read most up to yesterday. Adds up all tales of the longest period: for a daily job. */
export async function updateTopTales(db: Db): Promise<void> {
  await transact(db, async (trx) => {
    await trx.deleteFrom('top_tale_counts').execute();
    for (const period of PERIODS) {
      await sql`
        insert into top_tale_counts (period, tale_id, last_day, read, finish, download)
        select ${period}, tale_id, ${today} - 1, read, finish, download from (
          select tale_id, ${TALE_SUMS} from daily_tale_counts where day > ${today} - ${period}::integer and day < ${today} group by tale_id
        ) counted where read > 0 order by read desc limit ${STORED_TOP_TALES}`.execute(trx);
    }
  });
}

/** Returns the slugs of public tales, those read most first, then the newest. */
export async function listLikelyReads(db: Db): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    (select t.slug from top_tale_counts c join tales t on t.id = c.tale_id where period = 90 and ${isPublic} order by c.read desc, t.id)
    union all
    (select t.slug from tales t where ${isPublic} order by publish_date desc, id desc limit ${STORED_TOP_TALES})`.execute(db);
  return [...new Set(rows.map(({ slug }) => slug))];
}

const TALE_SUMS = sql`coalesce(sum(count) filter (where kind = 'read'), 0)::integer as read,
  coalesce(sum(count) filter (where kind = 'finish'), 0)::integer as finish,
  coalesce(sum(count) filter (where kind = 'download'), 0)::integer as download`;

/** Expression for the number of readings by tenths, from 0 to 10. `rows`: what follows `from`. */
function depthsOf(rows: RawBuilder<unknown>) {
  return sql`array(select coalesce(max(left_at.count), 0)::integer from generate_series(0, 10) step
    left join (select tenths, sum(count) as count from ${rows} group by tenths) left_at on left_at.tenths = step group by step order by step)`;
}

const today = sql`(clock_timestamp() at time zone 'UTC')::date`;

function sum(kind: keyof DayCounts) {
  return sql`coalesce(sum(c.count) filter (where c.kind = ${kind}), 0)::integer as ${sql.ref(kind)}`;
}

const TALE_RETENTION_DAYS = 400;
const SEARCH_RETENTION_DAYS = 90;

/** Deletes counts and depths per tale after 400 days, and counts per author and search terms after 90; daily totals stay. Returns the number of rows. */
export async function removeOldCounts(db: Db): Promise<number> {
  const before = (days: number) => sql<string>`(clock_timestamp() at time zone 'UTC')::date - ${days}::integer`;
  const tales = await db.deleteFrom('daily_tale_counts').where('day', '<', before(TALE_RETENTION_DAYS)).executeTakeFirstOrThrow();
  const depths = await db.deleteFrom('daily_tale_depths').where('day', '<', before(TALE_RETENTION_DAYS)).executeTakeFirstOrThrow();
  const words = await db.deleteFrom('zero_result_searches').where('day', '<', before(SEARCH_RETENTION_DAYS)).executeTakeFirstOrThrow();
  const authors = await db.deleteFrom('daily_author_reads').where('day', '<', before(SEARCH_RETENTION_DAYS)).executeTakeFirstOrThrow();
  return Number(tales.numDeletedRows + depths.numDeletedRows + words.numDeletedRows + authors.numDeletedRows);
}

/** The usage count, as the OpenAPI document describes it. */
export const countOperation = describeOperation({
  ...{ id: 'countReading', method: 'POST', path: '/counts', summary: 'Count a reading' },
  description:
    'Counts that a tale was opened or read to the end, or how far it was read. Stores nothing about the reader. 204 whether or not it is counted.',
  body: ReadEvent,
});

type TrackingDeps = { counter: Pick<Counter, 'count' | 'countDepth'>; publicUrl: string };

/**
 * `POST /counts`, below /api/v1: counts a read or finished tale, or how far it was read. Always answers 204 without touching the database or cookies.
 * @throws AppError 422 for an invalid event
 */
export function trackingRoutes({ counter, publicUrl }: TrackingDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const isAllowed = createMemoryRateLimit(LIMIT);
  app.post('/counts', sameOrigin(publicUrl), async (c) => {
    const event = await readBody(c, ReadEvent);
    if (shouldTrack(c) && isAllowed(getRequestContext(c).clientAddress())) {
      const tale = event.tale.toLowerCase();
      if (event.kind === 'depth') counter.countDepth(tale, event.tenths);
      else counter.count(event.kind, tale);
    }
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
