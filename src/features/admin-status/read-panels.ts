import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { findArchiveState, listLastBackups } from '#src/features/backup/backup.ts';
import type { PageCache } from '#src/platform/cache/page-cache.ts';
import { VERSION } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db/db.ts';
import { countJobs, type FailedJob, listFailedJobs } from '#src/platform/jobs/failed-jobs.ts';
import type { Log } from '#src/platform/log.ts';
import { countEmails } from '#src/platform/mail/failed-emails.ts';
import type { DeadJobView, PanelData } from './contract.ts';

type LastIssue = NonNullable<PanelData<'mails'>['letter']>;

/** Returns email counts by status, and the deliveries of the newsletter issue sent last. */
export async function readMailPanel(db: Db): Promise<PanelData<'mails'>> {
  const [{ waiting, failed, sentDay, sentMonth }, letter] = await Promise.all([countEmails(db), findLastIssue(db)]);
  return { waiting, failed, sent_day: sentDay, sent_month: sentMonth, letter };
}

async function findLastIssue(db: Db): Promise<LastIssue | null> {
  const { rows } = await sql<LastIssue>`
    select to_char(i.issue_date, 'YYYY-MM-DD') as day, ${countOf('waiting')}, ${countOf('sent')}, ${countOf('failed')}, ${countOf('dropped')}
    from (select id, issue_date from newsletter_issues where sending_at is not null order by issue_date desc limit 1) i
    left join newsletter_deliveries d on d.issue_id = i.id group by i.issue_date`.execute(db);
  return rows[0] ?? null;
}

function countOf(status: keyof LastIssue) {
  return sql`(count(*) filter (where d.status = ${status}))::integer as ${sql.ref(status)}`;
}

/** Characters of an error message; the full text is in the log. */
const MAX_ERROR_LENGTH = 300;

/** Returns job counts by task, and the dead jobs with their last error. */
export async function readJobPanel(db: Db): Promise<PanelData<'jobs'>> {
  const [{ tasks, isAll }, dead] = await Promise.all([countJobs(db), listFailedJobs(db)]);
  return { tasks, is_all: isAll, dead: dead.map(toDeadJobView) };
}

function toDeadJobView({ id, task, tries, addedAt, lastError }: FailedJob): DeadJobView {
  const message = lastError === null ? null : [...lastError].slice(0, MAX_ERROR_LENGTH).join('');
  return { id, task, tries, added_at: addedAt.toISOString(), last_error: message };
}

const MAX_TABLES = 8;

type DatabaseFacts = Omit<PanelData<'database'>, 'is_embedded' | 'answer_ms' | 'tables' | 'migrated_at'> & { migrated_at: Date };

/** Returns size, response time and activity of the database. Row counts are estimates, as exact ones would scan every table. */
export async function readDatabasePanel(db: Db, { isEmbedded }: { isEmbedded: boolean }): Promise<PanelData<'database'>> {
  const began = performance.now();
  await sql`select 1`.execute(db);
  const answerMs = Math.round((performance.now() - began) * 10) / 10;
  const [facts, tables] = await Promise.all([readDatabaseFacts(db), listLargestTables(db)]);
  return { is_embedded: isEmbedded, answer_ms: answerMs, ...facts, migrated_at: facts.migrated_at.toISOString(), tables };
}

