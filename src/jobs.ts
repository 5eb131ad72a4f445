import type pg from 'pg';
import { removeOldNetworks } from '#src/features/accounts/known-networks.ts';
import { loadRenderMail } from '#src/features/accounts/load-render-mail.ts';
import { removeExpiredTokens } from '#src/features/accounts/one-time-tokens.ts';
import { removeEndedSessions, removeEndedVerifications, removeUnconfirmedAccounts } from '#src/features/accounts/removals.ts';
import { removeEndedKeys } from '#src/features/api-keys/api-keys.ts';
import { removeOldBackupNotes } from '#src/features/backup/backups-made.ts';
import { keepPicturesArchived } from '#src/features/backup/base/archive-pictures.ts';
import { isBaseDue } from '#src/features/backup/base/archive-state.ts';
import { TAKE_BASE, takeBaseTask } from '#src/features/backup/base/take-base.ts';
import { classify } from '#src/features/classification/classification.ts';
import { removeOldMessages, sendAnswerTask } from '#src/features/contact/contact.ts';
import { removeOldCounts } from '#src/features/counts/counts.ts';
import { removeOldDrafts } from '#src/features/drafts/drafts.ts';
import { importTasks, removeOldUploads } from '#src/features/import-uploads/import-uploads.ts';
import { noteStrayPictures, removeLeftPictures, removeLeftPicturesTask } from '#src/features/media/remove-left-pictures.ts';
import { loadDrawLetter, removeOldSubscribers, watchLetters } from '#src/features/newsletter/newsletter.ts';
import { removeOldDeliveries } from '#src/features/newsletter/sending/remove-old-deliveries.ts';
import { sendLetterTask } from '#src/features/newsletter/sending/send-letter.ts';
import { removeOldBinned } from '#src/features/tales/bin-tale.ts';
import { removeExpiredPreviews } from '#src/features/versions/previews.ts';
import { publishTaleTask } from '#src/features/versions/publish-tale.ts';
import type { Config } from '#src/platform/config.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import type { DiskGuard } from '#src/platform/disk-guard.ts';
import { removeExpiredAnswers } from '#src/platform/idempotency/kept-answers.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { CLEAN_UP, cleanUpTask, type Removal } from '#src/platform/jobs/clean-up.ts';
import type { DailyTask } from '#src/platform/jobs/daily.ts';
import { startJobs } from '#src/platform/jobs/start-jobs.ts';
import type { Task } from '#src/platform/jobs/task.ts';
import type { Lifecycle } from '#src/platform/lifecycle.ts';
import { removeEndedLimits } from '#src/platform/limits/limits.ts';
import type { Log } from '#src/platform/log.ts';
import { type MailSettings, openTransport, outboxFolder } from '#src/platform/mail/open-transport.ts';
import { removeOldMails } from '#src/platform/mail/remove-old-mails.ts';
import { sendMailTask } from '#src/platform/mail/send-mail.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { openImportStore, openStore } from '#src/platform/objects/open-store.ts';
import type { StoreWatch } from '#src/platform/objects/watch-stores.ts';
import { readSecret } from '#src/platform/secret.ts';

/** One hears of new jobs, one tells that we live, the others serve those at work: they never take a connection from a reader. */
const CONNECTIONS = 5;
/** The same for letters, of which one is at work. */
const LETTER_CONNECTIONS = 4;
const DRAIN_MS = 8_000;
/** Two imports, each with a transaction and what it notes meanwhile, and one that is taken back: mails wait for none of them. */
const IMPORT_CONNECTIONS = 5;
/** A book of hundreds of tales is written at once, and waits for another one. */
const IMPORT_TIMEOUT_MS = 120_000;

/** What is removed once a day. */
const REMOVALS: Record<string, Removal> = {
  tokens: removeExpiredTokens,
  sessions: removeEndedSessions,
  verifications: removeEndedVerifications,
  networks: removeOldNetworks,
  unconfirmedAccounts: removeUnconfirmedAccounts,
  limits: removeEndedLimits,
  answers: removeExpiredAnswers,
  mails: removeOldMails,
  previews: removeExpiredPreviews,
  binnedTales: removeOldBinned,
  drafts: removeOldDrafts,
  deliveries: removeOldDeliveries,
  keys: removeEndedKeys,
  subscribers: removeOldSubscribers,
  counts: removeOldCounts,
  backupNotes: removeOldBackupNotes,
  messages: removeOldMessages,
};

type SiteJobsDeps = {
  config: MailSettings & Pick<Config, 'archiveDir' | 'secret' | 's3' | 'newsletterRate' | 'hasMailServer' | 'contact'>;
  log: Log;
  appUrl: string;
  /** The folder of the project: the build. */
  root: string;
  lifecycle: Pick<Lifecycle, 'onStop'>;
  /** While it is full, jobs wait. */
  disk: Pick<DiskGuard, 'isFull'>;
  stores: Pick<StoreWatch, 'onAlive'>;
};

