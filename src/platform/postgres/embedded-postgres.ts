import fs from 'node:fs';
import path from 'node:path';
import { fileReason, StartError } from '../start-errors.ts';
import { chooseAccounts } from './account.ts';
import { type Binaries, prepareBinaries, SHARED_COPIES } from './binaries.ts';
import { APP, copyTemplate, createCluster, OWNER, removeUnfinished, SUPERUSER } from './cluster.ts';
import { databaseUrl, lockDataFolder, removeSocketLink, socketFolder } from './cluster-access.ts';
import { isServerOf, readPidFile } from './postmaster.ts';
import type { PostgresLog, ServerOptions } from './server.ts';
import { holdReserve, superviseServer } from './supervise-server.ts';
import { assertSameDatabase, findOwner } from './wal-archive.ts';
import { ARCHIVING, archiveQueueFolder, openArchiveQueue, startArchiver } from './wal-archiver.ts';

/**
 * PostgreSQL 18 as a child process, so that Talewood needs nothing but npm. Its data is in DATA_DIR/postgres. It listens on no network,
 * recovers from kill -9 of any process, and stops soon after Talewood does.
 */

export type EmbeddedPostgres = {
  /** Connection URL of the role that owns the database, for migrations and commands. */
  url: string;
  /** Connection URL of the role of requests, which reads and writes rows but cannot change tables. */
  appUrl: string;
  /** Shuts the server down, within 16 s. Idempotent. */
  stop(): Promise<void>;
};

type EmbeddedPostgresOptions = {
  dataDir: string;
  /** Folder of the WAL archive, for point-in-time recovery. Failures to archive are logged as warnings and never stop the server. */
  archiveDir?: string | undefined;
  /** Processes that connect to it. Default 1. */
  workers?: number;
  log: PostgresLog;
  /** False for tests: faster, but data may be lost when the machine stops. Default true. */
  durable?: boolean;
};

/**
 * Starts the database of DATA_DIR, which is created when missing, and restarts it when it exits.
 * @throws StartError, for instance when another process uses the folder
 */
export async function startEmbeddedPostgres({
  dataDir,
  archiveDir,
  workers = 1,
  log,
  durable = true,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = createHome(dataDir);
  const lock = lockDataFolder(home);
  try {
    if (archiveDir !== undefined) await assertArchiveUnused(clusterIn(dataDir), archiveDir);
    const prepared = await prepare(home, log, durable);
    const { cluster, account } = prepared;
    const queue = archiveDir === undefined ? removeArchiveQueue(cluster) : await openArchiveQueue(cluster, archiveDir, account);
    const reserve = durable ? holdReserve(home, log) : undefined;
    const makeRoom = () => reserve?.release() ?? false;
    const supervisor = await superviseServer({
      ...prepared,
      settings: { ...connectionLimit(workers), ...(queue ? ARCHIVING : {}) },
      makeRoom,
    }).catch(async (error: unknown) => {
      await reserve?.stop();
      throw error;
    });
    const archiver = queue && startArchiver(queue, log);
    const folder = socketFolder(cluster);
    const stop = async () => {
      await supervisor.stop();
      await reserve?.stop();
      await archiver?.stop();
      removeSocketLink(folder);
      lock.release();
    };
    return { url: databaseUrl(folder, OWNER), appUrl: databaseUrl(folder, APP), stop: runOnce(stop) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A process opens up to 30 connections; the default of Postgres, 100, is enough for two, commands and your own tools. */
function connectionLimit(workers: number): Record<string, string> {
  return workers <= 2 ? {} : { max_connections: String(40 + 30 * workers) };
}

/** Returns the URLs of the database that another process is running in DATA_DIR, for commands beside a running site. */
export function findRunningPostgres(dataDir: string): Pick<EmbeddedPostgres, 'url' | 'appUrl'> | undefined {
  const cluster = clusterIn(dataDir);
  if (!fs.existsSync(cluster)) return undefined;
  const real = fs.realpathSync(cluster);
  const file = readPidFile(real);
  if (!file?.isReady || !isServerOf(real, file.pid)) return undefined;
  const folder = socketFolder(real);
  return { url: databaseUrl(folder, OWNER), appUrl: databaseUrl(folder, APP) };
}

/** The folder of the Postgres cluster. */
export function clusterIn(dataDir: string): string {
  return path.resolve(dataDir, 'postgres/cluster');
}

/** The folder whose disk space the database needs; undefined for an external database. */
export function databaseFolder({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): string | undefined {
  return databaseUrl === undefined ? clusterIn(dataDir) : undefined;
}

/** Returns the connection URL of the superuser, who may copy the files of the database. */
export function superuserUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = SUPERUSER;
  return url.href;
}

/**
 * Returns DATA_DIR/postgres, which is created when missing.
 * @throws StartError
 */
export function createHome(dataDir: string): string {
  const home = path.resolve(dataDir, 'postgres');
  try {
    fs.mkdirSync(home, { recursive: true });
    // Postgres runs as another user if Talewood runs as root, and its archiver passes through this folder. DATA_DIR keeps others out.
    fs.chmodSync(home, 0o711);
    fs.accessSync(home, fs.constants.W_OK | fs.constants.X_OK);
    return fs.realpathSync(home);
  } catch (error) {
    throw new StartError(`Cannot write to DATA_DIR ${dataDir}: ${fileReason(error)}.`);
  }
}

async function prepare(home: string, log: PostgresLog, durable: boolean): Promise<Omit<ServerOptions, 'settings'>> {
  const cluster = path.join(home, 'cluster');
  removeUnfinished(cluster);
  const isNew = !fs.existsSync(cluster);
  const accounts = chooseAccounts(cluster, home);
  const users = accounts ? [accounts.setup, accounts.server] : [];
  const binaries = prepareBinaries(users, accounts ? SHARED_COPIES : home, (line) => log.info(line));
  if (isNew && durable) {
    log.info(`Creating the database in ${cluster}`);
    const progress = setInterval(() => log.info('Still creating the database'), 3000);
    await createCluster(cluster, binaries, accounts, durable).finally(() => clearInterval(progress));
  } else if (isNew) await copyTemplate(cluster, binaries, accounts);
  checkVersion(cluster, binaries);
  return { cluster, binaries, account: accounts?.server, durable, log };
}

function runOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/**
 * Checks that the cluster has the major version of the executables.
 * @throws StartError
 */
function checkVersion(cluster: string, binaries: Binaries): void {
  const version = fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  const major = binaries.version.split('.')[0];
  if (version === major) return;
  throw new StartError(
    `The database in ${cluster} was created by Postgres ${version}, but this version of Talewood includes Postgres ${major}. Export with the old version and import with this one.`,
  );
}

/**
 * Checks that a new database does not start with the archive of another one: the disk was lost, or the setting is wrong.
 * @throws StartError
 */
async function assertArchiveUnused(cluster: string, archiveDir: string): Promise<void> {
  if (!fs.existsSync(cluster)) assertSameDatabase(archiveDir, await findOwner(archiveDir).catch(() => undefined), 'new database');
}

/** Removes the queue: without an archive the WAL has gaps, and the next archive begins with a base backup. */
function removeArchiveQueue(cluster: string): void {
  fs.rmSync(archiveQueueFolder(cluster), { recursive: true, force: true });
}
