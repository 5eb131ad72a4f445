/** Public server API of the analytics feature, and its queries. */
import { sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { AnalyticsView, DayCounts } from './contract.ts';

export { type Counter, createCounter } from './counter.ts';
export { shouldTrack, trackingRoutes } from './tracking-routes.ts';

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
