import type pg from 'pg';
import { loadRenderEmail } from '#src/emails/emails.ts';
import { removeOldNetworks } from '#src/features/accounts/known-devices.ts';
import { removeExpiredTokens } from '#src/features/accounts/one-time-tokens.ts';
import {
  removeEndedSessions,
  removeEndedVerifications,
  removeExpiredInvitations,
  removeUnconfirmedAccounts,
} from '#src/features/accounts/retention.ts';
import { removeOldCounts, updateTopTales } from '#src/features/analytics/analytics.ts';
import { removeEndedKeys } from '#src/features/api-keys/api-keys.ts';
import { removeOldBackupLogs } from '#src/features/backup/backup-log.ts';
import { isBaseDue } from '#src/features/backup/base/archive-state.ts';
import { startMediaArchiving } from '#src/features/backup/base/media-archive.ts';
import { TAKE_BASE, takeBaseTask } from '#src/features/backup/base/write-base.ts';
import { classify } from '#src/features/classification/classification.ts';
import { removeOldMessages, sendAnswerTask } from '#src/features/contact/contact.ts';
import { importTasks, removeOldUploads } from '#src/features/import/uploads/uploads.ts';
import { registerStrayPictures, removeUnusedPictures, removeUnusedPicturesTask } from '#src/features/media/remove-unused-pictures.ts';
import { loadRenderIssue, recordSubscribers, removeOldSubscribers, startIssueScheduler } from '#src/features/newsletter/newsletter.ts';
import { removeOldDeliveries } from '#src/features/newsletter/sending/deliveries.ts';
import { sendDeliveryTask } from '#src/features/newsletter/sending/send-delivery.ts';
import { deleteOldDrafts } from '#src/features/tales/admin/drafts/drafts.ts';
import { deleteExpiredPreviewLinks } from '#src/features/tales/admin/previews/preview-links.ts';
import { publishTaleTask } from '#src/features/tales/admin/publishing/publish-task.ts';
import { purgeOldTrash } from '#src/features/tales/trash.ts';
import type { Config } from '#src/platform/config.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import type { DiskGuard } from '#src/platform/disk-guard.ts';
import { removeExpiredResponses } from '#src/platform/idempotency.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import type { DailyTask } from '#src/platform/jobs/start-jobs.ts';
import { startJobs } from '#src/platform/jobs/start-jobs.ts';
import type { Task } from '#src/platform/jobs/task.ts';
import { CLEANUP, cleanupTask, type Removal } from '#src/platform/jobs/task.ts';
import type { Lifecycle } from '#src/platform/lifecycle.ts';
import type { Log } from '#src/platform/log.ts';
import { removeOldEmails } from '#src/platform/mail/failed-emails.ts';
import { devMailFolder, type MailSettings, openTransport } from '#src/platform/mail/open-transport.ts';
import { sendEmailTask } from '#src/platform/mail/queue-email.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import type { StoreWatch } from '#src/platform/objects/open-store.ts';
import { openImportStore, openStore } from '#src/platform/objects/open-store.ts';
import { removeExpiredLimits } from '#src/platform/rate-limit/rate-limit.ts';
import { readSecret } from '#src/platform/secret.ts';
import { siteName } from '#src/platform/site-name.ts';

/** For LISTEN, the heartbeat and running jobs: separate from the connections that serve readers. */
const CONNECTIONS = 5;
/** The same for newsletter deliveries, which run one at a time. */
const DELIVERY_CONNECTIONS = 4;
const DRAIN_MS = 8_000;
/** Two imports, each with a transaction and its progress updates, and one undo. Separate, so that emails do not wait. */
const IMPORT_CONNECTIONS = 5;
/** A book with hundreds of tales is written in one transaction and may wait for another one. */
const IMPORT_TIMEOUT_MS = 120_000;

/** The task that stores figures for charts, shortly after the day (UTC) has ended. */
const DAILY_FIGURES = 'daily_figures';

/** What the daily cleanup removes. */
const REMOVALS: Record<string, Removal> = {
  tokens: removeExpiredTokens,
  sessions: removeEndedSessions,
  verifications: removeEndedVerifications,
  networks: removeOldNetworks,
  unconfirmedAccounts: removeUnconfirmedAccounts,
  invitations: removeExpiredInvitations,
  limits: removeExpiredLimits,
  answers: removeExpiredResponses,
  mails: removeOldEmails,
  previews: deleteExpiredPreviewLinks,
  binnedTales: purgeOldTrash,
  drafts: deleteOldDrafts,
  deliveries: removeOldDeliveries,
  keys: removeEndedKeys,
  subscribers: removeOldSubscribers,
  counts: removeOldCounts,
  backupNotes: removeOldBackupLogs,
  messages: removeOldMessages,
};

type SiteJobsDeps = {
  config: MailSettings & Pick<Config, 'archiveDir' | 'secret' | 's3' | 'newsletterRate' | 'hasMailServer' | 'contact'>;
  log: Log;
  appUrl: string;
  /** Root folder of the project, with the build. */
  root: string;
  lifecycle: Pick<Lifecycle, 'onStop'>;
  /** Jobs wait while it is full. */
  disk: Pick<DiskGuard, 'isFull'>;
  stores: Pick<StoreWatch, 'onAlive'>;
};

