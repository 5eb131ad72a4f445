/** The worker process: jobs without the web server, until it is told to stop. */
import path from 'node:path';
import { readConfig } from '#src/platform/config.ts';
import { migrate } from '#src/platform/db/migrate.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { runServer } from '#src/platform/lifecycle.ts';
import { createLog } from '#src/platform/log.ts';
import { startSiteJobs } from './jobs.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const MIGRATIONS = path.join(ROOT, 'db/migrations');

/** Opens the database: its owner's address, that of the role that serves, and how it is closed where it was started for us. */
type OpenDatabase = () => Promise<{ url: string; appUrl: string; close(): Promise<void> }>;

/** Resolves when the worker works; it ends the process itself when it is told to stop. */
export async function runWorker(openDatabase: OpenDatabase): Promise<void> {
  const config = readConfig();
  const { log, flush } = createLog({ level: config.logLevel });
  process.on('exit', flush);
  const said = {
    info: (message: string) => log.info(message),
    warn: (message: string) => log.warn(message),
    error: (message: string) => log.error(message),
  };
  await runServer({
    config,
    log: said,
    start: async (lifecycle) => {
      const database = await openDatabase();
      lifecycle.onStop('The database', () => database.close(), { timeoutMs: 20_000 });
      await migrate(database.url, { folder: MIGRATIONS, log });
      await migrateJobs(database.url, { log });
      await startSiteJobs({ config, log, appUrl: database.appUrl, root: ROOT, lifecycle });
      process.stderr.write('The worker of Talewood works (Ctrl-C stops it)\n');
    },
  });
}
