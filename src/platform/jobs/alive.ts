/** Whether the process of a worker lives is told by a lock in the database: a connection of its own holds it, and it ends with that. */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#src/platform/log.ts';

export type Alive = {
  /** Resolves when the lock is held for the first time; rejects when it cannot be had. */
  held: Promise<void>;
  /** Gives the lock back. */
  end(): Promise<void>;
};

/** Called with each connection that holds the lock, for what else this process holds while it lives. */
export type OnHeld = (client: pg.ClientBase) => Promise<void>;

/** Any number that is ours. */
const SEED = 7_412_003;
/** Much shorter than two looks for workers without a lock are apart. */
const AGAIN_MS = 250;
const HEARTBEAT_MS = 3_000;

/** A machine that vanishes without a word is missed after a minute, not after the two hours that systems wait by themselves. */
const NOTICE_LOSS = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';
/** Shared, so that a lock which is taken anew waits for no connection of ours that the database still believes in. */
const LOCK = `select pg_advisory_lock_shared(hashtextextended($1, ${SEED}))`;

/** As SQL: whether somebody holds the lock of the worker that `worker`, an expression of SQL, names. */
export function isHeld(worker: string): string {
  return `exists (select from pg_locks
    where locktype = 'advisory' and objsubid = 1 and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = hashtextextended(${worker}, ${SEED}))`;
}

/** Holds the lock of a worker on a connection out of the pool, and takes it anew after a lost connection, until `end`. */
export function holdAlive(pool: pg.Pool, worker: string, log: Pick<Log, 'warn'>, onHeld: OnHeld = async () => {}): Alive {
  const over = new AbortController();
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => {});
  let isFirst = true;
  const keep = async () => {
    while (!over.signal.aborted) {
      try {
        await holdOnce(pool, worker, over.signal, async (client) => {
          await onHeld(client);
          isFirst = false;
          first.resolve();
        });
      } catch (error) {
        if (isFirst) return first.reject(error);
        if (!over.signal.aborted) log.warn({ event: 'worker_lock_lost', err: error }, 'The lock of a worker was lost; taking it again');
      }
      await wait(AGAIN_MS, undefined, { signal: over.signal }).catch(() => {});
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

/** Returns when it is over; throws when the connection is lost. */
async function holdOnce(pool: pg.Pool, worker: string, over: AbortSignal, onHeld: OnHeld): Promise<void> {
  const client = await pool.connect();
  const { promise: ended, resolve, reject: lose } = Promise.withResolvers<void>();
  ended.catch(() => {});
  client.on('error', lose);
  client.on('end', () => lose(new Error('The connection was closed.')));
  // A connection that died without a word is found out by asking.
  const heartbeat = setInterval(() => client.query('select 1').catch(lose), HEARTBEAT_MS);
  heartbeat.unref();
  over.addEventListener('abort', () => resolve(), { once: true });
  try {
    await client.query(NOTICE_LOSS);
    await client.query(LOCK, [worker]);
    await onHeld(client);
    if (!over.aborted) await ended;
  } finally {
    clearInterval(heartbeat);
    // Closed, and the lock ends with it.
    client.release(true);
  }
}
