import { type DatabaseConnection, Kysely, PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely';
import type pg from 'pg';
import type { Database } from './schema.gen.ts';

/** Typed queries over the tables as the migrations make them. A transaction is one too. */
export type Db = Kysely<Database>;

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: new Dialect(pool) });
}

class Dialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): PostgresDriver {
    return new Driver({ pool: this.#pool });
  }
}

class Driver extends PostgresDriver {
  /**
   * The first statement goes out behind the `begin`, without waiting for its answer (the connections of openPool are pipelines).
   * A `begin` fails only with its connection, and then what follows fails as well.
   */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    super.beginTransaction(connection, settings).catch(() => {});
  }
}
