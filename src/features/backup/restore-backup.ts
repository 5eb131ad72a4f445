/** Brings a site back from a backup: all of it or nothing. */
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { typeOfKeptFile } from '#src/features/media/media.ts';
import { checkServer } from '#src/platform/db/check-server.ts';
import { applyWithin, lockMigrations, type Migration, readMigrations } from '#src/platform/db/migrate.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import { freeAllJobs } from '#src/platform/jobs/free-left-jobs.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import type { Log } from '#src/platform/log.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { readEntries } from './archive/read-archive.ts';
import { BackupFault } from './backup-fault.ts';
import { type Manifest, mediaName, SECRET } from './manifest.ts';
import { cleanTexts } from './restore/clean-texts.ts';
import { clearDatabase } from './restore/clear-database.ts';
import { compareTables, loadTables, matchTables } from './restore/load-tables.ts';
import { setAside } from './restore/set-aside.ts';
import { tableSql } from './tables/list-tables.ts';
import { PLAIN_VALUES } from './tables/read-table.ts';
import { setSequences } from './tables/sequences.ts';
import { verifyBackup } from './verify-backup.ts';

export type Restoring = {
  ownerUrl: string;
  store: ObjectStore;
  /** Folder of the migrations that this Talewood knows. */
  migrations: string;
  /** Whether a site that is there may be replaced. */
  replace: boolean;
  log: Pick<Log, 'warn'>;
  /** Puts the site's secret in its place before anything counts; the result puts the one before back. */
  placeSecret?: PlaceSecret;
};

export type PlaceSecret = (secret: string | undefined) => Promise<{ undo: () => Promise<void> }>;

/** `secret`: the site's, where it is in the backup. `cleaned`: how many texts held HTML that is not allowed, which was removed. */
export type Restored = { manifest: Manifest; secret: string | undefined; cleaned: number };

/**
 * Verifies the backup, writes its pictures into the store, and then its tables in one transaction: with the schema of the backup first, the
 * newer migrations afterwards. Every table is read back and compared before it counts, and stored HTML is cleaned again. Throws a BackupFault; then, and when the process is
 * killed, the database is as it was, and the store has at most files that the site will remove.
 */
export async function restoreBackup(
  file: FileHandle,
  { ownerUrl, store, migrations, replace, log, placeSecret }: Restoring,
): Promise<Restored> {
  const manifest = await verifyBackup(file);
  const { before, after } = partMigrations(await readMigrations(migrations), manifest);
  const client = await openClient(ownerUrl, 'talewood restore');
  try {
    await checkServer(client);
    await refuseSite(client, replace);
    await migrateJobs(ownerUrl, { log });
    const secret = await restoreFiles(file, store, manifest);
    await client.query(`begin; ${PLAIN_VALUES}; set local lock_timeout = '10s'; set local maintenance_work_mem = '256MB'`);
    await lockMigrations(client);
    await refuseSite(client, replace);
    await clearDatabase(client);
    await applyWithin(client, before);
    await fillTables(client, file, manifest);
    await applyWithin(client, after);
    const cleaned = await cleanTexts(client);
    const placed = await placeSecret?.(secret);
    await client.query('commit').catch(async (error: unknown) => {
      await placed?.undo();
      throw error;
    });
    // Postgres does it by itself sooner or later: nothing that follows the commit may fail the restore.
    await client.query('analyze').catch((error: unknown) => log.warn({ err: error }, 'The restored tables could not be analyzed'));
    return { manifest, secret, cleaned };
  } finally {
    // A transaction that is not committed ends with its connection.
    await client.end();
  }
}

/** The migrations that the backup's schema is made of, and the others: they need not be later ones, as two may have been written side by side. */
function partMigrations(known: Migration[], manifest: Manifest): { before: Migration[]; after: Migration[] } {
  const applied = new Map(manifest.migrations.map(({ name, checksum }) => [name, checksum]));
  const before = known.filter(({ name, checksum }) => applied.get(name) === checksum);
  const other = manifest.migrations.find(({ name }) => !before.some((migration) => migration.name === name));
  if (other !== undefined)
    throw new BackupFault(`The backup is of another Talewood, probably a newer one: its migration ${other.name} is not known here.`);
  return { before, after: known.filter((migration) => !before.includes(migration)) };
}

/** How long connections of a process that has just ended may still be listed. */
const ENDING_MS = 2_000;

/** Throws a BackupFault where a site is at work, and where there are tales that nobody said may be replaced. */
async function refuseSite(client: pg.ClientBase, replace: boolean): Promise<void> {
  const look = () =>
    client.query<{ served: boolean; site: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database() and application_name in ('talewood', 'talewood listen'))
        as served, to_regclass('public.tales') is not null as site`,
    );
  const until = performance.now() + ENDING_MS;
  let { rows } = await look();
  while (rows[0]?.served && performance.now() < until) {
    await wait(100);
    // Within a transaction the connections are listed as they were first.
    await client.query('select pg_stat_clear_snapshot()');
    ({ rows } = await look());
  }
  if (rows[0]?.served) throw new BackupFault('A site is at work on this database: stop it, and all its processes, first.');
  if (rows[0]?.site !== true || replace) return;
  const tales = await client.query('select from public.tales limit 1');
  if (tales.rowCount !== 0)
    throw new BackupFault('This database has tales already. Add --replace to put the backup in place of all that is there.');
}

async function fillTables(client: pg.ClientBase, file: FileHandle, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ newest: number }>('select max(id)::integer as newest from graphile_worker.migrations');
  if ((rows[0]?.newest ?? 0) < manifest.jobs_migration)
    throw new BackupFault('The backup is of a newer Talewood: its job queue is not known here.');
  const tables = await matchTables(client, manifest);
  const names = tables.map(({ name }) => tableSql(name));
  const back = await setAside(client, names);
  // The migrations have written some rows of their own.
  await client.query(`truncate ${names.join(', ')}`);
  await loadTables(client, file, tables, manifest);
  await setSequences(client, manifest.sequences);
  await compareTables(client, tables, manifest);
  for (const statement of back) await client.query(statement);
  await freeAllJobs(client);
}

/** Puts the pictures into the store, and returns the secret. */
async function restoreFiles(file: FileHandle, store: ObjectStore, { media }: Manifest): Promise<string | undefined> {
  const keys = new Map(media.map(({ key }) => [mediaName(key), key]));
  let secret: string | undefined;
  for await (const { name, bytes } of readEntries(file)) {
    const key = keys.get(name);
    if (key !== undefined) await store.put(key, bytes, typeOfKeptFile(key));
    if (name === SECRET) secret = bytes.toString();
  }
  return secret;
}
