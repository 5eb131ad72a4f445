import type { Config } from '#src/platform/config.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { startJobs } from '#src/platform/jobs/start-jobs.ts';
import type { Lifecycle } from '#src/platform/lifecycle.ts';
import type { Log } from '#src/platform/log.ts';
import { openTransport } from '#src/platform/mail/open-transport.ts';
import { sendMailTask } from '#src/platform/mail/send-mail.ts';

/** One hears of new jobs, the others serve those at work: they never take a connection from a reader. */
const CONNECTIONS = 4;
const DRAIN_MS = 8_000;

type SiteJobsDeps = {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>;
  log: Log;
  appUrl: string;
  lifecycle: Pick<Lifecycle, 'onStop'>;
};

/** Runs everything the site does aside from requests, in this process, until the lifecycle stops it. */
export async function startSiteJobs({ config, log, appUrl, lifecycle }: SiteJobsDeps): Promise<void> {
  const pool = openPool(appUrl, { log, max: CONNECTIONS });
  lifecycle.onStop('The database connections of the jobs', () => pool.end());
  const tasks = [sendMailTask({ db: openDb(pool), transport: openTransport(config), log })];
  const jobs = await startJobs({ pool, tasks, log, drainMs: DRAIN_MS });
  lifecycle.onStop('The jobs', () => jobs.stop(), { timeoutMs: DRAIN_MS + 3_000 });
}
