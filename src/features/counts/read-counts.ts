import { sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { CountsView, DayCounts } from './contract.ts';

const DAYS = 30;
const MOST_READ = 10;
const SEARCHES = 20;

/** What was counted in the last 30 days, today among them; of searches in vain those of the last 90 days, the most frequent first. */
export async function readCounts(db: Db): Promise<CountsView> {
  const [days, tales, searches] = await Promise.all([
    sql<DayCounts>`
      select to_char(day, 'YYYY-MM-DD') as day, ${sum('read')}, ${sum('finish')}, ${sum('download')}, ${sum('search')}, ${sum('empty_search')}
      from (select ${today} - back as day from generate_series(0, ${DAYS - 1}::integer) back) days left join daily_counts c using (day)
      group by day order by day`.execute(db),
    sql<CountsView['most_read'][number]>`
      select t.slug, t.title, read::integer, finish::integer, download::integer from (
        select tale_id, sum(count) filter (where kind = 'read') as read,
          coalesce(sum(count) filter (where kind = 'finish'), 0) as finish, coalesce(sum(count) filter (where kind = 'download'), 0) as download
        from daily_tale_counts where day > ${today} - ${DAYS}::integer group by tale_id
      ) counted join tales t on t.id = counted.tale_id
      where read > 0 and ${isPublic} order by read desc, finish desc, t.id limit ${MOST_READ}`.execute(db),
    sql<CountsView['empty_searches'][number]>`
      select words, sum(count)::integer as times, to_char(max(day), 'YYYY-MM-DD') as last
      from empty_searches group by words order by times desc, last desc, words limit ${SEARCHES}`.execute(db),
  ]);
  return { days: days.rows, most_read: tales.rows, empty_searches: searches.rows };
}

const today = sql`(clock_timestamp() at time zone 'UTC')::date`;

function sum(kind: keyof DayCounts) {
  return sql`coalesce(sum(c.count) filter (where c.kind = ${kind}), 0)::integer as ${sql.ref(kind)}`;
}
