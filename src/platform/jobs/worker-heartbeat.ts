import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#src/platform/log.ts';

/** A worker is alive as long as a connection of its process holds an advisory lock in the database. */

export type Heartbeat = {
  /** Resolves when the lock is held for the first time; rejects when that fails. */
  held: Promise<void>;
  /** Releases the lock. */
  end(): Promise<void>;
};

/** Called with each connection that holds the lock, for further locks that this process holds while it is alive. */
export type OnLockHeld = (client: pg.ClientBase) => Promise<void>;

/** Seed of the advisory lock ids. */
const SEED = 7_412_003;
/** Much shorter than two checks for orphaned jobs. */
const RETRY_MS = 250;
const HEARTBEAT_MS = 3_000;

/** Detects a vanished machine after a minute instead of the two hours that systems wait by default. */
const SET_KEEPALIVE = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';
/** Shared, so that acquiring it again does not wait for a lost connection that the database still keeps. */
const LOCK = `select pg_advisory_lock_shared(hashtextextended($1, ${SEED}))`;

/** Returns a SQL condition: whether somebody holds the lock of the worker that the SQL expression `worker` names. */
export function workerIsAlive(worker: string): string {
  return `exists (select from pg_locks
    where locktype = 'advisory' and objsubid = 1 and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = hashtextextended(${worker}, ${SEED}))`;
}

/** Holds the lock of a worker on a connection of the pool, and acquires it again after a lost connection, until `end`. */
export function startHeartbeat(pool: pg.Pool, worker: string, log: Pick<Log, 'warn'>, onHeld: OnLockHeld = async () => {}): Heartbeat {
  const over = new AbortController();
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => {});
  let isFirst = true;
  const keep = async () => {
    while (!over.signal.aborted) {
      try {
        await holdLock(pool, worker, over.signal, async (client) => {
          await onHeld(client);
          isFirst = false;
          first.resolve();
        });
      } catch (error) {
        if (isFirst) return first.reject(error);
        if (!over.signal.aborted) log.warn({ event: 'worker_lock_lost', err: error }, 'Worker lock lost; acquiring it again');
      }
      await wait(RETRY_MS, undefined, { signal: over.signal }).catch(() => {});
    }
    first.reject(new Error('The worker ended before its lock was held.'));
  };
  const keeping = keep();
  const end = () => {
    over.abort();
    return keeping;
  };
  return { held: first.promise, end };
}

/** Resolves when `over` is aborted; rejects when the connection is lost. */
async function holdLock(pool: pg.Pool, worker: string, over: AbortSignal, onHeld: OnLockHeld): Promise<void> {
  const client = await pool.connect();
  const { promise: ended, resolve, reject: lose } = Promise.withResolvers<void>();
  ended.catch(() => {});
  client.on('error', lose);
  client.on('end', () => lose(new Error('The connection was closed.')));
  // Detects connections that died silently.
  const heartbeat = setInterval(() => client.query('select 1').catch(lose), HEARTBEAT_MS);
  heartbeat.unref();
  over.addEventListener('abort', () => resolve(), { once: true });
  try {
    await client.query(SET_KEEPALIVE);
    await client.query(LOCK, [worker]);
    await onHeld(client);
    if (!over.aborted) await ended;
  } finally {
    clearInterval(heartbeat);
    // Closing the connection releases the lock.
    client.release(true);
  }
}

/** A job that was taken longer ago is released regardless of locks. The library itself waits four hours. */
const ORPHANED_AFTER_MS = 15 * 60_000;
const CHECK_INTERVAL_MS = 5_000;

/** Workers with running jobs whose lock nobody holds, or whose job is older than any can be. */
const ORPHANED = `select locked_by as worker, bool_or(locked_at < now() - interval '${ORPHANED_AFTER_MS} ms') as "isOld"
  from graphile_worker._private_jobs job where locked_by is not null group by locked_by
  having bool_or(locked_at < now() - interval '${ORPHANED_AFTER_MS} ms') or not ${workerIsAlive('job.locked_by')}`;

type ReleaseOptions = {
  log: Pick<Log, 'warn'>;
  until: AbortSignal;
  /** Interval of the checks, ms. Default 5,000. */
  everyMs?: number | undefined;
};

/**
 * Releases jobs of killed processes until the signal is aborted: jobs of workers whose lock nobody holds in two consecutive checks, because
 * a live process that loses its connection acquires the lock again within a second. A stopped process (SIGSTOP) keeps its connection and
 * its jobs.
 */
export function releaseOrphanedJobs(pool: pg.Pool, { log, until, everyMs = CHECK_INTERVAL_MS }: ReleaseOptions): void {
  let missing: string[] = [];
  const check = async () => {
    try {
      const before = missing;
      const { rows } = await pool.query<{ worker: string; isOld: boolean }>(ORPHANED);
      missing = rows.map(({ worker }) => worker);
      const orphaned = rows.filter(({ worker, isOld }) => isOld || before.includes(worker)).map(({ worker }) => worker);
      if (orphaned.length > 0) await releaseWorkers(pool, orphaned);
    } catch (error) {
      // Start over: after a restart of the database the workers need time to acquire their locks.
      missing = [];
      if (!until.aborted) log.warn({ event: 'jobs_not_freed', err: error }, 'Could not check for orphaned jobs');
    }
  };
  void check();
  const timer = setInterval(check, everyMs);
  timer.unref();
  until.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** Checks again in the same statement: the workers may have come back. */
async function releaseWorkers(pool: pg.Pool, workers: string[]): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(worker)) from (${ORPHANED}) still where worker = any ($1) having count(*) > 0`,
    [workers],
  );
}

/** Releases all jobs in a restored database, whose workers no longer exist. */
export async function releaseAllJobs(client: pg.ClientBase): Promise<void> {
  for (const table of ['_private_jobs', '_private_job_queues'])
    await client.query(`update graphile_worker.${table} set locked_at = null, locked_by = null where locked_at is not null`);
}
