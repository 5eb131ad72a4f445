import fs from 'node:fs';
import path from 'node:path';
import { fileReason, StartError } from '../start-errors.ts';
import { chooseAccounts } from './account.ts';
import { databaseUrl, removeLink, shortFolder } from './address.ts';
import { prepareBinaries, SHARED_COPIES } from './binaries.ts';
import { APP, checkVersion, clearUnfinished, createCluster, OWNER, SUPERUSER } from './cluster.ts';
import { lockFolder } from './data-lock.ts';
import { keepRunning } from './keep-running.ts';
import type { PostgresLog } from './log.ts';
import { isServerOf, readPidFile } from './postmaster.ts';
import { holdReserve } from './reserve.ts';
import type { ServerOptions } from './server.ts';
import { ARCHIVING } from './settings.ts';
import { copyTemplate } from './template.ts';
import { startHandOver } from './wal/hand-over.ts';
import { forgetWaiting, openWaiting, refuseToBegin } from './wal/waiting.ts';

/**
 * PostgreSQL 18 as a child process, so that Talewood runs with nothing but npm. It lives in DATA_DIR/postgres,
 * listens on no network, survives kill -9 of anything, and never outlives us for long.
 */

export type EmbeddedPostgres = {
  /** Connection URL of the role that owns the database: for migrations and commands. */
  url: string;
  /** Connection URL of the role that serves requests: it reads and writes rows, and can change no table. */
  appUrl: string;
  /** Ends the server in order, within 16 s. May be called twice. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  /** Where the log is archived, so that any moment can be restored. It never stops the server: troubles are told as warnings. */
  archiveDir?: string | undefined;
  log: PostgresLog;
  /** False for tests: quick to create, and what is written may be lost when the machine stops. Default true. */
  durable?: boolean;
};

/**
 * Creates the database of DATA_DIR when there is none, starts it, and keeps it running: a server that ends by itself
 * is started again. Throws a StartError, among others when another Talewood has the folder.
 */
export async function startEmbeddedPostgres({
  dataDir,
  archiveDir,
  log,
  durable = true,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = makeHome(dataDir);
  const lock = lockFolder(home);
  try {
    if (archiveDir !== undefined) await refuseToBegin(clusterIn(dataDir), archiveDir);
    const prepared = await prepare(home, log, durable);
    const { cluster, account } = prepared;
    const waiting = archiveDir === undefined ? forgetWaiting(cluster) : await openWaiting(cluster, archiveDir, account);
    const reserve = durable ? holdReserve(home, log) : undefined;
    const makeRoom = () => reserve?.release() ?? false;
    const keeper = await keepRunning({ ...prepared, settings: waiting ? ARCHIVING : {}, makeRoom }).catch(async (error: unknown) => {
      await reserve?.stop();
      throw error;
    });
    const handOver = waiting && startHandOver(waiting, log);
    const folder = shortFolder(cluster);
    const stop = async () => {
      await keeper.stop();
      await reserve?.stop();
      await handOver?.stop();
      removeLink(folder);
      lock.release();
    };
    return { url: databaseUrl(folder, OWNER), appUrl: databaseUrl(folder, APP), stop: once(stop) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The URLs of the database that another process serves from DATA_DIR just now: for commands beside a running site. */
export function findRunningPostgres(dataDir: string): Pick<EmbeddedPostgres, 'url' | 'appUrl'> | undefined {
  const cluster = clusterIn(dataDir);
  if (!fs.existsSync(cluster)) return undefined;
  const real = fs.realpathSync(cluster);
  const file = readPidFile(real);
  if (!file?.isReady || !isServerOf(real, file.pid)) return undefined;
  const folder = shortFolder(real);
  return { url: databaseUrl(folder, OWNER), appUrl: databaseUrl(folder, APP) };
}

/** The folder of all databases. */
export function clusterIn(dataDir: string): string {
  return path.resolve(dataDir, 'postgres/cluster');
}

/** The folder whose disk the database of these settings needs; undefined where it is not ours. */
export function databaseFolder({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): string | undefined {
  return databaseUrl === undefined ? clusterIn(dataDir) : undefined;
}

/** The same database, as who may copy its files. */
export function superuserUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = SUPERUSER;
  return url.href;
}

/** DATA_DIR/postgres, which is made when there is none. Throws a StartError. */
export function makeHome(dataDir: string): string {
  const home = path.resolve(dataDir, 'postgres');
  try {
    fs.mkdirSync(home, { recursive: true, mode: 0o755 });
    fs.accessSync(home, fs.constants.W_OK | fs.constants.X_OK);
    return fs.realpathSync(home);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${fileReason(error)}.`);
  }
}

async function prepare(home: string, log: PostgresLog, durable: boolean): Promise<Omit<ServerOptions, 'settings'>> {
  const cluster = path.join(home, 'cluster');
  clearUnfinished(cluster);
  const isNew = !fs.existsSync(cluster);
  const accounts = chooseAccounts(cluster, home);
  const users = accounts ? [accounts.setup, accounts.server] : [];
  const binaries = prepareBinaries(users, accounts ? SHARED_COPIES : home, (line) => log.info(line));
  if (isNew && durable) {
    log.info(`Creating the database in ${cluster}.`);
    const slowly = setInterval(() => log.info('The database is still being created.'), 3000);
    await createCluster(cluster, binaries, accounts, durable).finally(() => clearInterval(slowly));
  } else if (isNew) await copyTemplate(cluster, binaries, accounts);
  checkVersion(cluster, binaries);
  return { cluster, binaries, account: accounts?.server, durable, log };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
