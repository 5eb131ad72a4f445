import fs from 'node:fs';
import path from 'node:path';
import { fileReason, StartError } from '../start-errors.ts';
import { chooseAccounts } from './account.ts';
import { databaseUrl, removeLink, shortFolder } from './address.ts';
import { prepareBinaries, SHARED_COPIES } from './binaries.ts';
import { APP, checkVersion, createCluster, OWNER } from './cluster.ts';
import { lockFolder } from './data-lock.ts';
import { keepRunning } from './keep-running.ts';
import type { PostgresLog } from './log.ts';
import { isServerOf, readPidFile } from './postmaster.ts';
import type { ServerOptions } from './server.ts';
import { copyTemplate } from './template.ts';

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
  log: PostgresLog;
  /** False for tests: quick to create, and what is written may be lost when the machine stops. Default true. */
  durable?: boolean;
};

/**
 * Creates the database of DATA_DIR when there is none, starts it, and keeps it running: a server that ends by itself
 * is started again. Throws a StartError, among others when another Talewood has the folder.
 */
export async function startEmbeddedPostgres({ dataDir, log, durable = true }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = makeHome(dataDir);
  const lock = lockFolder(home);
  try {
    const options = await prepare(home, log, durable);
    const keeper = await keepRunning(options);
    const folder = shortFolder(options.cluster);
    const stop = async () => {
      await keeper.stop();
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
  const cluster = path.resolve(dataDir, 'postgres/cluster');
  if (!fs.existsSync(cluster)) return undefined;
  const real = fs.realpathSync(cluster);
  const file = readPidFile(real);
  if (!file?.isReady || !isServerOf(real, file.pid)) return undefined;
  const folder = shortFolder(real);
  return { url: databaseUrl(folder, OWNER), appUrl: databaseUrl(folder, APP) };
}

function makeHome(dataDir: string): string {
  const home = path.resolve(dataDir, 'postgres');
  try {
    fs.mkdirSync(home, { recursive: true, mode: 0o755 });
    fs.accessSync(home, fs.constants.W_OK | fs.constants.X_OK);
    return fs.realpathSync(home);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${fileReason(error)}.`);
  }
}

async function prepare(home: string, log: PostgresLog, durable: boolean): Promise<ServerOptions> {
  const cluster = path.join(home, 'cluster');
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
