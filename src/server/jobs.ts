import type pg from 'pg';
import { loadRenderEmail } from '#src/emails/emails.ts';
import { rotateKeys } from '#src/features/access-tokens/access-tokens.ts';
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
import { startFileArchiving } from '#src/features/backup/base/file-archive.ts';
import { TAKE_BASE, takeBaseTask } from '#src/features/backup/base/write-base.ts';
import type { SiteStores } from '#src/features/backup/site-files.ts';
import { classify } from '#src/features/classification/classification.ts';
import { removeOldMessages, sendAnswerTask } from '#src/features/contact/contact.ts';
import { removeUnusedFiles, removeUnusedFilesTask } from '#src/features/files/contents.ts';
import {
  type FunctionHost,
  queueScheduledRuns,
  registerFunctions,
  removeOldFunctionRuns,
  runFunctionTask,
} from '#src/features/functions/functions.ts';
import { importTasks, removeOldUploads } from '#src/features/import/uploads/uploads.ts';
import { registerStrayPictures, removeUnusedPictures, removeUnusedPicturesTask } from '#src/features/media/remove-unused-pictures.ts';
import { loadRenderIssue, recordSubscribers, removeOldSubscribers, startIssueScheduler } from '#src/features/newsletter/newsletter.ts';
import { removeOldDeliveries } from '#src/features/newsletter/sending/deliveries.ts';
import { sendDeliveryTask } from '#src/features/newsletter/sending/send-delivery.ts';
import { removeOldSubmissions } from '#src/features/submissions/submissions.ts';
import { suggestionOutcomeTask } from '#src/features/suggestions/suggestions.ts';
import { deleteOldDrafts } from '#src/features/tales/admin/drafts/drafts.ts';
import { deleteExpiredPreviewLinks } from '#src/features/tales/admin/previews/preview-links.ts';
import { publishTaleTask } from '#src/features/tales/admin/publishing/publish-task.ts';
import { purgeOldTrash } from '#src/features/tales/trash.ts';
import { createSender, deliverWebhookTask, MAX_WEBHOOKS, removeOldWebhookEvents } from '#src/features/webhooks/webhooks.ts';
import { removeOldCacheChanges } from '#src/platform/cache/connect-cache.ts';
import type { Config } from '#src/platform/config.ts';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import type { DiskGuard } from '#src/platform/disk-guard.ts';
import { removeExpiredResponses } from '#src/platform/idempotency.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { type DailyTask, type Jobs, startJobs } from '#src/platform/jobs/start-jobs.ts';
import { CLEANUP, cleanupTask, type Removal, type Task } from '#src/platform/jobs/task.ts';
import type { Lifecycle } from '#src/platform/lifecycle.ts';
import type { Log } from '#src/platform/log.ts';
import { removeOldEmails } from '#src/platform/mail/failed-emails.ts';
import { devMailFolder, type MailSettings, openTransport } from '#src/platform/mail/open-transport.ts';
import { sendEmailTask } from '#src/platform/mail/queue-email.ts';
import { openFileStore, openImportStore, openStore, type StoreWatch } from '#src/platform/objects/open-store.ts';
import { removeExpiredLimits } from '#src/platform/rate-limit/rate-limit.ts';
import { openSecret, readSecret } from '#src/platform/secret.ts';
import { siteName } from '#src/platform/site-name.ts';

/** For LISTEN, the heartbeat and running jobs: separate from the connections that serve readers. */
const CONNECTIONS = 5;
/** The same for newsletter deliveries, which run one at a time. */
const DELIVERY_CONNECTIONS = 4;
const DRAIN_MS = 8_000;
/** The same for webhooks. While a receiver answers, no connection is used. */
const WEBHOOK_CONNECTIONS = 6;
/** New events are notified at once. Each slot polls, so that a shorter interval would cost a query a second and more on idle sites. */
const WEBHOOK_POLL_MS = 15_000;
/** Two are held, two run, one checks. */
const FUNCTION_CONNECTIONS = 5;
const FUNCTION_CHECK_MS = 3_000;
/** Two imports, each with a transaction and its progress updates, and one undo. Separate, so that emails do not wait. */
const IMPORT_CONNECTIONS = 5;
/** A book with hundreds of tales is written in one transaction and may wait for another one. */
const IMPORT_TIMEOUT_MS = 120_000;

/** The task that stores figures for charts, shortly after the day (UTC) has ended. */
const DAILY_FIGURES = 'daily_figures';
/** The task that rotates the signing keys of access tokens. */
const ROTATE_KEYS = 'rotate_signing_keys';

