import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database } from './schema.gen.ts';

/** Typed queries over the tables as the migrations make them. A transaction is one too. */
export type Db = Kysely<Database>;

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
