import { removeExpiredTokens } from '#src/features/accounts/one-time-tokens.ts';
import { removeEndedSessions, removeEndedVerifications, removeUnconfirmedAccounts } from '#src/features/accounts/removals.ts';
import { removeEndedKeys } from '#src/features/api-keys/api-keys.ts';
import { removeOldDrafts } from '#src/features/drafts/drafts.ts';
import { noteStrayPictures, removeLeftPictures, removeLeftPicturesTask } from '#src/features/media/remove-left-pictures.ts';
import { removeOldBinned } from '#src/features/tales/bin-tale.ts';
import { removeExpiredPreviews } from '#src/features/versions/previews.ts';
import { publishTaleTask } from '#src/features/versions/publish-tale.ts';
import type { Config } from '#src/platform/config.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { removeExpiredAnswers } from '#src/platform/idempotency/kept-answers.ts';
import { CLEAN_UP, cleanUpTask, type Removal } from '#src/platform/jobs/clean-up.ts';
import type { DailyTask } from '#src/platform/jobs/daily.ts';
import { startJobs } from '#src/platform/jobs/start-jobs.ts';
import type { Lifecycle } from '#src/platform/lifecycle.ts';
import { removeEndedLimits } from '#src/platform/limits/limits.ts';
import type { Log } from '#src/platform/log.ts';
import { openTransport, outboxFolder } from '#src/platform/mail/open-transport.ts';
import { removeOldMails } from '#src/platform/mail/remove-old-mails.ts';
import { sendMailTask } from '#src/platform/mail/send-mail.ts';
import { openStore } from '#src/platform/objects/open-store.ts';

/** One hears of new jobs, the others serve those at work: they never take a connection from a reader. */
const CONNECTIONS = 4;
const DRAIN_MS = 8_000;

/** What is removed once a day. */
const REMOVALS: Record<string, Removal> = {
  tokens: removeExpiredTokens,
  sessions: removeEndedSessions,
  verifications: removeEndedVerifications,
  unconfirmedAccounts: removeUnconfirmedAccounts,
  limits: removeEndedLimits,
  answers: removeExpiredAnswers,
  mails: removeOldMails,
  previews: removeExpiredPreviews,
  binnedTales: removeOldBinned,
  drafts: removeOldDrafts,
  keys: removeEndedKeys,
};

type SiteJobsDeps = {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir' | 's3'>;
  log: Log;
  appUrl: string;
  lifecycle: Pick<Lifecycle, 'onStop'>;
};

/** Runs everything the site does aside from requests, in this process, until the lifecycle stops it. */
export async function startSiteJobs({ config, log, appUrl, lifecycle }: SiteJobsDeps): Promise<void> {
  const pool = openPool(appUrl, { log, max: CONNECTIONS });
  lifecycle.onStop('The database connections of the jobs', () => pool.end());
  const db = openDb(pool);
  if (config.smtpUrl === undefined)
    log.info({ event: 'mails_to_files' }, `There is no SMTP_URL: mails become files in ${outboxFolder(config.dataDir)}`);
  const store = openStore(config);
  const removals: Record<string, Removal> = {
    ...REMOVALS,
    pictures: () => removeLeftPictures({ db, store }),
    strayPictures: () => noteStrayPictures({ db, store }),
  };
  const tasks = [
    sendMailTask({ db, transport: openTransport(config), log }),
    publishTaleTask({ db, log }),
    cleanUpTask({ db, log, removals }),
    removeLeftPicturesTask({ db, store }),
  ];
  // When few read; made up for by the first process that runs when none did then.
  const daily: DailyTask[] = [{ task: CLEAN_UP, at: '3:17' }];
  const jobs = await startJobs({ pool, tasks, daily, log, drainMs: DRAIN_MS });
  lifecycle.onStop('The jobs', () => jobs.stop(), { timeoutMs: DRAIN_MS + 3_000 });
}
