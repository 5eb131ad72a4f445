/** The web process: database, library, pages, until it is told to stop. */
import path from 'node:path';
import { sql } from 'kysely';
import { importLibrary } from '#src/features/library/import-library.ts';
import { hasStoredPictures } from '#src/features/media/media.ts';
import { type Config, readConfig } from '#src/platform/config.ts';
import { openDataDir } from '#src/platform/data-dir.ts';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { watchDisk } from '#src/platform/disk-guard.ts';
import { gracefulClose } from '#src/platform/http/graceful-close.ts';
import { keepTicksFast } from '#src/platform/keep-ticks-fast.ts';
import { type Lifecycle, runServer } from '#src/platform/lifecycle.ts';
import { captureConsole, createLog, type Log } from '#src/platform/log.ts';
import { openStore } from '#src/platform/objects/open-store.ts';
import { watchStores } from '#src/platform/objects/watch-stores.ts';
import { databaseFolder, startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { openSecret } from '#src/platform/secret.ts';
import { exitWithFailure } from '#src/platform/start-errors.ts';
import { urls } from '#src/urls.ts';
import { startSiteJobs } from './jobs.ts';
import { migrateSite } from './migrate-site.ts';
import { createSite } from './site.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Long enough for the largest table of the starter library, and no reader waits for it. */
const IMPORT_TIMEOUT_MS = 120_000;

async function main(): Promise<void> {
  const config = readConfig();
  const { log, flush } = createLog({ level: config.logLevel });
  process.on('exit', flush);
  captureConsole(log);
  const said = {
    info: (message: string) => log.info(message),
    warn: (message: string) => log.warn(message),
    error: (message: string) => log.error(message),
  };
  await runServer({ config, log: said, start: (lifecycle) => start(config, log, lifecycle) });
}

async function start(config: Config, log: Log, lifecycle: Lifecycle): Promise<void> {
  await openDataDir(config.dataDir, log);
  const { ownerUrl, appUrl } = await openDatabase(config, log, lifecycle);
  await migrateSite(ownerUrl, { config, log });
  const disk = await watchDisk({ folder: databaseFolder(config), log });
  lifecycle.onStop('The watch over the disk', () => disk.stop());
  const stores = await watchStores(config, log);
  lifecycle.onStop('The watch over the stores', () => stores.close());
  await importStarterLibrary(ownerUrl, log);

  const pool = openPool(appUrl, { log });
  lifecycle.onStop('The database connections', () => pool.end());
  const db = openDb(pool);
  await createFirstAdmin(config, db, log);
  const store = openStore(config);
  const findProblems = async () => [
    ...(disk.isDegraded() ? ['disk_full' as const] : []),
    ...((await stores.isSeparate(pool)) ? ['separate_stores' as const] : []),
    ...((await hasStoredPictures(pool, store)) ? [] : ['missing_pictures' as const]),
  ];
  await tellMissingPictures(config, log, () => hasStoredPictures(pool, store));
  const site = await createSite({
    config,
    secret: await openSecret(config),
    log,
    db,
    appUrl,
    root: ROOT,
    health: lifecycle.health,
    disk,
    findProblems,
    checkDatabase: () => sql`select 1`.execute(db),
  });
  lifecycle.onStop('The page cache', () => site.close());
  await startSiteJobs({ config, log, appUrl, root: ROOT, lifecycle, disk, stores });

  await listen(site.server, config);
  const drainMs = 25_000;
  const close = async () => {
    await site.endStreams();
    await gracefulClose(site.server, { state: lifecycle.health, drainMs, log });
  };
  lifecycle.onStop('The web server', close, { timeoutMs: drainMs + 1_000 });
  process.stderr.write(`Talewood is open at ${config.publicUrl} (Ctrl-C stops it)\n`);
  if (config.isDevelopment && config.smtpUrl === undefined)
    process.stderr.write(`Mails are shown at http://localhost:${config.port}${urls.outbox()}\n`);
}

async function openDatabase(config: Config, log: Log, lifecycle: Lifecycle): Promise<{ ownerUrl: string; appUrl: string }> {
  if (config.databaseUrl !== undefined) return { ownerUrl: config.databaseUrl, appUrl: config.databaseUrl };
  const said = {
    debug: (message: string) => log.debug(message),
    info: (message: string) => log.info(message),
    warn: (message: string) => log.warn(message),
  };
  const postgres = await startEmbeddedPostgres({ ...config, log: said });
  lifecycle.onStop('The database', () => postgres.stop(), { timeoutMs: 20_000 });
  return { ownerUrl: postgres.url, appUrl: postgres.appUrl };
}

/** An empty database gets the tales that come with Talewood, once. */
async function importStarterLibrary(url: string, log: Log): Promise<void> {
  const pool = openPool(url, { log, max: 1, statementTimeoutMs: IMPORT_TIMEOUT_MS });
  try {
    await importLibrary(openDb(pool), path.join(ROOT, 'library'), { log });
  } finally {
    await pool.end();
  }
}

/** What judges and keeps passwords is loaded only where the settings name someone. */
async function createFirstAdmin({ firstAdmin }: Config, db: Db, log: Log): Promise<void> {
  if (firstAdmin === undefined) return;
  const { createFirstAdministrator } = await import('#src/features/accounts/create-administrator.ts');
  await createFirstAdministrator(db, firstAdmin, log);
}

/** A site without its pictures starts all the same. */
async function tellMissingPictures({ dataDir }: Config, log: Log, hasPictures: () => Promise<boolean>): Promise<void> {
  try {
    if (await hasPictures()) return;
    log.error({ event: 'missing_pictures', dataDir }, 'Pictures of this database are not in its store: is DATA_DIR, or S3_*, as it was?');
  } catch (err) {
    log.warn({ event: 'store_not_checked', err }, 'Whether the pictures are in their store could not be looked up');
  }
}

function listen(server: import('node:http').Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

keepTicksFast();
main().catch((error) => exitWithFailure(error));