/** Connections of other roles are counted, but a role without special rights cannot see their queries. */
async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select split_part(current_setting('server_version'), ' ', 1) as version, pg_database_size(current_database())::float8 as bytes,
      current_setting('max_connections')::integer as most_connections, m.name as last_migration, m.applied_at as migrated_at,
      (select count(*) from pg_stat_activity where usesysid is not null and datid is not null)::integer as connections,
      coalesce((select greatest(0, max(extract(epoch from clock_timestamp() - query_start))) from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()), 0)::float8 as longest_seconds
    from (select name, applied_at from schema_migrations order by name desc limit 1) m`.execute(db);
  if (rows[0] === undefined) throw new Error('No migration has been applied.');
  return rows[0];
}

async function listLargestTables(db: Db): Promise<PanelData<'database'>['tables']> {
  const { rows } = await sql<PanelData<'database'>['tables'][number]>`
    select case nspname when 'public' then '' else nspname || '.' end || relname as name, bytes::float8 as bytes,
      nullif(reltuples, -1)::float8 as rows
    from (
      select n.nspname, c.relname, c.reltuples, pg_total_relation_size(c.oid) as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')
    ) tables order by bytes desc, name limit ${MAX_TABLES}`.execute(db);
  return rows;
}

type StoragePaths = { dataDir: string; archiveDir: string | undefined; isInBucket: boolean };

/** Returns free space, image storage and the state of the WAL archive. */
export async function readDiskPanel(db: Db, { dataDir, archiveDir, isInBucket }: StoragePaths): Promise<PanelData<'disk'>> {
  const [disk, pictures, archive] = await Promise.all([
    statfs(dataDir),
    sql<{ count: number; bytes: number }>`
      select count(*)::integer as count, coalesce(sum(bytes), 0)::float8 as bytes
      from media where ready_at is not null and removed_at is null`.execute(db),
    archiveDir === undefined ? null : readArchiveState({ dataDir, archiveDir }),
  ]);
  return {
    // Available to this user: some blocks are reserved for root.
    folder: { bytes: disk.blocks * disk.bsize, free: disk.bavail * disk.bsize },
    pictures: { ...(pictures.rows[0] ?? { count: 0, bytes: 0 }), is_in_bucket: isInBucket },
    archive,
  };
}

async function readArchiveState(place: { dataDir: string; archiveDir: string }): Promise<NonNullable<PanelData<'disk'>['archive']>> {
  const { bases, lastArchived, waiting } = await findArchiveState(place);
  return {
    since: bases[0]?.startedAt.toISOString() ?? null,
    bases: bases.length,
    last_base: bases.at(-1)?.startedAt.toISOString() ?? null,
    last_archived: lastArchived?.toISOString() ?? null,
    waiting: waiting.count,
    waiting_since: waiting.oldest?.toISOString() ?? null,
  };
}

const SAMPLE_MS = 20;
/** Measurement continues this long after the last request. */
const MEASURE_MS = 60_000;

/**
 * Creates a function that returns figures of this process. Event loop delay is only measured while someone requests it, as sampling wakes
 * the process 50 times a second.
 */
export function createProcessReader({ cacheStats }: { cacheStats: PageCache['stats'] }): () => PanelData<'process'> {
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  let timer: NodeJS.Timeout | undefined;

  function readDelay(): PanelData<'process'>['delay'] {
    const isMeasured = timer !== undefined && delays.count > 0;
    const late = (nanoseconds: number) => Math.max(0, Math.round((nanoseconds / 1e6 - SAMPLE_MS) * 10) / 10);
    const delay = { p50_ms: late(delays.percentile(50)), p99_ms: late(delays.percentile(99)), most_ms: late(delays.max) };
    clearTimeout(timer);
    timer = setTimeout(() => {
      delays.disable();
      timer = undefined;
    }, MEASURE_MS).unref();
    delays.enable();
    delays.reset();
    return isMeasured ? delay : null;
  }

  return () => {
    const { rss, heapUsed } = process.memoryUsage();
    const { pages, bytes, uses } = cacheStats();
    return {
      pid: process.pid,
      uptime_seconds: Math.floor(process.uptime()),
      memory: { all: rss, heap: heapUsed },
      delay: readDelay(),
      cache: { pages, bytes, hits: uses.hit + uses.disk, stale: uses.stale, misses: uses.miss },
      talewood: VERSION,
      node: process.version.slice(1),
    };
  };
}

/** Returns the last backup of each kind. */
export async function readBackupPanel(db: Db): Promise<PanelData<'backups'>> {
  const made = await listLastBackups(db);
  const last = (kind: 'file' | 'base') => {
    const found = made.find((each) => each.kind === kind);
    if (found === undefined) return null;
    const { at, bytes, tales, verifiedAt } = found;
    return { at: at.toISOString(), bytes, tales, verified_at: verifiedAt?.toISOString() ?? null };
  };
  return { file: last('file'), base: last('base') };
}

/** Figures of the database for /metrics. */

type Figures = {
  tasks: Awaited<ReturnType<typeof countJobs>>['tasks'];
  emails: { waiting: number; failed: number };
  backups: Awaited<ReturnType<typeof listLastBackups>>;
};

export type DatabaseReaderDeps = {
  log: Pick<Log, 'warn'>;
  db: Db;
  /** How long values of the database are reused, ms. */
  cacheMs?: number;
  /** How long a scrape waits for the database, ms. */
  timeoutMs?: number;
};

/**
 * Returns a function that reads figures of the database over one connection, at most every `cacheMs`. They are undefined if that failed or
 * takes too long; then the next scrapes wait for the same reading instead of starting further ones.
 */
export function createDatabaseReader({
  db,
  log,
  cacheMs = 5_000,
  timeoutMs = 2_000,
}: DatabaseReaderDeps): () => Promise<Figures | undefined> {
  let reading: Promise<Figures | undefined> | undefined;
  let result: Promise<Figures | undefined> | undefined;
  let readAt = 0;
  return () => {
    if (result !== undefined && performance.now() - readAt < cacheMs) return result;
    readAt = performance.now();
    reading ??= read().finally(() => {
      reading = undefined;
    });
    result = Promise.race([reading, wait(timeoutMs, undefined, { ref: false })]);
    return result;
  };

  async function read(): Promise<Figures | undefined> {
    try {
      return await db.connection().execute(async (connection) => {
        const { tasks } = await countJobs(connection);
        const { waiting, failed } = await countEmails(connection);
        return { tasks, emails: { waiting, failed }, backups: await listLastBackups(connection) };
      });
    } catch (error) {
      log.warn({ event: 'metrics_incomplete', reason: (error as Error).message }, 'Could not read metrics from the database');
      return undefined;
    }
  }
}
