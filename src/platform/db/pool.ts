import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { databaseFault } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import { keepPlans } from './kept-plans.ts';

/** count(*) and other 8-byte integers arrive as numbers: none of ours passes 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** A day arrives as it is written, 2026-11-22: as a moment it would be another one in every time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, String);

type PoolOptions = {
  log: Pick<Log, 'warn'>;
  /** Connections at most. Default 10. */
  max?: number;
  /** Milliseconds a statement may take before Postgres ends it. Default 2,000. */
  statementTimeoutMs?: number;
};

/** What the code that is running holds: one connection, from the begin of its transaction to the end. */
const held = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs the work of a transaction, which holds a connection: while it lasts, taking another one from any pool throws. */
export async function holdConnection<Result>(work: () => Promise<Result>): Promise<Result> {
  const connection = { isOpen: true };
  try {
    return await held.run(connection, work);
  } finally {
    // What the work has begun and not waited for goes on afterwards.
    connection.isOpen = false;
  }
}

/**
 * Opens the connections of a process to the database at `url`; none is made before it is needed. Waiting for one ends after 2 s.
 *
 * Whoever holds a connection must not wait for a second one: as many requests as there are connections would hold one each and wait
 * for each other. So that this is found by the first request that does it and not under load, it always throws (`holdConnection`).
 */
export function openPool(url: string, { log, max = 10, statementTimeoutMs = 2_000 }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    // A server that has vanished without a word must not hold a request for ever.
    query_timeout: statementTimeoutMs + 3_000,
    application_name: 'talewood',
    keepAlive: true,
    pipeline: true,
  });
  const lost = new WeakSet<pg.PoolClient>();
  // An idle connection that breaks is replaced at the next use; without this listener it would end the process. The error holds the
  // whole connection, which is no news. At a stop the server may be gone a moment before it has seen all of us off.
  pool.on('error', (error: Error & { code?: string }) => {
    if (pool.ending) return;
    const { code, message: reason } = error;
    log.warn({ event: 'database_connection_lost', code, reason }, 'A connection to the database was lost');
  });
  // One that breaks in use fails the query at work, which is what tells; but without this its own error would end the process as well.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    // Not a parameter of the connection: PgBouncer refuses those. It goes out ahead of the first query, which does not wait for it.
    client.query(`set statement_timeout = ${statementTimeoutMs}`).catch(() => {});
    keepPlans(client);
    noteLoss(client, lost);
  });
  // A connection that leads to a standby, or hangs, would fail the next request as well: it is closed when it comes back to the pool.
  pool.on('release', (_, client) => {
    if (lost.has(client)) (client as pg.Client).end().catch(() => {});
  });
  // Also called by `pool.query`, with a callback.
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  pool.connect = ((...given: unknown[]) => {
    if (held.getStore()?.isOpen) throw new Error('A second connection was asked for within a transaction.');
    return connect(...given);
  }) as pg.Pool['connect'];
  return pool;
}

/** Adds the connection to `lost` when a query says that it is of no further use. */
function noteLoss(client: pg.PoolClient, lost: WeakSet<pg.PoolClient>): void {
  const query = client.query;
  client.query = ((...asked: unknown[]) => {
    const answer = Reflect.apply(query, client, asked) as unknown;
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      if (databaseFault(error) === 'lost') lost.add(client);
      throw error;
    });
  }) as typeof client.query;
}