/** Runs all background jobs in this process until the lifecycle stops it. */
export async function startSiteJobs({ config, log, appUrl, root, lifecycle, disk, stores }: SiteJobsDeps): Promise<void> {
  const pool = openPool(appUrl, { log, max: CONNECTIONS });
  const stopping = new AbortController();
  lifecycle.onStop('Database connections of jobs', () => {
    stopping.abort();
    return pool.end();
  });
  const db = openDb(pool);
  if (config.smtpUrl === undefined)
    log.info({ event: 'mails_to_files' }, `No SMTP_URL: emails are written to ${devMailFolder(config.dataDir)}`);
  const store = openStore(config);
  const importPool = openPool(appUrl, { log, max: IMPORT_CONNECTIONS, statementTimeoutMs: IMPORT_TIMEOUT_MS });
  lifecycle.onStop('Database connections of imports', () => importPool.end());
  const imports = { db: openDb(importPool), store: openImportStore(config) };
  const removals: Record<string, Removal> = {
    ...REMOVALS,
    pictures: () => removeUnusedPictures({ db, store }),
    strayPictures: () => registerStrayPictures({ db, store }),
    imports: () => removeOldUploads(imports),
  };
  const archive = await openArchive({ config, log, appUrl, pool, store, until: stopping.signal });
  const tasks = [
    ...archive.tasks,
    sendEmailTask({ db, transport: openTransport(config), log }),
    publishTaleTask({ db, log }),
    cleanupTask({ db, log, removals }),
    removeUnusedPicturesTask({ db, store }),
    {
      name: DAILY_FIGURES,
      run: async () => {
        await recordSubscribers(db);
        // With the long timeout of imports, as it adds up the counts of all tales.
        await updateTopTales(imports.db);
      },
    },
    ...importTasks({ ...imports, dataDir: config.dataDir, classify }),
    ...(config.hasMailServer ? [sendAnswerTask({ db, ...config, renderEmail: loadRenderEmail(root, siteName) })] : []),
  ];
  // At times with few readers. The next process catches up on a missed run.
  const daily: DailyTask[] = [{ task: CLEANUP, at: '3:17' }, { task: DAILY_FIGURES, at: '0:07' }, ...archive.daily];
  const jobs = await startJobs({ pool, tasks, daily, log, drainMs: DRAIN_MS, isPaused: disk.isFull, onAlive: stores.onAlive });
  if (archive.isBaseDue) await addJob(db, TAKE_BASE, {}, { key: `daily:${TAKE_BASE}` });
  const issueDeps = { publicUrl: config.publicUrl, renderIssue: loadRenderIssue(root), hasMailServer: config.hasMailServer };
  startIssueScheduler({ db, log, ...issueDeps }, stopping.signal);
  lifecycle.onStop('Jobs', () => jobs.stop(), { timeoutMs: DRAIN_MS + 3_000 });
  await startDeliveries({ config, log, appUrl, lifecycle, disk });
}

/**
 * Sends newsletter deliveries one at a time in a queue of their own: emails do not wait for them, and a crash interrupts at most one. Without a mail
 * server they stay queued: written to files they would count as sent.
 */
async function startDeliveries({ config, log, appUrl, lifecycle, disk }: Omit<SiteJobsDeps, 'root' | 'stores'>): Promise<void> {
  if (!config.hasMailServer) return;
  const pool = openPool(appUrl, { log, max: DELIVERY_CONNECTIONS });
  lifecycle.onStop('Database connections of newsletter deliveries', () => pool.end());
  const transport = openTransport(config, { isKept: true });
  const tasks = [sendDeliveryTask({ db: openDb(pool), transport, publicUrl: config.publicUrl, rate: config.newsletterRate, log })];
  const jobs = await startJobs({ pool, tasks, log, concurrency: 1, drainMs: DRAIN_MS, isPaused: disk.isFull });
  const stop = async () => {
    await jobs.stop();
    transport.close();
  };
  lifecycle.onStop('Newsletter deliveries', stop, { timeoutMs: DRAIN_MS + 3_000 });
}

type ArchiveDeps = Omit<SiteJobsDeps, 'lifecycle' | 'root' | 'disk' | 'stores'> & { pool: pg.Pool; store: ObjectStore; until: AbortSignal };
type ArchiveWork = { tasks: Task[]; daily: DailyTask[]; isBaseDue: boolean };

/** Jobs of the WAL archive of the embedded database: a daily base backup, and new images. */
async function openArchive({ config, log, appUrl, pool, store, until }: ArchiveDeps): Promise<ArchiveWork> {
  const { archiveDir, dataDir } = config;
  if (archiveDir === undefined) return { tasks: [], daily: [], isBaseDue: false };
  startMediaArchiving(pool, { store, archiveDir }, log, until);
  const archived = async () => ({
    ...{ archiveDir, dataDir, ownerUrl: appUrl, store },
    secret: config.secret === undefined ? await readSecret(dataDir) : undefined,
  });
  return {
    tasks: [takeBaseTask(archived, log)],
    daily: [{ task: TAKE_BASE, at: '3:47' }],
    // If the archive cannot be read, the job itself retries.
    isBaseDue: await isBaseDue({ archiveDir, dataDir }).catch(() => true),
  };
}
