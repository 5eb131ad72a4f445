import { type DatabaseConnection, Kysely, PostgresDialect, PostgresDriver, type RawBuilder, sql, type TransactionSettings } from 'kysely';
import type pg from 'pg';
import type { Database } from './schema.gen.ts';

/** Typed queries on the tables. A transaction is one, too. */
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
   * Sends the first statement without waiting for the response to `begin` (openPool pipelines). A `begin` fails only with its connection,
   * and then the statement fails as well.
   */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    super.beginTransaction(connection, settings).catch(() => {});
  }
}

/** Returns a LIKE pattern for texts normalised by normalize_text(): contains these words, ignoring case and accents. */
export function likePattern(words: string): RawBuilder<string> {
  return sql<string>`'%' || regexp_replace(normalize_text(${words}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
}
