import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { VERSION } from '#src/platform/config.ts';
import { classifyDatabaseError } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import { DatabaseTooNewError, describeStartFailure, nameDirectUrl, StandbyError, StartError } from '#src/platform/start-errors.ts';
import { openClient } from './open-client.ts';

/** Advisory lock of migrations: processes that start at the same time wait here for each other. */
const LOCK = 7_412_001;
const MAX_LOCK_ATTEMPTS = 5;
const RETRY_MS = 500;
const RECORD =
  'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())';

/** What a contracting migration removes is no longer used since this version (docs/developers/migrations.md). */
const CONTRACT = /^-- contract: unused since (\d+\.\d+\.\d+)$/m;

export type Migration = { name: string; sql: string; checksum: string };
type MigrateOptions = {
  folder: string;
  log: Pick<Log, 'info' | 'warn'>;
  /** Called under the lock before a database with earlier migrations is upgraded. Errors prevent the upgrade. */
  beforeUpgrade?: () => Promise<void>;
};

/**
 * Migrates the database at `url` to the newest schema: the .sql files of `folder` in the order of their names, each in its own transaction,
 * each once. Returns the names of those applied now. Migrations of newer versions are accepted if they remove nothing that this one uses.
 * @throws StartError for an unusable server or a released migration that was modified; DatabaseTooNewError when a newer version removed
 * what this one uses
 */
export async function migrate(url: string, { folder, log, beforeUpgrade }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await openClient(url, 'talewood migrate');
  try {
    await checkServer(client);
    await checkSessions(client, url, log);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const pending = await listPending(client, migrations, log);
    if (pending.length > 0 && pending.length < migrations.length) await beforeUpgrade?.();
    for (const migration of pending) {
      log.info({ migration: migration.name, event: 'migrating' }, `Applying migration ${migration.name}`);
      await apply(client, migration, log);
    }
    return pending.map((migration) => migration.name);
  } finally {
    // The lock ends with the session.
    await client.end();
  }
}

/** Reads the .sql files of a folder in the order of their names. `checksum`: SHA-256 of the text. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Blocks other migrations until the end of the transaction. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

/** Applies migrations in the caller's transaction, whether or not they were applied before. */
export async function applyWithin(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  await createRecord(client);
  for (const { name, sql, checksum } of migrations) {
    await client.query(sql);
    const unusedSince = CONTRACT.exec(sql)?.[1] ?? null;
    await client.query('insert into schema_migrations (name, checksum, unused_since) values ($1, $2, $3)', [name, checksum, unusedSince]);
  }
}

async function createRecord(client: pg.ClientBase): Promise<void> {
  await client.query(RECORD);
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'unused_since' and not attisdropped",
  );
  // Only once, as it waits for every reader of the table.
  if (rowCount === 0) await client.query('alter table schema_migrations add column unused_since text');
}

type Applied = { name: string; checksum: string; unused_since: string | null };

async function listPending(client: pg.Client, migrations: Migration[], log: Pick<Log, 'warn'>): Promise<Migration[]> {
  await createRecord(client);
  const { rows } = await client.query<Applied>('select name, checksum, unused_since from schema_migrations order by name');
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const newest = migrations.at(-1)?.name ?? '';
  const unknown = rows.filter((row) => !known.has(row.name));
  const removing = unknown.find(({ name, unused_since: since }) => name < newest || (since !== null && isOlder(VERSION, since)));
  if (removing) throw new DatabaseTooNewError(removing.name);
  if (unknown.length > 0)
    log.warn(
      { event: 'database_newer', migrations: unknown.map(({ name }) => name) },
      'The database was migrated by a newer version. This version works with it',
    );
  const changed = rows.find(({ name, checksum }) => known.has(name) && known.get(name)?.checksum !== checksum);
  if (changed) throw new StartError(`Migration ${changed.name} was modified after it was applied. Restore the original file.`);
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !applied.has(migration.name));
}

/** Whether a version such as `1.2.0` precedes another. */
function isOlder(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) < 0;
}

/** Waits at most 2 s at a time for tables in use, so that no long queue builds up behind the migration. */
async function apply(client: pg.Client, migration: Migration, log: Pick<Log, 'warn'>): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      await client.query('begin');
      await client.query("set local lock_timeout = '2s'");
      await applyWithin(client, [migration]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== '55P03' || attempts === MAX_LOCK_ATTEMPTS) throw error;
      log.warn({ migration: migration.name, event: 'migration_waits' }, 'Migration is waiting for a table in use');
    }
  }
}

type WaitOptions = { waitMs: number; log: Pick<Log, 'info' | 'warn'> } & Parameters<typeof nameDirectUrl>[1];

