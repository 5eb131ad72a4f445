/** The worker process: jobs without the web server, until it is told to stop. */
import path from 'node:path';
import { readConfig } from '#src/platform/config.ts';
import { openDataDir } from '#src/platform/data-dir.ts';
import { watchDisk } from '#src/platform/disk-guard.ts';
import { runServer } from '#src/platform/lifecycle.ts';
import { captureConsole, createLog } from '#src/platform/log.ts';
import { watchStores } from '#src/platform/objects/watch-stores.ts';
import { databaseFolder } from '#src/platform/postgres/embedded-postgres.ts';
import { startSiteJobs } from './jobs.ts';
import { migrateSite } from './migrate-site.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Opens the database: its owner's address, that of the role that serves, and how it is closed where it was started for us. */
type OpenDatabase = () => Promise<{ url: string; appUrl: string; close(): Promise<void> }>;

/** Resolves when the worker works; it ends the process itself when it is told to stop. */
export async function runWorker(openDatabase: OpenDatabase): Promise<void> {
  const config = readConfig();
  const { log, flush } = createLog({ level: config.logLevel });
  process.on('exit', flush);
  captureConsole(log);
  const said = {
    info: (message: string) => log.info(message),
    warn: (message: string) => log.warn(message),
    error: (message: string) => log.error(message),
  };
  await runServer({
    config,
    log: said,
    start: async (lifecycle) => {
      await openDataDir(config.dataDir, log);
      const database = await openDatabase();
      lifecycle.onStop('The database', () => database.close(), { timeoutMs: 20_000 });
      await migrateSite(database.url, { config, log });
      const disk = await watchDisk({ folder: databaseFolder(config), log });
      lifecycle.onStop('The watch over the disk', () => disk.stop());
      const stores = await watchStores(config, log);
      lifecycle.onStop('The watch over the stores', () => stores.close());
      await startSiteJobs({ config, log, appUrl: database.appUrl, root: ROOT, lifecycle, disk, stores });
      process.stderr.write('The worker of Talewood works (Ctrl-C stops it)\n');
    },
  });
}
