/** Migrates a site's database to the newest schema, after a backup. */
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from '#src/features/backup/backup-format.ts';
import { writeBackup } from '#src/features/backup/write-backup.ts';
import type { Config } from '#src/platform/config.ts';
import { migrate, waitForDatabase } from '#src/platform/db/migrate.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import type { Log } from '#src/platform/log.ts';
import { readSecret } from '#src/platform/secret.ts';
import { fileReason, StartError } from '#src/platform/start-errors.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../db/migrations');
const MAX_BACKUPS = 2;
const NAME = /^before-migration-.*\.backup$/;
/** Backing up a larger database would delay the start by minutes. */
const MAX_TABLE_BYTES = 4e9;
/** Must stay free in addition to the backup. */
const SPARE_BYTES = 128 * 1024 * 1024;

type SiteToMigrate = {
  config: Pick<Config, 'dataDir' | 'secret' | 'isBackedUpBeforeMigrations' | 'databaseWaitMs'> &
    Partial<Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>>;
  log: Log;
  /** Folder of migrations. Default: those of Talewood. */
  migrations?: string;
  /** Returns the free bytes of a folder's disk. */
  findFree?: (folder: string) => Promise<number>;
};

/**
 * Waits for the database, and applies pending migrations under a lock. Returns their names, and the file of the backup if one was written.
 * @throws as `migrate`, and StartError if the backup cannot be written; then nothing was changed
 */
export async function migrateSite(ownerUrl: string, site: SiteToMigrate): Promise<{ applied: string[]; backup: string | undefined }> {
  const { config, log, migrations: folder = MIGRATIONS } = site;
  const { databaseWaitMs: waitMs, databaseUrl, databaseDirectUrl } = config;
  await waitForDatabase(ownerUrl, { waitMs, log, databaseUrl, databaseDirectUrl });
  let backup: string | undefined;
  const beforeUpgrade = async () => {
    if (config.isBackedUpBeforeMigrations) backup = await backUpBefore(ownerUrl, site);
  };
  const applied = await migrate(ownerUrl, { folder, log, beforeUpgrade });
  await migrateJobs(ownerUrl, { log });
  return { applied, backup };
}

/** Backs up the tables only, because migrations never change image files. */
async function backUpBefore(ownerUrl: string, { config, log, findFree = freeIn }: SiteToMigrate): Promise<string | undefined> {
  const { dataDir } = config;
  const skip = (reason: string) => void log.warn({ event: 'backup_skipped', reason }, `No backup before migration: ${reason}`);
  const { isSite, bytes } = await measure(ownerUrl);
  if (!isSite) return skip('the database was never fully set up');
  if (bytes > MAX_TABLE_BYTES) return skip(`${megabytes(bytes)} of tables would take too long; use the backups of your database server`);
  const folder = path.join(dataDir, 'backups');
  const file = path.join(folder, `before-migration-${new Date().toISOString().replaceAll(/[-:.]/g, '')}.backup`);
  const began = performance.now();
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const free = await findFree(folder);
    if (free < bytes + SPARE_BYTES) throw new StartError(`${megabytes(free)} are free, ${megabytes(bytes + SPARE_BYTES)} are needed`);
    const secret = config.secret === undefined ? await readSecret(dataDir) : undefined;
    const written = await writeBackup(file, { ownerUrl, stores: undefined, secret });
    const facts = { event: 'backup_before_migrations', file, bytes: written.bytes, ms: Math.round(performance.now() - began) };
    log.info(facts, `Wrote a backup before migration: ${file}`);
    await removeOlder(folder);
    return file;
  } catch (error) {
    if (error instanceof BackupError) return skip(error.message);
    const reason = error instanceof StartError ? error.message : fileReason(error);
    throw new StartError(
      `Cannot write the backup before migration to ${folder}: ${reason.replace(/\.$/, '')}. Nothing was changed. Fix this, or set BACKUP_BEFORE_MIGRATE=off if you have a backup.`,
      { cause: error },
    );
  }
}

async function measure(ownerUrl: string): Promise<{ isSite: boolean; bytes: number }> {
  const client = await openClient(ownerUrl, 'talewood backup');
  try {
    const { rows } = await client.query<{ isSite: boolean; bytes: number }>(
      `select to_regclass('graphile_worker.migrations') is not null as "isSite", coalesce(sum(pg_table_size(c.oid)), 0)::float8 as bytes
       from pg_class c where c.relkind = 'r' and c.relnamespace in (to_regnamespace('public'), to_regnamespace('graphile_worker'))`,
    );
    return rows[0] ?? { isSite: false, bytes: 0 };
  } finally {
    await client.end();
  }
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Sorts by name, which contains the time. */
async function removeOlder(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();
  for (const name of names.slice(0, -MAX_BACKUPS)) await rm(path.join(folder, name), { force: true });
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
