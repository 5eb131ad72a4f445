/**
 * Starts database, starter library and server, and runs until it is told to stop. With several WORKERS this process is their supervisor:
 * it runs the embedded database, and workers that run this program serve the site.
 */

import cluster from 'node:cluster';
import path from 'node:path';
import { migrateSite } from '#src/cli/migrate-site.ts';
import { importLibrary } from '#src/features/starter-library/import-library.ts';
import { type Config, readConfig } from '#src/platform/config.ts';
import { openDataDir } from '#src/platform/data-dir.ts';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { checkPooled, waitForDatabase } from '#src/platform/db/migrate.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { DRAIN_MS, type Lifecycle, runServer, startWorkers, type Workers } from '#src/platform/lifecycle.ts';
import { captureConsole, createLog, type Log } from '#src/platform/log.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { exitWithFailure, StartError } from '#src/platform/start-errors.ts';
import { urls } from '#src/urls.ts';
import type { SiteDatabase, serveSite } from './serve-site.ts';

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
  // A supervisor passes a stop on at once; its workers delay the closing of the port.
  const shutdownDelayMs = hasWorkers(config) ? 0 : config.shutdownDelayMs;
  await runServer({ config: { shutdownDelayMs }, log: serverLog, start: (lifecycle) => start(config, log, lifecycle) });
}

async function start(config: Config, log: Log, lifecycle: Lifecycle): Promise<void> {
  if (cluster.isWorker) return serve(config, log, lifecycle, databaseOfSupervisor(config));
  let workers: Workers | undefined;
  // From the beginning, because by default the signal ends the process.
  process.on('SIGUSR2', () => {
    if (workers === undefined) log.warn({ event: 'no_workers' }, 'SIGUSR2 ignored: there are no web processes to restart (see WORKERS)');
    else void workers.restart();
  });
  await openDataDir(config.dataDir, log);
  const { ownerUrl, ...database } = await openDatabase(config, log, lifecycle);
  await migrateSite(ownerUrl, { config, log });
  if (database.appUrl !== database.directUrl) {
    await waitForDatabase(database.appUrl, { waitMs: config.databaseWaitMs, log });
    await checkPooled(database.appUrl, database.directUrl);
  }
  await importStarterLibrary(ownerUrl, log);
  await createFirstAdmin(config, ownerUrl, log);
  if (hasWorkers(config)) workers = await supervise(config, log, lifecycle);
  else await serve(config, log, lifecycle, database);
  process.stderr.write(`Talewood is running at ${config.publicUrl} (Ctrl-C to stop)\n`);
  if (config.isDevelopment && config.smtpUrl === undefined)
    process.stderr.write(`Emails are shown at http://localhost:${config.port}${urls.outbox()}\n`);
}

/** Loaded here, as a supervisor needs only half of the memory without it. */
async function serve(...given: Parameters<typeof serveSite>): Promise<void> {
  const loaded = await import('./serve-site.ts');
  await loaded.serveSite(...given);
}

function hasWorkers({ workers }: Config): boolean {
  return cluster.isPrimary && workers > 1;
}

async function supervise(config: Config, log: Log, lifecycle: Lifecycle): Promise<Workers> {
  const stopMs = config.shutdownDelayMs + DRAIN_MS + 10_000;
  if (config.metricsToken !== undefined) (await import('#src/features/admin-status/metrics.ts')).shareAmongWorkers();
  const workers = await startWorkers({ count: config.workers, log, stopMs });
  lifecycle.onStop('Web processes', () => workers.stop(), { timeoutMs: stopMs + 1_000 });
  return workers;
}

/** Returns the database that the supervisor uses or runs. */
function databaseOfSupervisor(config: Config): SiteDatabase {
  const external = externalDatabase(config);
  if (external !== undefined) return external;
  const appUrl = findRunningPostgres(config.dataDir)?.appUrl;
  if (appUrl === undefined) throw new StartError('The embedded database is not running.');
  return { appUrl, directUrl: appUrl };
}

function externalDatabase({ databaseUrl: appUrl, databaseDirectUrl: directUrl }: Config): SiteDatabase | undefined {
  return appUrl === undefined || directUrl === undefined ? undefined : { appUrl, directUrl };
}

async function openDatabase(config: Config, log: Log, lifecycle: Lifecycle): Promise<SiteDatabase & { ownerUrl: string }> {
  const external = externalDatabase(config);
  if (external !== undefined) return { ownerUrl: external.directUrl, ...external };
  const postgresLog = {
    debug: (message: string) => log.debug(message),
    info: (message: string) => log.info(message),
    warn: (message: string) => log.warn(message),
  };
  const postgres = await startEmbeddedPostgres({ ...config, log: postgresLog });
  lifecycle.onStop('Database', () => postgres.stop(), { timeoutMs: 20_000 });
  return { ownerUrl: postgres.url, appUrl: postgres.appUrl, directUrl: postgres.appUrl };
}

/** Imports the starter library into an empty database, once. */
async function importStarterLibrary(url: string, log: Log): Promise<void> {
  await withDb(url, log, (db) => importLibrary(db, path.join(ROOT, 'library'), { log }));
}

/** Loads the password code only if the configuration names an administrator. */
async function createFirstAdmin({ firstAdmin }: Config, url: string, log: Log): Promise<void> {
  if (firstAdmin === undefined) return;
  const { createFirstAdministrator } = await import('#src/features/accounts/administrators.ts');
  await withDb(url, log, (db) => createFirstAdministrator(db, firstAdmin, log));
}

async function withDb(url: string, log: Log, work: (db: Db) => Promise<unknown>): Promise<void> {
  const pool = openPool(url, { log, max: 1, statementTimeoutMs: IMPORT_TIMEOUT_MS });
  try {
    await work(openDb(pool));
  } finally {
    await pool.end();
  }
}

main().catch((error) => exitWithFailure(error));
