import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type QueryResult,
  type RawBuilder,
  sql,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { classifyDatabaseError } from '#src/platform/errors.ts';
import type { DatabaseClient } from './open-client.ts';
import { isPrepared } from './prepared-statements.ts';
import type { Database } from './schema.gen.ts';

/** Typed queries on the tables. A transaction is one, too. */
export type Db = Kysely<Database>;

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: new Dialect(pool) });
}

/** Opens queries on a pool that may lead to a read-only server. Transactions, which may write, are those of `primary`. */
export function openReadDb(pool: PostgresPool, primary: Db): Db {
  return new ReadDb(pool, primary);
}

class ReadDb extends Kysely<Database> {
  readonly #primary: Db;

  constructor(pool: PostgresPool, primary: Db) {
    super({ dialect: new PostgresDialect({ pool }) });
    this.#primary = primary;
  }

  override transaction(): TransactionBuilder<Database> {
    return this.#primary.transaction();
  }
}

class Dialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): PostgresDriver {
    return new Driver(this.#pool);
  }
}

type PooledConnection = Parameters<PostgresDriver['releaseConnection']>[0];

/**
 * Prepared statements, which are short, share connections while any is running: their messages are sent together, and the server wakes one
 * process instead of one for each. All others have a connection of their own.
 */
class Driver extends PostgresDriver {
  readonly #shared: SharedConnections;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#shared = new SharedConnections(pool);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(this.#shared, () => super.acquireConnection());
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const own = await (connection as Connection).own?.catch(() => undefined);
    if (own !== undefined) await super.releaseConnection(own as PooledConnection);
  }

  /**
   * Sends the first statement without waiting for the response to `begin` (openPool pipelines). A `begin` fails only with its connection,
   * and then the statement fails as well.
   */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const own = await (connection as Connection).reserve();
    super.beginTransaction(own, settings).catch(() => {});
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction((await (connection as Connection).reserve()) as PooledConnection);
  }
}

/** Takes a connection of the pool with the first statement that is not prepared, and keeps it. */
class Connection implements DatabaseConnection {
  readonly #shared: SharedConnections;
  readonly #acquire: () => Promise<DatabaseConnection>;
  own: Promise<DatabaseConnection> | undefined;

  constructor(shared: SharedConnections, acquire: () => Promise<DatabaseConnection>) {
    this.#shared = shared;
    this.#acquire = acquire;
  }

  reserve(): Promise<DatabaseConnection> {
    this.own ??= this.#acquire();
    return this.own;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.own === undefined && isPrepared(query.sql) && this.#shared.hasRoom()) return this.#shared.execute<Row>(query);
    return (await this.reserve()).executeQuery<Row>(query);
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    yield* (await this.reserve()).streamQuery<Row>(query, chunkSize);
  }
}

/** Further statements share the next connection, because each waits for those before it. */
const MAX_SHARING = 24;
/** Each keeps its connection for as long as statements follow. All others have their own ones. */
const MAX_SHARED = 3;

type Lease = { client: Promise<pg.PoolClient>; running: number; isCorked: boolean };

/** Connections that are taken from the pool with the first statement and returned after the last one that runs at the same time. */
class SharedConnections {
  readonly #pool: pg.Pool;
  readonly #leases = new Set<Lease>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  hasRoom(): boolean {
    return this.#leases.size < MAX_SHARED || this.#findLease() !== undefined;
  }

  async execute<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const lease = this.#findLease() ?? this.#openLease();
    lease.running += 1;
    try {
      const client = await lease.client;
      sendWithOthers(client as pg.Client as DatabaseClient, lease);
      const { rows } = await client.query(text, parameters as unknown[]);
      return { rows };
    } catch (error) {
      // Statements that follow must not wait for a lost connection.
      if (classifyDatabaseError(error) !== undefined) this.#leases.delete(lease);
      throw error;
    } finally {
      lease.running -= 1;
      if (lease.running === 0) {
        this.#leases.delete(lease);
        lease.client.then((client) => client.release()).catch(() => {});
      }
    }
  }

  /** Returns the first with room, so that the others become free. */
  #findLease(): Lease | undefined {
    for (const lease of this.#leases) if (lease.running < MAX_SHARING) return lease;
  }

  #openLease(): Lease {
    const lease = { client: this.#pool.connect(), running: 0, isCorked: false };
    this.#leases.add(lease);
    return lease;
  }
}

/** Holds messages back until the current input has been processed. */
function sendWithOthers({ connection: { stream } }: DatabaseClient, lease: Lease): void {
  if (lease.isCorked) return;
  lease.isCorked = true;
  stream.cork();
  setImmediate(() => {
    lease.isCorked = false;
    stream.uncork();
  });
}

/** Returns a LIKE pattern for texts normalised by normalize_text(): contains these words, ignoring case and accents. */
export function likePattern(words: string): RawBuilder<string> {
  return sql<string>`'%' || regexp_replace(normalize_text(${words}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
}
