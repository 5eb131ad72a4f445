/** The worker process: runs jobs without a web server until it is told to stop. */
import path from 'node:path';
import { migrateSite } from '#src/cli/migrate-site.ts';
import { createFunctionHost } from '#src/features/functions/functions.ts';
import { connectCache } from '#src/platform/cache/connect-cache.ts';
import { readConfig } from '#src/platform/config.ts';
import { openDataDir } from '#src/platform/data-dir.ts';
import { watchDisk } from '#src/platform/disk-guard.ts';
import { runServer } from '#src/platform/lifecycle.ts';
import { captureConsole, createLog } from '#src/platform/log.ts';
import { watchStores } from '#src/platform/objects/open-store.ts';
import { databaseFolder } from '#src/platform/postgres/embedded-postgres.ts';
import { startSiteJobs } from './jobs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Opens the database and returns the owner's URL, the URL of the application role, and how to close it. */
type OpenDatabase = () => Promise<{ url: string; appUrl: string; close(): Promise<void> }>;

/** Resolves once the worker runs; it ends the process itself when it is told to stop. */
export async function runWorker(openDatabase: OpenDatabase): Promise<void> {
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
  await runServer({
    config,
    log: serverLog,
    start: async (lifecycle) => {
      await openDataDir(config.dataDir, log);
      const database = await openDatabase();
      lifecycle.onStop('Database', () => database.close(), { timeoutMs: 20_000 });
      await migrateSite(database.url, { config, log });
      const disk = await watchDisk({ folder: databaseFolder(config), log });
      lifecycle.onStop('Disk guard', () => disk.stop());
      const stores = await watchStores(config, log);
      lifecycle.onStop('File storage check', () => stores.close());
      // For the name of the site, which emails show.
      const listener = await connectCache(database.appUrl, { invalidate: () => {} }, log);
      lifecycle.onStop('Database notifications', () => listener.close());
      const functions = createFunctionHost(config.functionSettings, log);
      const apiOrigin = new URL(config.publicUrl).origin;
      await startSiteJobs({ config, log, appUrl: database.appUrl, root: ROOT, lifecycle, disk, stores, functions, apiOrigin });
      process.stderr.write('Talewood worker is running (Ctrl-C to stop)\n');
    },
  });
}
