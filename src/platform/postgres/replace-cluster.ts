import fs from 'node:fs';
import path from 'node:path';
import { fileReason, StartError } from '../start-errors.ts';
import { chooseAccounts } from './account.ts';
import { prepareBinaries, SHARED_COPIES } from './binaries.ts';
import { changeOwner, removeUnfinished, SUPERUSER, syncFolder, UNFINISHED } from './cluster.ts';
import { databaseUrl, lockDataFolder, removeSocketLink, socketFolder } from './cluster-access.ts';
import { createHome } from './embedded-postgres.ts';
import type { PostgresLog } from './server.ts';
import { type Server, startServer } from './server.ts';
import { archiveQueueFolder } from './wal-archiver.ts';

/** An empty folder to be filled. `start` may be called again when it failed. `major`: the version of Postgres that will serve it. */
export type NewCluster = { folder: string; major: string; start(settings: Record<string, string>): Promise<{ url: string }> };

type ReplaceOptions = { dataDir: string; replace: boolean; log: PostgresLog; durable: boolean };

/**
 * Replaces the cluster of DATA_DIR by the one that `work` creates and starts; its URL is that of the superuser. The new cluster is created
 * in a temporary folder and renamed at the end: when anything throws, nothing has changed. Returns the result of `work` and where the
 * previous cluster was moved.
 * @throws StartError while another process uses DATA_DIR, and when a cluster exists and `replace` is false
 */
export async function replaceCluster<Result>(
  { dataDir, replace, log, durable }: ReplaceOptions,
  work: (cluster: NewCluster) => Promise<Result>,
): Promise<{ result: Result; before: string | undefined }> {
  const home = createHome(dataDir);
  const lock = lockDataFolder(home);
  const target = path.join(home, 'cluster');
  let folder: string | undefined;
  try {
    if (fs.existsSync(target) && !replace)
      throw new StartError(`${dataDir} already contains a database. Add --replace to move it suffix and use the restored one.`);
    removeUnfinished(target);
    folder = fs.mkdtempSync(`${target}${UNFINISHED}`);
    const result = await withServer({ home, folder, log, durable }, work);
    return { result, before: swap(folder, target) };
  } catch (error) {
    if (folder !== undefined) fs.rmSync(folder, { recursive: true, force: true });
    if (error instanceof Error && 'syscall' in error && 'path' in error)
      throw new StartError(`Cannot restore the database in ${dataDir}: ${fileReason(error)}.`, { cause: error });
    throw error;
  } finally {
    lock.release();
  }
}

type ServerContext = { home: string; folder: string; log: PostgresLog; durable: boolean };

async function withServer<Result>(
  { home, folder, log, durable }: ServerContext,
  work: (cluster: NewCluster) => Promise<Result>,
): Promise<Result> {
  const accounts = chooseAccounts(path.join(home, 'cluster'), home);
  const users = accounts ? [accounts.server] : [];
  const binaries = prepareBinaries(users, accounts ? SHARED_COPIES : home, (line) => log.info(line));
  const link = socketFolder(folder);
  let server: Server | undefined;
  const start = async (settings: Record<string, string>) => {
    if (accounts) changeOwner(accounts.server, folder);
    server = await startServer({ cluster: folder, binaries, account: accounts?.server, durable, settings, log });
    return { url: databaseUrl(link, SUPERUSER) };
  };
  try {
    return await work({ folder, major: binaries.version.split('.')[0] ?? '', start });
  } finally {
    await server?.stop();
    removeSocketLink(link);
  }
}

/** Moves the previous cluster and its archive queue suffix, and the new cluster into place. Returns the new path of the previous cluster. */
function swap(folder: string, target: string): string | undefined {
  const suffix = `.before-restore-${new Date().toISOString().replaceAll(':', '-')}`;
  const queue = archiveQueueFolder(target);
  if (fs.existsSync(queue)) fs.renameSync(queue, `${queue}${suffix}`);
  const exists = fs.existsSync(target);
  if (exists) fs.renameSync(target, `${target}${suffix}`);
  fs.renameSync(folder, target);
  syncFolder(path.dirname(target));
  return exists ? `${target}${suffix}` : undefined;
}
