/** Restores a site from a backup file, completely or not at all. */
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { typeOfStoredFile } from '#src/features/media/media.ts';
import { applyWithin, checkServer, lockMigrations, type Migration, readMigrations } from '#src/platform/db/migrate.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { releaseAllJobs } from '#src/platform/jobs/worker-heartbeat.ts';
import type { Log } from '#src/platform/log.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { BackupError, type Manifest, mediaName, SECRET } from './backup-format.ts';
import { clearDatabase, compareTables, dropConstraints, loadTables, matchTables } from './restore-tables.ts';
import { sanitizeRestoredHtml } from './sanitize-restored.ts';
import { COPY_SETTINGS, setSequences, tableSql } from './tables.ts';
import { readEntries } from './tar-archive.ts';
import { verifyBackup } from './verify-backup.ts';

type RestoreOptions = {
  ownerUrl: string;
  store: ObjectStore;
  /** Folder of the migrations of this version. */
  migrations: string;
  /** Whether existing data may be replaced. */
  replace: boolean;
  log: Pick<Log, 'warn'>;
  /** Writes the site's secret before the commit; its result restores the previous one. */
  placeSecret?: PlaceSecret;
};

export type PlaceSecret = (secret: string | undefined) => Promise<{ undo: () => Promise<void> }>;

/** `secret`: the site's, if it is in the backup. `cleaned`: number of texts from which disallowed HTML was removed. */
type RestoreResult = { manifest: Manifest; secret: string | undefined; cleaned: number };

/**
 * Verifies the backup, writes its images to the store, and restores its tables in one transaction: schema of the backup, rows, then newer
 * migrations. Tables are read back and compared, and stored HTML is sanitized again. After an error or a crash the database is unchanged;
 * at most the store has extra files, which the site removes later.
 * @throws BackupError
 */
export async function restoreBackup(
  file: FileHandle,
  { ownerUrl, store, migrations, replace, log, placeSecret }: RestoreOptions,
): Promise<RestoreResult> {
  const manifest = await verifyBackup(file);
  const { before, after } = splitMigrations(await readMigrations(migrations), manifest);
  const client = await openClient(ownerUrl, 'talewood restore');
  try {
    await checkServer(client);
    await assertReplaceable(client, replace);
    await migrateJobs(ownerUrl, { log });
    const secret = await restoreFiles(file, store, manifest);
    await client.query(`begin; ${COPY_SETTINGS}; set local lock_timeout = '10s'; set local maintenance_work_mem = '256MB'`);
    await lockMigrations(client);
    await assertReplaceable(client, replace);
    await clearDatabase(client);
    await applyWithin(client, before);
    await restoreTables(client, file, manifest);
    await applyWithin(client, after);
    const cleaned = await sanitizeRestoredHtml(client);
    const placed = await placeSecret?.(secret);
    await client.query('commit').catch(async (error: unknown) => {
      await placed?.undo();
      throw error;
    });
    // Nothing after the commit may fail the restore; autovacuum analyzes the tables anyway.
    await client.query('analyze').catch((error: unknown) => log.warn({ err: error }, 'The restored tables could not be analyzed'));
    return { manifest, secret, cleaned };
  } finally {
    // Also rolls back an uncommitted transaction.
    await client.end();
  }
}

/** Splits migrations into those of the backup's schema and the others, which need not be later: two may have been written in parallel. */
function splitMigrations(known: Migration[], manifest: Manifest): { before: Migration[]; after: Migration[] } {
  const applied = new Map(manifest.migrations.map(({ name, checksum }) => [name, checksum]));
  const before = known.filter(({ name, checksum }) => applied.get(name) === checksum);
  const other = manifest.migrations.find(({ name }) => !before.some((migration) => migration.name === name));
  if (other !== undefined)
    throw new BackupError(`The backup was created by another version of Talewood, probably a newer one: unknown migration ${other.name}.`);
  return { before, after: known.filter((migration) => !before.includes(migration)) };
}

/** How long connections of an ended process can still be listed. */
const CONNECTION_CLOSE_MS = 2_000;

/** @throws BackupError if a site uses the database, or if it has tales and `replace` is false */
async function assertReplaceable(client: pg.ClientBase, replace: boolean): Promise<void> {
  const look = () =>
    client.query<{ served: boolean; site: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database() and application_name in ('talewood', 'talewood listen'))
        as served, to_regclass('public.tales') is not null as site`,
    );
  const until = performance.now() + CONNECTION_CLOSE_MS;
  let { rows } = await look();
  while (rows[0]?.served && performance.now() < until) {
    await wait(100);
    // Within a transaction, the list of connections is cached.
    await client.query('select pg_stat_clear_snapshot()');
    ({ rows } = await look());
  }
  if (rows[0]?.served) throw new BackupError('A running site uses this database. Stop all its processes first.');
  if (rows[0]?.site !== true || replace) return;
  const tales = await client.query('select from public.tales limit 1');
  if (tales.rowCount !== 0)
    throw new BackupError('This database already contains tales. Use --replace to replace all data with the backup.');
}

async function restoreTables(client: pg.ClientBase, file: FileHandle, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ newest: number }>('select max(id)::integer as newest from graphile_worker.migrations');
  if ((rows[0]?.newest ?? 0) < manifest.jobs_migration)
    throw new BackupError('The backup was created by a newer version of Talewood: unknown version of the job queue.');
  const tables = await matchTables(client, manifest);
  const names = tables.map(({ name }) => tableSql(name));
  const back = await dropConstraints(client, names);
  // Migrations insert rows too.
  await client.query(`truncate ${names.join(', ')}`);
  await loadTables(client, file, tables, manifest);
  await setSequences(client, manifest.sequences);
  await compareTables(client, tables, manifest);
  for (const statement of back) await client.query(statement);
  await releaseAllJobs(client);
}

/** Writes the images to the store. Returns the secret. */
async function restoreFiles(file: FileHandle, store: ObjectStore, { media }: Manifest): Promise<string | undefined> {
  const keys = new Map(media.map(({ key }) => [mediaName(key), key]));
  let secret: string | undefined;
  for await (const { name, bytes } of readEntries(file)) {
    const key = keys.get(name);
    if (key !== undefined) await store.put(key, bytes, typeOfStoredFile(key));
    if (name === SECRET) secret = bytes.toString();
  }
  return secret;
}