/** What the daily cleanup removes. */
const REMOVALS: Record<string, Removal> = {
  tokens: removeExpiredTokens,
  sessions: removeEndedSessions,
  verifications: removeEndedVerifications,
  networks: removeOldNetworks,
  unconfirmedAccounts: removeUnconfirmedAccounts,
  invitations: removeExpiredInvitations,
  ...{ cacheChanges: removeOldCacheChanges, limits: removeExpiredLimits, answers: removeExpiredResponses },
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
  webhookEvents: removeOldWebhookEvents,
  functionRuns: removeOldFunctionRuns,
  submissions: removeOldSubmissions,
};

type SiteJobsDeps = {
  config: MailSettings &
    Pick<
      Config,
      'archiveDir' | 'secret' | 's3' | 'newsletterRate' | 'hasMailServer' | 'contact' | 'tokenAudiences' | 'allowPrivateWebhooks'
    >;
  log: Log;
  appUrl: string;
  /** Root folder of the project, with the build. */
  root: string;
  lifecycle: Pick<Lifecycle, 'onStop'>;
  /** Jobs wait while it is full. */
  disk: Pick<DiskGuard, 'isFull'>;
  stores: Pick<StoreWatch, 'onAlive'>;
  functions: FunctionHost;
  /** Origin of the site, as this process reaches it. */
  apiOrigin: string;
};

/** Runs all background jobs in this process until the lifecycle stops it. */
export async function startSiteJobs({ config, log, appUrl, root, lifecycle, disk, stores, ...rest }: SiteJobsDeps): Promise<void> {
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
  const files = { db, store: openFileStore(config) };
  const removals: Record<string, Removal> = {
    ...REMOVALS,
    files: () => removeUnusedFiles(files),
    pictures: () => removeUnusedPictures({ db, store }),
    strayPictures: () => registerStrayPictures({ db, store }),
    imports: () => removeOldUploads(imports),
  };
  const archive = await openArchive({ config, log, appUrl, pool, stores: { media: store, files: files.store }, until: stopping.signal });
  const hasTokens = config.tokenAudiences.length > 0;
  const tasks = [
    ...archive.tasks,
    sendEmailTask({ db, transport: openTransport(config), log }),
    publishTaleTask({ db, log }),
    cleanupTask({ db, log, removals }),
    removeUnusedPicturesTask({ db, store }),
    removeUnusedFilesTask(files),
    {
      name: DAILY_FIGURES,
      run: async () => {
        await recordSubscribers(db);
        // With the long timeout of imports, as it adds up the counts of all tales.
        await updateTopTales(imports.db);
      },
    },
    ...importTasks({ ...imports, fileStore: files.store, dataDir: config.dataDir, classify }),
    ...(hasTokens ? [{ name: ROTATE_KEYS, run: async () => rotateKeys({ db, log, secret: await openSecret(config) }) }] : []),
    suggestionOutcomeTask({ db, publicUrl: config.publicUrl, renderEmail: loadRenderEmail(root, siteName) }),
    ...(config.hasMailServer ? [sendAnswerTask({ db, ...config, renderEmail: loadRenderEmail(root, siteName) })] : []),
  ];
  // At times with few readers. The next process catches up on a missed run.
  const daily: DailyTask[] = [{ task: CLEANUP, at: '3:17' }, { task: DAILY_FIGURES, at: '0:07' }, ...archive.daily];
  if (hasTokens) daily.push({ task: ROTATE_KEYS, at: '3:27' });
  const jobs = await startJobs({ pool, tasks, daily, log, drainMs: DRAIN_MS, isPaused: disk.isFull, onAlive: stores.onAlive });
  if (archive.isBaseDue) await addJob(db, TAKE_BASE, {}, { key: `daily:${TAKE_BASE}` });
  const issueDeps = { publicUrl: config.publicUrl, renderIssue: loadRenderIssue(root), hasMailServer: config.hasMailServer };
  startIssueScheduler({ db, log, ...issueDeps }, stopping.signal);
  lifecycle.onStop('Jobs', () => jobs.stop(), { timeoutMs: DRAIN_MS + 3_000 });
  await startDeliveries({ config, log, appUrl, lifecycle, disk });
  await startWebhooks({ config, log, appUrl, root, lifecycle, disk });
  startFunctions({ config, log, appUrl, lifecycle, disk, ...rest });
}

/**
 * Sends newsletter deliveries one at a time in a queue of their own: emails do not wait for them, and a crash interrupts at most one. Without a mail
 * server they stay queued: written to files they would count as sent.
 */
