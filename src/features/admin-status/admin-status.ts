/** The status API, below /api/v1/admin. For administrators only, without API keys. */
import { z } from 'zod';
import { readAnalytics } from '#src/features/analytics/analytics.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Config } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { notFound } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { removeFailedJob, retryFailedJob } from '#src/platform/jobs/failed-jobs.ts';
import type { Log } from '#src/platform/log.ts';
import { AdminStatus, type PanelData } from './contract.ts';
import { readBackupPanel, readDatabasePanel, readDiskPanel, readJobPanel, readMailPanel } from './read-panels.ts';

export { createProcessReader } from './read-panels.ts';

type Admin = { id: string };

const JobId = z.strictObject({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
});
const JOB_NOT_FOUND = { 404: 'There is no such job, or it has not failed permanently' };

export function statusEndpoints(deps: StatusDeps): Endpoint<Admin>[] {
  const { db } = deps;
  return [
    endpoint({
      ...{
        id: 'getSiteStatus',
        method: 'GET',
        path: '/operations',
        summary: 'Get the site status',
        description: 'Current state of emails, jobs, database, disk, process, backups and usage counts.',
        response: AdminStatus,
      },
      run: (_: { caller: Admin }) => readStatus(deps),
    }),
    endpoint({
      ...{
        id: 'retryJob',
        method: 'POST',
        path: '/jobs/{id}/retry',
        summary: 'Retry a failed job',
        description: 'Queues a permanently failed job again with all its attempts.',
        params: JobId,
        errors: JOB_NOT_FOUND,
      },
      run: async ({ caller, params }: { caller: Admin; params: z.output<typeof JobId> }) => {
        await retryJob(db, caller, params.id);
        return undefined;
      },
    }),
    endpoint({
      ...{
        id: 'deleteJob',
        method: 'DELETE',
        path: '/jobs/{id}',
        summary: 'Delete a failed job',
        description: 'Removes a permanently failed job from the queue.',
        params: JobId,
        errors: JOB_NOT_FOUND,
      },
      run: async ({ caller, params }: { caller: Admin; params: z.output<typeof JobId> }) => {
        await removeJob(db, caller, params.id);
        return undefined;
      },
    }),
  ];
}

export type StatusDeps = {
  db: Db;
  log: Pick<Log, 'warn'>;
  config: CheckedSettings & Pick<Config, 'dataDir' | 's3'>;
  readProcess: () => PanelData<'process'>;
  /** Returns current problems. */
  findProblems: () => Promise<AdminStatus['settings']>;
};

/** Reads the status. A panel that cannot be read is logged and null; the others are returned. */
export async function readStatus({ db, log, config, readProcess, findProblems }: StatusDeps): Promise<AdminStatus> {
  const { dataDir, archiveDir, databaseUrl, s3 } = config;
  const read = async <Value>(panel: string, load: () => Value | Promise<Value>): Promise<Value | null> => {
    try {
      return await load();
    } catch (err) {
      log.warn({ event: 'panel_not_read', panel, err }, 'Status panel could not be read');
      return null;
    }
  };
  const [problems, mails, jobs, database, disk, processPanel, backups, counts] = await Promise.all([
    read('problems', findProblems),
    read('mails', () => readMailPanel(db)),
    read('jobs', () => readJobPanel(db)),
    read('database', () => readDatabasePanel(db, { isEmbedded: databaseUrl === undefined })),
    read('disk', () => readDiskPanel(db, { dataDir, archiveDir, isInBucket: s3 !== undefined })),
    read('process', readProcess),
    read('backups', () => readBackupPanel(db)),
    read('counts', () => readAnalytics(db)),
  ]);
  return {
    at: new Date().toISOString(),
    settings: [...(problems ?? []), ...configurationWarnings(config)],
    mails,
    jobs,
    database,
    disk,
    process: processPanel,
    backups,
    counts,
  };
}

type CheckedSettings = Pick<Config, 'smtpUrl' | 'firstAdmin' | 'isPublicUrlSet' | 'publicUrl' | 'host' | 'archiveDir' | 'databaseUrl'>;

const LOOPBACK_HOSTS = new Set(['127.0.0.1', '::1', 'localhost']);

/** Returns warnings about the configuration. Contains no values of settings. */
export function configurationWarnings(config: CheckedSettings): AdminStatus['settings'] {
  const { smtpUrl, firstAdmin, isPublicUrlSet, publicUrl, host, archiveDir, databaseUrl } = config;
  return [
    ...(smtpUrl === undefined ? ['no_smtp' as const] : []),
    ...(firstAdmin !== undefined ? ['admin_password' as const] : []),
    ...(isPublicUrlSet ? [] : ['no_public_url' as const]),
    // Reachable from a network without TLS.
    ...(publicUrl.startsWith('http:') && !LOOPBACK_HOSTS.has(host) ? ['plain_http' as const] : []),
    // An external database has its own archiving.
    ...(archiveDir === undefined && databaseUrl === undefined ? ['no_archive' as const] : []),
  ];
}

type Actor = { id: string };

/** Retries a dead job with all its attempts. @throws AppError 404 `unknown_job` unless the job exists and is dead. */
async function retryJob(db: Db, actor: Actor, id: number): Promise<void> {
  await changeJob(db, { actor, id, action: 'job.retried', work: retryFailedJob });
}

/** Removes a dead job from the queue. @throws AppError as `retryJob` does */
async function removeJob(db: Db, actor: Actor, id: number): Promise<void> {
  await changeJob(db, { actor, id, action: 'job.removed', work: removeFailedJob });
}

type JobChange = { actor: Actor; id: number; action: string; work: (trx: Db, id: number) => Promise<string | undefined> };

async function changeJob(db: Db, { actor, id, action, work }: JobChange): Promise<void> {
  await transact(db, async (trx) => {
    const task = await work(trx, id);
    if (task === undefined) throw notFound('This job does not exist or has not failed permanently.', 'unknown_job');
    await audit(trx, { actor: actor.id, action, subject: { kind: 'job', id: String(id) }, details: { task } });
  });
}
