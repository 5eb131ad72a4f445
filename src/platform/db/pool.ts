import pg from 'pg';
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

/** Opens the connections of a process to the database at `url`; none is made before it is needed. Waiting for one ends after 2 s. */
export function openPool(url: string, { log, max = 10, statementTimeoutMs = 2_000 }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    // A server that has vanished without a word must not hold a request for ever.
    query_timeout: statementTimeoutMs + 3_000,
    application_name: 'talewood',
    keepAlive: true,
    pipeline: true,
  });
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
    keepPlans(client);
  });
  return pool;
}