/**
 * Resolves once the server accepts changes. While it cannot be reached, starts, or is a standby that may be promoted, tries again for
 * `waitMs`, and rejects with the last error.
 */
export async function waitForDatabase(url: string, { waitMs, log, ...settings }: WaitOptions): Promise<void> {
  const started = performance.now();
  for (let attempts = 1; ; attempts += 1) {
    try {
      const client = await openClient(url, 'talewood start');
      await checkServer(client).finally(() => client.end());
      const waitedMs = Math.round(performance.now() - started);
      if (attempts > 1) log.info({ event: 'database_found', waitedMs }, 'The database accepts connections');
      return;
    } catch (error) {
      const isTemporary = error instanceof StandbyError || classifyDatabaseError(error) !== undefined;
      const leftMs = started + waitMs - performance.now();
      const named = nameDirectUrl(error, settings);
      if (!isTemporary || leftMs <= 0) throw named;
      if (attempts === 1) log.warn({ event: 'database_awaited', waitMs, reason: describeStartFailure(named) }, 'Waiting for the database');
      await wait(Math.min(leftMs, RETRY_MS));
    }
  }
}

const MIN_VERSION = 180_000;
/** Maximum connections of one process, over all its pools. */
const MAX_CONNECTIONS = 37;

type Server = { version: string; number: string; is_read_only?: string; is_standby?: boolean };

/**
 * Checks version and writability of the server.
 * @throws StartError for a Postgres older than 18, a standby, or a read-only server
 */
export async function checkServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Server>(
    `select current_setting('server_version') as version, current_setting('server_version_num') as number,
       current_setting('transaction_read_only') as is_read_only, pg_is_in_recovery() as is_standby`,
  );
  const [server] = rows;
  if (Number(server?.number) < MIN_VERSION)
    throw new StartError(`Talewood needs PostgreSQL 18 or newer; this server is ${server?.version}.`);
  if (server?.is_standby === true)
    throw new StandbyError('The database at DATABASE_URL is a read-only standby. Set DATABASE_URL to the primary server.');
  if (server?.is_read_only === 'on')
    throw new StandbyError('The database is read-only. Turn off default_transaction_read_only for this server, database and role.');
}

/**
 * Checks that no pooler shares sessions between transactions: session locks, LISTEN, settings and prepared statements would be lost
 * silently.
 * @throws StartError
 */
async function checkSessions(client: pg.Client, url: string, log: Pick<Log, 'warn'>): Promise<void> {
  const other = await openClient(url, 'talewood probe');
  try {
    const own = await pidOf(client);
    // A transaction pooler assigns the most recently used server connection: ours, although we are still connected.
    await other.query('begin');
    if ((await pidOf(other)) === own || (await pidOf(client)) !== own) throw sharedSessionError();
    const { processID } = client as unknown as { processID: number | null };
    if (processID !== null && processID !== own) {
      const message = `The database is behind a connection pooler such as PgBouncer. Allow ${MAX_CONNECTIONS} connections per process (default_pool_size)`;
      log.warn({ event: 'pooler_found' }, message);
    }
  } catch (error) {
    throw isStatementMode(error) ? sharedSessionError() : error;
  } finally {
    await other.end();
  }
}

function sharedSessionError(): StartError {
  return new StartError(
    'The database at DATABASE_URL is behind a pooler that shares sessions. Set DATABASE_DIRECT_URL to a connection without it: directly to Postgres, or through a pooler in session mode.',
  );
}

/**
 * Checks the connection for requests: a pooler may give each transaction to any session, but the database must be that of the direct
 * connection, which hears its notifications.
 * @throws StartError
 */
export async function checkPooled(url: string, directUrl: string): Promise<void> {
  const [pooled, direct] = await Promise.all([url, directUrl].map(identify));
  if (pooled !== direct)
    throw new StartError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Set both to the same database of one server.');
}

async function identify(url: string): Promise<string> {
  const client = await openClient(url, 'talewood probe');
  try {
    await client.query('begin');
    await checkServer(client);
    const { rows } = await client.query<{ identity: string }>(
      "select concat_ws(' ', oid, extract(epoch from pg_postmaster_start_time())) as identity from pg_database where datname = current_database()",
    );
    await client.query('commit');
    return rows[0]?.identity ?? '';
  } catch (error) {
    throw isStatementMode(error)
      ? new StartError('The pooler at DATABASE_URL is in statement mode. Set pool_mode = transaction in pgbouncer.ini for this database.')
      : error;
  } finally {
    await client.end();
  }
}

/** Whether the error is PgBouncer's response to `begin` in statement mode. */
function isStatementMode(error: unknown): boolean {
  return /transaction blocks not allowed/i.test((error as Error).message);
}

async function pidOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return Number(rows[0]?.pid);
}
