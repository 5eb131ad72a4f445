import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { classifyDatabaseError } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import { inSpan, isTracing } from '#src/platform/tracing.ts';
import { DatabaseClient } from './open-client.ts';
import { usePreparedStatements } from './prepared-statements.ts';

/** 8-byte integers such as count(*) are parsed as numbers: none of ours exceeds 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** Dates stay strings, 2026-11-22: as Date objects they would depend on the time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, String);

type PoolOptions = {
  log: Pick<Log, 'warn'>;
  /** Maximum connections. Default 10. */
  max?: number;
  /** Statement timeout, ms. Default 2,000. */
  statementTimeoutMs?: number;
  /** Whether a transaction pooler may be between: then nothing may depend on the session. Default false. */
  isPooled?: boolean;
};

/** The connection that the current code holds, from the start of its transaction to the end. */
const held = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs a transaction, which holds a connection: until it ends, taking another one from any pool throws. */
export async function holdConnection<Result>(work: () => Promise<Result>): Promise<Result> {
  const connection = { isOpen: true };
  try {
    return await held.run(connection, work);
  } finally {
    // Work that was started and not awaited continues afterwards.
    connection.isOpen = false;
  }
}

/**
 * Opens a pool of connections to the database at `url`, which connect on demand. Waiting for a connection times out after 2 s. Code that
 * holds a connection must not wait for a second one: under load, all connections could be held by code that waits for another. That always
 * throws (`holdConnection`), so that it is found at the first request instead of under load.
 */
export function openPool(url: string, { log, max = 10, statementTimeoutMs = 2_000, isPooled = false }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    Client: DatabaseClient,
    connectionString: url,
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    // In case the server vanishes without closing the connection.
    query_timeout: statementTimeoutMs + 3_000,
    // A pooler keeps connections under this name for a while after the site has stopped, which must not count as a running site.
    application_name: isPooled ? 'talewood pooled' : 'talewood',
    keepAlive: true,
    pipeline: true,
  });
  const lost = new WeakSet<pg.PoolClient>();
  // A lost idle connection is replaced at the next use; without a listener its error would end the process. The error contains the whole
  // connection, so only code and message are logged. During shutdown the server may close connections first.
  pool.on('error', (error: Error & { code?: string }) => {
    if (pool.ending) return;
    const { code, message: reason } = error;
    log.warn({ event: 'database_connection_lost', code, reason }, 'Database connection lost');
  });
  // A connection lost in use fails its query; without a listener its own error would end the process as well.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    usePreparedStatements(client, { isPooled });
    if (isPooled) limitTransactions(client, statementTimeoutMs);
    // Not a startup parameter, which PgBouncer rejects. Sent ahead of the first query, without waiting.
    else client.query(`set statement_timeout = ${statementTimeoutMs}`).catch(() => {});
    if (isTracing()) traceStatements(client);
    trackLoss(client, lost);
  });
  // Connections to a standby, or that hang, would fail again: they are closed when they return to the pool.
  pool.on('release', (error, client) => {
    if (!lost.has(client) && classifyDatabaseError(error) !== 'lost') return;
    const connection = client as pg.Client as DatabaseClient;
    connection.markLost();
    connection.end().catch(() => {});
  });
  // Also called by `pool.query`, with a callback.
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  pool.connect = ((...given: unknown[]) => {
    if (held.getStore()?.isOpen) throw new Error('A second connection was requested within a transaction.');
    return connect(...given);
  }) as pg.Pool['connect'];
  return pool;
}

const MAX_TRACED_TEXT = 2_000;

/** Records each statement of a traced request or job, without its values. */
function traceStatements(client: pg.PoolClient): void {
  const query = client.query;
  client.query = ((...args: unknown[]) => {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string }).text;
    if (text === undefined || typeof args.at(-1) === 'function') return Reflect.apply(query, client, args) as unknown;
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_TRACED_TEXT) };
    const name = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? '';
    return inSpan(name, { kind: 'client', attributes, isPart: true }, () => Reflect.apply(query, client, args) as Promise<unknown>);
  }) as typeof client.query;
}

/** Adds the connection to `lost` when the error of a query says that it is unusable. */
function trackLoss(client: pg.PoolClient, lost: WeakSet<pg.PoolClient>): void {
  const query = client.query;
  client.query = ((...args: unknown[]) => {
    const result = Reflect.apply(query, client, args) as unknown;
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      if (classifyDatabaseError(error) === 'lost') lost.add(client);
      throw error;
    });
  }) as typeof client.query;
}

const BEGIN = /^(begin|start transaction)\b/i;
const END = /^(commit|rollback)$/i;

/**
 * Sets the statement timeout in each transaction, as a transaction pooler gives each to any session. A statement outside of a transaction
 * gets one. All is sent together, so that it takes no further round trip.
 */
function limitTransactions(client: pg.PoolClient, statementTimeoutMs: number): void {
  const limit = `set local statement_timeout = ${statementTimeoutMs}`;
  const { stream } = (client as pg.Client as DatabaseClient).connection;
  const query = client.query;
  const send = (...args: unknown[]) => Reflect.apply(query, client, args) as Promise<unknown>;
  let isOpen = false;
  const run = ([statement, ...rest]: unknown[]): Promise<unknown> => {
    const text = typeof statement === 'string' ? statement : '';
    if (BEGIN.test(text)) {
      isOpen = true;
      return send(`${text}; ${limit}`);
    }
    if (isOpen) {
      isOpen = !END.test(text);
      return send(statement, ...rest);
    }
    // In one packet.
    stream.cork();
    try {
      // Fails only with the connection, and then the statement fails as well.
      send(`begin; ${limit}`).catch(() => {});
      // A failed statement makes this a rollback.
      return Promise.all([send(statement, ...rest), send('commit')]).then(([result]) => result);
    } finally {
      stream.uncork();
    }
  };
  client.query = ((...args: unknown[]) => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return run(args);
    run(args.slice(0, -1)).then(
      (result) => callback(null, result),
      (error: unknown) => callback(error),
    );
  }) as typeof client.query;
}
