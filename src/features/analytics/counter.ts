import { sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { createDebouncedTask } from '#src/platform/debounced-task.ts';
import type { Log } from '#src/platform/log.ts';
import type { CountKind } from './contract.ts';

export type Counter = {
  /** Counts an event. `tale`: id of the tale. */
  count(kind: CountKind, tale?: string): void;
  /** Counts how far a tale was read. `tale`: id; `tenths`: 0 to 10. */
  countDepth(tale: string, tenths: number): void;
  /** Counts a search. Terms without results are stored unless they could identify a person. */
  countSearch(words: string, isFound: boolean): void;
  /** Writes the counts to the database. After an error they stay in memory for the next flush. */
  flush(): Promise<void>;
  /** Stops the timer and flushes once more. */
  stop(): Promise<void>;
};

type CounterOptions = {
  db: Db;
  log: Pick<Log, 'warn'>;
  /** Milliseconds between two writes. */
  flushIntervalMs?: number;
  /** Distinct tales, depths of tales and terms, each, held in memory between two writes. */
  maxEntries?: number;
};

const FLUSH_INTERVAL_MS = 5_000;
const MAX_ENTRIES = 2_000;

/**
 * Creates a counter that collects in memory and writes every few seconds, so that no request waits for it. A killed process loses its
 * unwritten counts. While the database is unavailable, memory use is bounded by `maxEntries`.
 */
export function createCounter({ db, log, flushIntervalMs = FLUSH_INTERVAL_MS, maxEntries = MAX_ENTRIES }: CounterOptions): Counter {
  let counted = emptyCounts();
  const onError = (err: unknown) => {
    log.warn({ event: 'counts_not_written', err }, 'Counts could not be written; retrying');
    later.soon();
  };
  const later = createDebouncedTask(flush, { quietMs: flushIntervalMs, longestMs: flushIntervalMs, onError });

  async function flush(): Promise<void> {
    const batch = counted;
    if (Object.values(batch).every(({ size }) => size === 0)) return;
    counted = emptyCounts();
    try {
      await writeCounts(db, toBatch(batch));
    } catch (error) {
      for (const [key, count] of batch.others) add(counted.others, key, count);
      for (const [key, count] of batch.tales) addBounded(counted.tales, key, count);
      for (const [key, count] of batch.depths) addBounded(counted.depths, key, count);
      for (const [key, count] of batch.words) addBounded(counted.words, key, count);
      throw error;
    }
  }

  function addBounded(counts: Map<string, number>, key: string, count: number): void {
    if (counts.size < maxEntries || counts.has(key)) add(counts, key, count);
  }

  return {
    flush,
    count(kind, tale) {
      if (tale === undefined) add(counted.others, kind, 1);
      else addBounded(counted.tales, `${kind} ${tale}`, 1);
      later.soon();
    },
    countDepth(tale, tenths) {
      addBounded(counted.depths, `${tenths} ${tale}`, 1);
      later.soon();
    },
    countSearch(words, isFound) {
      add(counted.others, 'search', 1);
      if (!isFound) add(counted.others, 'empty_search', 1);
      const term = isFound ? undefined : normalizeSearchTerm(words);
      if (term !== undefined) addBounded(counted.words, term, 1);
      later.soon();
    },
    async stop() {
      await later.stop();
      await flush().catch((err: unknown) =>
        log.warn({ event: 'counts_lost', err }, 'Counts could not be written at shutdown and are lost'),
      );
    },
  };
}

/** Keys of `tales` and `depths`: kind or tenths, and id, separated by a space. */
type Counted = { tales: Map<string, number>; depths: Map<string, number>; others: Map<CountKind, number>; words: Map<string, number> };

function emptyCounts(): Counted {
  return { tales: new Map(), depths: new Map(), others: new Map(), words: new Map() };
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function toBatch({ tales, depths, others, words }: Counted): Batch {
  return {
    tales: [...tales].map(([key, count]) => {
      const [kind, tale = ''] = key.split(' ');
      return { kind: kind as CountKind, tale, count };
    }),
    depths: [...depths].map(([key, count]) => {
      const [tenths, tale = ''] = key.split(' ');
      return { tenths: Number(tenths), tale, count };
    }),
    others: [...others].map(([kind, count]) => ({ kind, count })),
    words: [...words].map(([each, count]) => ({ words: each, count })),
  };
}

/** Counts and reading depths per tale, other counts by kind, and search terms without results. */
export type Batch = {
  tales: { kind: CountKind; tale: string; count: number }[];
  depths: { tenths: number; tale: string; count: number }[];
  others: { kind: CountKind; count: number }[];
  words: { words: string; count: number }[];
};

/** Distinct search terms stored per day; more indicate a bot. */
const MAX_TERMS_PER_DAY = 2_000;

/**
 * Adds a batch to today's counts (UTC, database clock) in one atomic statement. Tales that are not public are skipped. Rows are written in
 * a fixed order, so that concurrent writers cannot deadlock.
 */
async function writeCounts(db: Db, { tales, depths, others, words }: Batch): Promise<void> {
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
      insert into daily_tale_counts as stored_counts (day, kind, tale_id, count)
      select day, kind, id, count from known, today order by kind, id
      on conflict (day, kind, tale_id) do update set count = stored_counts.count + excluded.count
    ), of_authors as (
      insert into daily_author_reads as stored_counts (day, author_id, count)
      select day, author_id, sum(count) from known, today where kind = 'read' group by day, author_id order by author_id
      on conflict (day, author_id) do update set count = stored_counts.count + excluded.count
    ), known_depths as materialized (
      select t.id, given.tenths, given.count
      from unnest(${depths.map(({ tenths }) => tenths)}::smallint[], ${depths.map(({ tale }) => tale)}::uuid[],
        ${depths.map(({ count }) => count)}::integer[]) as given (tenths, id, count)
      join tales t on t.id = given.id
      where ${isPublic}
    ), tale_depths as (
      insert into daily_tale_depths as stored_counts (tale_id, day, tenths, count)
      select id, day, tenths, count from known_depths, today order by id, tenths
      on conflict (tale_id, day, tenths) do update set count = stored_counts.count + excluded.count
    ), all_depths as (
      insert into daily_depths as stored_counts (day, tenths, count)
      select day, tenths, sum(count) from known_depths, today group by day, tenths order by tenths
      on conflict (day, tenths) do update set count = stored_counts.count + excluded.count
    ), of_all as (
      insert into daily_counts as stored_counts (day, kind, count)
      select day, kind, sum(count) from (
        select kind, count from known union all
        select * from unnest(${others.map(({ kind }) => kind)}::text[], ${others.map(({ count }) => count)}::integer[])
      ) as each (kind, count), today group by day, kind order by kind
      on conflict (day, kind) do update set count = stored_counts.count + excluded.count
    ), stored as materialized (
      select count(*) as queries from zero_result_searches e join today on e.day = today.day
    )
    insert into zero_result_searches as stored_counts (day, query, count)
    select today.day, given.query, given.count
    from today, stored, unnest(${words.map((each) => each.words)}::text[], ${words.map(({ count }) => count)}::integer[]) as given (query, count)
    where stored.queries < ${MAX_TERMS_PER_DAY}
      or exists (select from zero_result_searches e where e.day = today.day and e.query = given.query)
    order by given.query
    on conflict (day, query) do update set count = stored_counts.count + excluded.count`.execute(db);
}

/** Longer terms are sentences, which are more likely about a person than about a tale. */
const MAX_TERM_LENGTH = 80;
/** More digits look like a phone number, a date of birth or an account number rather than a year. */
const MAX_TERM_DIGITS = 5;

/**
 * Returns a search term as it is stored: lower case, single spaces, without punctuation at its ends. Undefined for terms that could
 * identify a person: email and web addresses, six or more digits, more than 80 characters.
 */
export function normalizeSearchTerm(query: string): string | undefined {
  const plain = query.toWellFormed().normalize('NFKC').toLowerCase().normalize('NFKC');
  const words = plain.replace(/[\p{Cc}\s]+/gu, ' ').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '');
  const digits = words.match(/\p{N}/gu)?.length ?? 0;
  const isAddress = /@|:\/\/|\bwww\./.test(plain);
  return words === '' || isAddress || digits > MAX_TERM_DIGITS || words.length > MAX_TERM_LENGTH ? undefined : words;
}
