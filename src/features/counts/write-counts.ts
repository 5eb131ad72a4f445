import { sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { CountKind } from './contract.ts';

/** What was counted: of tales by kind and id, of everything else by kind, and words that were searched for in vain. */
export type Batch = {
  tales: { kind: CountKind; tale: string; count: number }[];
  others: { kind: CountKind; count: number }[];
  words: { words: string; count: number }[];
};

/** So many different words of one day are kept: more come from a machine. */
const MOST_WORDS = 2_000;

/**
 * Adds a batch to the counts of today, by the day of UTC and the database's clock, in one statement: all of it or nothing. Tales that readers
 * may not see are left out. Rows are taken in one order, so that processes that write at once wait for each other and never in a circle.
 */
export async function writeCounts(db: Db, { tales, others, words }: Batch): Promise<void> {
  await sql`
    with today as (
      select (clock_timestamp() at time zone 'UTC')::date as day
    ), known as materialized (
      select given.kind, t.id, t.author_id, given.count
      from unnest(${tales.map(({ kind }) => kind)}::text[], ${tales.map(({ tale }) => tale)}::uuid[],
        ${tales.map(({ count }) => count)}::integer[]) as given (kind, id, count)
      join tales t on t.id = given.id
      where ${isPublic}
    ), of_tales as (
      insert into daily_tale_counts as kept (day, kind, tale_id, count)
      select day, kind, id, count from known, today order by kind, id
      on conflict (day, kind, tale_id) do update set count = kept.count + excluded.count
    ), of_authors as (
      insert into daily_author_reads as kept (day, author_id, count)
      select day, author_id, sum(count) from known, today where kind = 'read' group by day, author_id order by author_id
      on conflict (day, author_id) do update set count = kept.count + excluded.count
    ), of_all as (
      insert into daily_counts as kept (day, kind, count)
      select day, kind, sum(count) from (
        select kind, count from known union all
        select * from unnest(${others.map(({ kind }) => kind)}::text[], ${others.map(({ count }) => count)}::integer[])
      ) as each (kind, count), today group by day, kind order by kind
      on conflict (day, kind) do update set count = kept.count + excluded.count
    ), stored as materialized (
      select count(*) as words from empty_searches e join today on e.day = today.day
    )
    insert into empty_searches as kept (day, words, count)
    select today.day, given.words, given.count
    from today, stored, unnest(${words.map((each) => each.words)}::text[], ${words.map(({ count }) => count)}::integer[]) as given (words, count)
    where stored.words < ${MOST_WORDS}
      or exists (select from empty_searches e where e.day = today.day and e.words = given.words)
    order by given.words
    on conflict (day, words) do update set count = kept.count + excluded.count`.execute(db);
}