async function startDeliveries({
  config,
  log,
  appUrl,
  lifecycle,
  disk,
}: Omit<SiteJobsDeps, 'root' | 'stores' | 'functions' | 'apiOrigin'>): Promise<void> {
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

/** Sends webhooks, each in a slot of its own, so that none waits for a receiver that does not answer. */
async function startWebhooks({
  config,
  log,
  appUrl,
  root,
  lifecycle,
  disk,
}: Omit<SiteJobsDeps, 'stores' | 'functions' | 'apiOrigin'>): Promise<void> {
  const pool = openPool(appUrl, { log, max: WEBHOOK_CONNECTIONS });
  lifecycle.onStop('Database connections of webhooks', () => pool.end());
  const { publicUrl } = config;
  const sending = { secret: await openSecret(config), send: createSender({ allowPrivate: config.allowPrivateWebhooks }) };
  const tasks = [deliverWebhookTask({ db: openDb(pool), log, publicUrl, ...sending, renderEmail: loadRenderEmail(root, siteName) })];
  const running = { concurrency: MAX_WEBHOOKS, pollIntervalMs: WEBHOOK_POLL_MS, drainMs: DRAIN_MS, isPaused: disk.isFull };
  const jobs = await startJobs({ pool, tasks, log, ...running });
  lifecycle.onStop('Webhooks', () => jobs.stop(), { timeoutMs: DRAIN_MS + 3_000 });
}

type FunctionJobsDeps = Pick<SiteJobsDeps, 'config' | 'log' | 'appUrl' | 'lifecycle' | 'disk' | 'functions' | 'apiOrigin'>;

/**
 * Watches the folder of functions, and runs them on events and schedules in a queue of their own, so that emails do not wait for them. Sites
 * without functions need no connections for that.
 */
function startFunctions({ config, log, appUrl, lifecycle, disk, functions: host, apiOrigin }: FunctionJobsDeps): void {
  let registered: unknown;
  let jobs: Jobs | undefined;
  let pool: pg.Pool | undefined;
  let db: Db | undefined;
  let isStopped = false;
  const check = async () => {
    try {
      const found = await host.list();
      if (found === undefined || isStopped || disk.isFull()) return;
      if (db === undefined) {
        pool = openPool(appUrl, { log, max: FUNCTION_CONNECTIONS });
        db = openDb(pool);
        const tasks = [runFunctionTask({ db, log, publicUrl: config.publicUrl, settings: host.settings, apiOrigin, host })];
        jobs = await startJobs({
          pool,
          tasks,
          log,
          concurrency: 2,
          pollIntervalMs: WEBHOOK_POLL_MS,
          drainMs: DRAIN_MS,
          isPaused: disk.isFull,
        });
      }
      if (found !== registered) await registerFunctions(db, found);
      registered = found;
      await queueScheduledRuns(db);
    } catch (err) {
      if (!isStopped) log.warn({ event: 'functions_not_checked', err }, 'Could not check for functions');
    }
  };
  let checking: Promise<void> | undefined;
  const checkAgain = () => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
  };
  checkAgain();
  const timer = setInterval(checkAgain, FUNCTION_CHECK_MS);
  timer.unref();
  const stop = async () => {
    isStopped = true;
    clearInterval(timer);
    await checking;
    await jobs?.stop();
    await pool?.end();
  };
  lifecycle.onStop('Functions', stop, { timeoutMs: DRAIN_MS + 3_000 });
}

type ArchiveDeps = Pick<SiteJobsDeps, 'config' | 'log' | 'appUrl'> & { pool: pg.Pool; stores: SiteStores; until: AbortSignal };
type ArchiveWork = { tasks: Task[]; daily: DailyTask[]; isBaseDue: boolean };

/** Jobs of the WAL archive of the embedded database: a daily base backup, and new files. */
async function openArchive({ config, log, appUrl, pool, stores, until }: ArchiveDeps): Promise<ArchiveWork> {
  const { archiveDir, dataDir } = config;
  if (archiveDir === undefined) return { tasks: [], daily: [], isBaseDue: false };
  startFileArchiving(pool, { stores, archiveDir }, log, until);
  const archived = async () => ({
    ...{ archiveDir, dataDir, ownerUrl: appUrl, stores },
    secret: config.secret === undefined ? await readSecret(dataDir) : undefined,
  });
  return {
    tasks: [takeBaseTask(archived, log)],
    daily: [{ task: TAKE_BASE, at: '3:47' }],
    // If the archive cannot be read, the job itself retries.
    isBaseDue: await isBaseDue({ archiveDir, dataDir }).catch(() => true),
  };
}
