/** The web process: serves pages and API and runs jobs, on a database that is ready. */

import { createHook } from 'node:async_hooks';
import path from 'node:path';
import { sql } from 'kysely';
import { createFunctionHost } from '#src/features/functions/functions.ts';
import { hasStoredPictures } from '#src/features/media/media.ts';
import { type Config, VERSION } from '#src/platform/config.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { openReadReplica } from '#src/platform/db/read-replica.ts';
import { watchDisk } from '#src/platform/disk-guard.ts';
import { gracefulClose } from '#src/platform/http/readiness.ts';
import { DRAIN_MS, type Lifecycle } from '#src/platform/lifecycle.ts';
import type { Log } from '#src/platform/log.ts';
import { openStore, watchStores } from '#src/platform/objects/open-store.ts';
import { databaseFolder } from '#src/platform/postgres/embedded-postgres.ts';
import { openSecret } from '#src/platform/secret.ts';
import { startTracing } from '#src/platform/tracing.ts';
import { createSite, loopbackOrigin } from './create-site.ts';
import { startSiteJobs } from './jobs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

let tickObject: object | undefined;

/** URLs of the database for requests, which may lead to a transaction pooler, and for everything that needs a session. */
export type SiteDatabase = { appUrl: string; directUrl: string };

/** Serves the site until the end of the process. */
export async function serveSite(config: Config, log: Log, lifecycle: Lifecycle, { appUrl, directUrl }: SiteDatabase): Promise<void> {
  keepNextTickFast();
  if (config.isTraced) lifecycle.onStop('Traces', await startTracing(log, VERSION), { timeoutMs: 3_000 });
  const disk = await watchDisk({ folder: databaseFolder(config), log });
  lifecycle.onStop('Disk guard', () => disk.stop());
  const stores = await watchStores(config, log);
  lifecycle.onStop('File storage check', () => stores.close());
  const pool = openPool(appUrl, { log, isPooled: appUrl !== directUrl });
  lifecycle.onStop('Database connections', () => pool.end());
  const db = openDb(pool);
  const { databaseReplicaUrl: replicaUrl } = config;
  const replica = replicaUrl === undefined ? undefined : openReadReplica({ url: replicaUrl, db, pool, log });
  lifecycle.onStop('Replica connections', async () => replica?.close());
  const store = openStore(config);
  const findProblems = async () => [
    ...(disk.isDegraded() ? ['disk_full' as const] : []),
    ...(replica?.isUsed() === false ? ['replica_not_used' as const] : []),
    ...((await stores.isSeparate(pool)) ? ['separate_stores' as const] : []),
    ...((await hasStoredPictures(pool, store)) ? [] : ['missing_pictures' as const]),
  ];
  await warnAboutMissingImages(config, log, () => hasStoredPictures(pool, store));
  const functions = createFunctionHost(config.functionSettings, log);
  const site = await createSite({
    config,
    secret: await openSecret(config),
    log,
    db,
    pool,
    replica,
    directUrl,
    root: ROOT,
    health: lifecycle.health,
    disk,
    findProblems,
    functions,
    checkDatabase: () => sql`select 1`.execute(db),
  });
  lifecycle.onStop('Page cache', () => site.close());
  // Jobs need sessions, for locks and notifications.
  await startSiteJobs({
    config,
    log,
    appUrl: directUrl,
    root: ROOT,
    lifecycle,
    disk,
    stores,
    functions,
    apiOrigin: loopbackOrigin(config),
  });

  await listen(site.server, config);
  const close = async () => {
    await site.endStreams();
    await gracefulClose(site.server, { state: lifecycle.health, drainMs: DRAIN_MS, log });
  };
  lifecycle.onStop('Web server', close, { timeoutMs: DRAIN_MS + 1_000 });
}

/** Missing images do not prevent the start. */
async function warnAboutMissingImages({ dataDir }: Config, log: Log, hasPictures: () => Promise<boolean>): Promise<void> {
  try {
    if (await hasPictures()) return;
    log.error(
      { event: 'missing_pictures', dataDir },
      'Image files of this database are missing in the file storage; check DATA_DIR or S3_*',
    );
  } catch (err) {
    log.warn({ event: 'store_not_checked', err }, 'Could not check for missing image files');
  }
}

function listen(server: import('node:http').Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/**
 * Keeps `process.nextTick` on its fast path in long-running processes, by keeping one of its tick objects alive. V8 remembers their hidden
 * class only while one exists: after a garbage collection that finds none, every tick is created the slow way, for good, which costs a
 * tenth of the time of a cached page (docs/developers/performance.md). Call once at the start.
 */
function keepNextTickFast(): void {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') tickObject ??= resource;
    },
  });
  hook.enable();
  process.nextTick(() => tickObject);
  hook.disable();
}
