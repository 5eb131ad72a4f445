import fs from 'node:fs';
import path from 'node:path';
import { fileReason, StartError } from '../start-errors.ts';
import { chooseAccounts } from './account.ts';
import { databaseUrl, removeLink, shortFolder } from './address.ts';
import { prepareBinaries, SHARED_COPIES } from './binaries.ts';
import { clearUnfinished, giveTo, SUPERUSER, syncFolder, UNFINISHED } from './cluster.ts';
import { lockFolder } from './data-lock.ts';
import { makeHome } from './embedded-postgres.ts';
import type { PostgresLog } from './log.ts';
import { type Server, startServer } from './server.ts';
import { folderBeside } from './wal/waiting.ts';

/** Puts a cluster from elsewhere in the place of that of DATA_DIR: made aside, started there, and renamed when all went well. */

/** A folder to be filled; then it can be started, and again when that failed. `major` is the version of Postgres that starts it. */
export type NewCluster = { folder: string; major: string; start(settings: Record<string, string>): Promise<{ url: string }> };

type Replacing = { dataDir: string; replace: boolean; log: PostgresLog; durable: boolean };

/**
 * `work` fills the new cluster and starts it; its URL is that of the superuser. Returns what `work` does, and where the cluster is kept that was
 * there before. Throws a StartError where a Talewood is at work, or where there is a cluster that must not be replaced; whatever is thrown,
 * nothing was changed.
 */
export async function replaceCluster<Result>(
  { dataDir, replace, log, durable }: Replacing,
  work: (cluster: NewCluster) => Promise<Result>,
): Promise<{ result: Result; before: string | undefined }> {
  const home = makeHome(dataDir);
  const lock = lockFolder(home);
  const place = path.join(home, 'cluster');
  let folder: string | undefined;
  try {
    if (fs.existsSync(place) && !replace)
      throw new StartError(
        `There is a database in ${dataDir} already. Add --replace to set it aside, and put the restored one in its place.`,
      );
    clearUnfinished(place);
    folder = fs.mkdtempSync(`${place}${UNFINISHED}`);
    const result = await withServer({ home, folder, log, durable }, work);
    return { result, before: swap(folder, place) };
  } catch (error) {
    if (folder !== undefined) fs.rmSync(folder, { recursive: true, force: true });
    if (error instanceof Error && 'syscall' in error && 'path' in error)
      throw new StartError(`The database cannot be restored in ${dataDir}: ${fileReason(error)}.`, { cause: error });
    throw error;
  } finally {
    lock.release();
  }
}

type Making = { home: string; folder: string; log: PostgresLog; durable: boolean };

async function withServer<Result>({ home, folder, log, durable }: Making, work: (cluster: NewCluster) => Promise<Result>): Promise<Result> {
  const accounts = chooseAccounts(path.join(home, 'cluster'), home);
  const users = accounts ? [accounts.server] : [];
  const binaries = prepareBinaries(users, accounts ? SHARED_COPIES : home, (line) => log.info(line));
  const link = shortFolder(folder);
  let server: Server | undefined;
  const start = async (settings: Record<string, string>) => {
    if (accounts) giveTo(accounts.server, folder);
    server = await startServer({ cluster: folder, binaries, account: accounts?.server, durable, settings, log });
    return { url: databaseUrl(link, SUPERUSER) };
  };
  try {
    return await work({ folder, major: binaries.version.split('.')[0] ?? '', start });
  } finally {
    await server?.stop();
    removeLink(link);
  }
}

/** What waits for the archive belongs to the one that was there before, and goes with it. Returns where that one is. */
function swap(folder: string, place: string): string | undefined {
  const aside = `.before-restore-${new Date().toISOString().replaceAll(':', '-')}`;
  const waiting = folderBeside(place);
  if (fs.existsSync(waiting)) fs.renameSync(waiting, `${waiting}${aside}`);
  const isOneThere = fs.existsSync(place);
  if (isOneThere) fs.renameSync(place, `${place}${aside}`);
  fs.renameSync(folder, place);
  syncFolder(path.dirname(place));
  return isOneThere ? `${place}${aside}` : undefined;
}
