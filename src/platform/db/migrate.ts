import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Log } from '#src/platform/log.ts';
import { DatabaseTooNewError, StartError } from '#src/platform/start-errors.ts';
import { checkServer, checkSessions } from './check-server.ts';

/** Any number that is ours: processes that start at the same time wait here for each other. */
const LOCK = 7_412_001;
const LOCK_TRIES = 5;
const RECORD =
  'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())';

export type Migration = { name: string; sql: string; checksum: string };
type MigrateOptions = {
  folder: string;
  log: Pick<Log, 'info' | 'warn'>;
  /** Called under the lock before migrations are applied to a database that had some before. What it throws keeps them from being applied. */
  beforeUpgrade?: () => Promise<void>;
};

/**
 * Brings the database at `url` to the newest schema: the .sql files of `folder` in the order of their names, each in a
 * transaction of its own, each once. Returns the names of those applied now.
 * Throws a StartError for a server that cannot be used (check-server.ts) or a released file that was changed, a DatabaseTooNewError when the
 * database knows migrations that this code does not.
 */
export async function migrate(url: string, { folder, log, beforeUpgrade }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'talewood migrate', connectionTimeoutMillis: 10_000 });
  // A connection that breaks also fails the query at work, which is what tells.
  client.on('error', () => {});
  await client.connect();
  try {
    await checkServer(client);
    await checkSessions(client, url, log);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const waiting = await listWaiting(client, migrations);
    if (waiting.length > 0 && waiting.length < migrations.length) await beforeUpgrade?.();
    for (const migration of waiting) {
      log.info({ migration: migration.name, event: 'migrating' }, `Bringing the database up to date: ${migration.name}`);
      await apply(client, migration, log);
    }
    return waiting.map((migration) => migration.name);
  } finally {
    // The lock ends with the session.
    await client.end();
  }
}

/** The .sql files of a folder in the order of their names. `checksum`: SHA-256 of the text. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Keeps all others from migrating until the end of the transaction. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

/** Applies migrations in the caller's transaction, whether or not they were applied before. */
export async function applyWithin(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  await client.query(RECORD);
  for (const { name, sql, checksum } of migrations) {
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
}

async function listWaiting(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(RECORD);
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations order by name');
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const unknown = rows.find((row) => !known.has(row.name));
  if (unknown) throw new DatabaseTooNewError(unknown.name);
  const changed = rows.find((row) => known.get(row.name)?.checksum !== row.checksum);
  if (changed)
    throw new StartError(`The migration ${changed.name} was changed after it had been applied; released migrations never change.`);
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !applied.has(migration.name));
}

/** A table that readers hold is waited for 2 s at a time, so that a queue behind us never grows long. */
async function apply(client: pg.Client, migration: Migration, log: Pick<Log, 'warn'>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('begin');
      await client.query("set local lock_timeout = '2s'");
      await applyWithin(client, [migration]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== '55P03' || tries === LOCK_TRIES) throw error;
      log.warn({ migration: migration.name, event: 'migration_waits' }, 'A migration waits for a table in use and tries again');
    }
  }
}