/** Runs everything the site does aside from requests, in this process, until the lifecycle stops it. */
export async function startSiteJobs({ config, log, appUrl, root, lifecycle, disk, stores }: SiteJobsDeps): Promise<void> {
  const pool = openPool(appUrl, { log, max: CONNECTIONS });
  const stopping = new AbortController();
  lifecycle.onStop('The database connections of the jobs', () => {
    stopping.abort();
    return pool.end();
  });
  const db = openDb(pool);
  if (config.smtpUrl === undefined)
    log.info({ event: 'mails_to_files' }, `There is no SMTP_URL: mails become files in ${outboxFolder(config.dataDir)}`);
  const store = openStore(config);
  const importPool = openPool(appUrl, { log, max: IMPORT_CONNECTIONS, statementTimeoutMs: IMPORT_TIMEOUT_MS });
  lifecycle.onStop('The database connections of imports', () => importPool.end());
  const imports = { db: openDb(importPool), store: openImportStore(config) };
  const removals: Record<string, Removal> = {
    ...REMOVALS,
    pictures: () => removeLeftPictures({ db, store }),
    strayPictures: () => noteStrayPictures({ db, store }),
    imports: () => removeOldUploads(imports),
  };
  const archive = await openArchive({ config, log, appUrl, pool, store, until: stopping.signal });
  const tasks = [
    ...archive.tasks,
    sendMailTask({ db, transport: openTransport(config), log }),
    publishTaleTask({ db, log }),
    cleanUpTask({ db, log, removals }),
    removeLeftPicturesTask({ db, store }),
    ...importTasks({ ...imports, dataDir: config.dataDir, classify }),
    ...(config.hasMailServer ? [sendAnswerTask({ db, ...config, renderMail: loadRenderMail(root) })] : []),
  ];
  // When few read; made up for by the first process that runs when none did then.
  const daily: DailyTask[] = [{ task: CLEAN_UP, at: '3:17' }, ...archive.daily];
  const jobs = await startJobs({ pool, tasks, daily, log, drainMs: DRAIN_MS, isPaused: disk.isFull, onAlive: stores.onAlive });
  if (archive.isBaseDue) await addJob(db, TAKE_BASE, {}, { key: `daily:${TAKE_BASE}` });
  const letters = { publicUrl: config.publicUrl, drawLetter: loadDrawLetter(root), hasMailServer: config.hasMailServer };
  watchLetters({ db, log, ...letters }, stopping.signal);
  lifecycle.onStop('The jobs', () => jobs.stop(), { timeoutMs: DRAIN_MS + 3_000 });
  await startLetters({ config, log, appUrl, lifecycle, disk });
}

/**
 * Letters go out one after the other, beside all other jobs: no mail waits behind them, and a kill interrupts one at most. Without a mail
 * server those that are queued already wait for one: as files they would count as sent.
 */
async function startLetters({ config, log, appUrl, lifecycle, disk }: Omit<SiteJobsDeps, 'root' | 'stores'>): Promise<void> {
  if (!config.hasMailServer) return;
  const pool = openPool(appUrl, { log, max: LETTER_CONNECTIONS });
  lifecycle.onStop('The database connections of letters', () => pool.end());
  const transport = openTransport(config, { isKept: true });
  const tasks = [sendLetterTask({ db: openDb(pool), transport, publicUrl: config.publicUrl, rate: config.newsletterRate, log })];
  const jobs = await startJobs({ pool, tasks, log, concurrency: 1, drainMs: DRAIN_MS, isPaused: disk.isFull });
  const stop = async () => {
    await jobs.stop();
    transport.close();
  };
  lifecycle.onStop('The letters', stop, { timeoutMs: DRAIN_MS + 3_000 });
}

type ArchiveDeps = Omit<SiteJobsDeps, 'lifecycle' | 'root' | 'disk' | 'stores'> & { pool: pg.Pool; store: ObjectStore; until: AbortSignal };
type ArchiveWork = { tasks: Task[]; daily: DailyTask[]; isBaseDue: boolean };

/** What an archive of the embedded database wants of the jobs: a base each day, and new pictures. */
async function openArchive({ config, log, appUrl, pool, store, until }: ArchiveDeps): Promise<ArchiveWork> {
  const { archiveDir, dataDir } = config;
  if (archiveDir === undefined) return { tasks: [], daily: [], isBaseDue: false };
  keepPicturesArchived(pool, { store, archiveDir }, log, until);
  const archived = async () => ({
    ...{ archiveDir, dataDir, ownerUrl: appUrl, store },
    secret: config.secret === undefined ? await readSecret(dataDir) : undefined,
  });
  return {
    tasks: [takeBaseTask(archived, log)],
    daily: [{ task: TAKE_BASE, at: '3:47' }],
    // Where the archive cannot be looked at, the job's tries wait for it.
    isBaseDue: await isBaseDue({ archiveDir, dataDir }).catch(() => true),
  };
}
