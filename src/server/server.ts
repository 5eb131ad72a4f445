/** The web process: starts database, starter library and server, and runs until it is told to stop. */

import { createHook } from 'node:async_hooks';
import path from 'node:path';
import { sql } from 'kysely';
import { migrateSite } from '#src/cli/migrate-site.ts';
import { createFunctionHost } from '#src/features/functions/functions.ts';
import { hasStoredPictures } from '#src/features/media/media.ts';
import { importLibrary } from '#src/features/starter-library/import-library.ts';
import { type Config, readConfig } from '#src/platform/config.ts';
import { openDataDir } from '#src/platform/data-dir.ts';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { watchDisk } from '#src/platform/disk-guard.ts';
import { gracefulClose } from '#src/platform/http/readiness.ts';
import { type Lifecycle, runServer } from '#src/platform/lifecycle.ts';
import { captureConsole, createLog, type Log } from '#src/platform/log.ts';
import { openStore, watchStores } from '#src/platform/objects/open-store.ts';
import { databaseFolder, startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { openSecret } from '#src/platform/secret.ts';
import { exitWithFailure } from '#src/platform/start-errors.ts';
import { urls } from '#src/urls.ts';
import { createSite, loopbackOrigin } from './create-site.ts';
import { startSiteJobs } from './jobs.ts';

let tickObject: object | undefined;

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Enough for the largest table of the starter library; no reader waits for it. */
const IMPORT_TIMEOUT_MS = 120_000;

async function main(): Promise<void> {
  const config = readConfig();
  const { log, flush } = createLog({ level: config.logLevel });
  process.on('exit', flush);
  captureConsole(log);
  for (const message of config.deprecations) log.warn({ event: 'setting_deprecated' }, message);
  const serverLog = {
    info: (message: string) => log.info(message),
    warn: (message: string) => log.warn(message),
    error: (message: string) => log.error(message),
  };
  await runServer({ config, log: serverLog, start: (lifecycle) => start(config, log, lifecycle) });
}

async function start(config: Config, log: Log, lifecycle: Lifecycle): Promise<void> {
  await openDataDir(config.dataDir, log);
  const { ownerUrl, appUrl } = await openDatabase(config, log, lifecycle);
  await migrateSite(ownerUrl, { config, log });
  const disk = await watchDisk({ folder: databaseFolder(config), log });
  lifecycle.onStop('Disk guard', () => disk.stop());
  const stores = await watchStores(config, log);
  lifecycle.onStop('File storage check', () => stores.close());
  await importStarterLibrary(ownerUrl, log);

  const pool = openPool(appUrl, { log });
  lifecycle.onStop('Database connections', () => pool.end());
  const db = openDb(pool);
  await createFirstAdmin(config, db, log);
  const store = openStore(config);
  const findProblems = async () => [
    ...(disk.isDegraded() ? ['disk_full' as const] : []),
    ...((await stores.isSeparate(pool)) ? ['separate_stores' as const] : []),
    ...((await hasStoredPictures(pool, store)) ? [] : ['missing_pictures' as const]),
  ];
  await warnAboutMissingImages(config, log, () => hasStoredPictures(pool, store));
  const functions = createFunctionHost(config.functionSettings, log);
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
    functions,
    checkDatabase: () => sql`select 1`.execute(db),
  });
  lifecycle.onStop('Page cache', () => site.close());
  await startSiteJobs({ config, log, appUrl, root: ROOT, lifecycle, disk, stores, functions, apiOrigin: loopbackOrigin(config) });

  await listen(site.server, config);
  const drainMs = 25_000;
  const close = async () => {
    await site.endStreams();
    await gracefulClose(site.server, { state: lifecycle.health, drainMs, log });
  };
  lifecycle.onStop('Web server', close, { timeoutMs: drainMs + 1_000 });
  process.stderr.write(`Talewood is running at ${config.publicUrl} (Ctrl-C to stop)\n`);
  if (config.isDevelopment && config.smtpUrl === undefined)
    process.stderr.write(`Emails are shown at http://localhost:${config.port}${urls.outbox()}\n`);
}

async function openDatabase(config: Config, log: Log, lifecycle: Lifecycle): Promise<{ ownerUrl: string; appUrl: string }> {
  if (config.databaseUrl !== undefined) return { ownerUrl: config.databaseUrl, appUrl: config.databaseUrl };
  const postgresLog = {
    debug: (message: string) => log.debug(message),
    info: (message: string) => log.info(message),
    warn: (message: string) => log.warn(message),
  };
  const postgres = await startEmbeddedPostgres({ ...config, log: postgresLog });
  lifecycle.onStop('Database', () => postgres.stop(), { timeoutMs: 20_000 });
  return { ownerUrl: postgres.url, appUrl: postgres.appUrl };
}

/** Imports the starter library into an empty database, once. */
async function importStarterLibrary(url: string, log: Log): Promise<void> {
  const pool = openPool(url, { log, max: 1, statementTimeoutMs: IMPORT_TIMEOUT_MS });
  try {
    await importLibrary(openDb(pool), path.join(ROOT, 'library'), { log });
  } finally {
    await pool.end();
  }
}

/** Loads the password code only if the configuration names an administrator. */
async function createFirstAdmin({ firstAdmin }: Config, db: Db, log: Log): Promise<void> {
  if (firstAdmin === undefined) return;
  const { createFirstAdministrator } = await import('#src/features/accounts/administrators.ts');
  await createFirstAdministrator(db, firstAdmin, log);
}

/** Missing images do not prevent the start. */
async function warnAboutMissingImages({ dataDir }: Config, log: Log, hasPictures: () => Promise<boolean>): Promise<void> {
  try {
    if (await hasPictures()) return;
    log.error(
      { event: 'missing_pictures', dataDir },
      'Image files of this database are missing in the file storage; check DATA_DIR or S3_*',
    );
  } catch (err) {
    log.warn({ event: 'store_not_checked', err }, 'Could not check for missing image files');
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

keepNextTickFast();
main().catch((error) => exitWithFailure(error));

/**
 * Keeps `process.nextTick` on its fast path in long-running processes, by keeping one of its tick objects alive. V8 remembers their hidden
 * class only while one exists: after a garbage collection that finds none, every tick is created the slow way, for good, which costs a
 * tenth of the time of a cached page (docs/developers/performance.md). Call once at the start.
 */
function keepNextTickFast(): void {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') tickObject ??= resource;
    },
  });
  hook.enable();
  process.nextTick(() => tickObject);
  hook.disable();
}
