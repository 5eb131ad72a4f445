import { createHash, randomInt } from 'node:crypto';
import { access, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Config } from '#src/platform/config.ts';
import type { Log } from '#src/platform/log.ts';
import { openFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { openS3Store } from './s3-store.ts';

/** Opens the store of images: the configured bucket, else the folder `media` of DATA_DIR. */
export function openStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): ObjectStore {
  return s3 === undefined ? openFolderStore(path.join(dataDir, 'media')) : openS3Store(s3);
}

/** Opens the store of uploaded import files: the prefix `imports/` of the bucket, else the folder `imports` of DATA_DIR. */
export function openImportStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): ObjectStore {
  return s3 === undefined ? openFolderStore(path.join(dataDir, 'imports')) : openS3Store(s3, { prefix: 'imports/' });
}

/** Opens the store of the file library: the prefix `files/` of the bucket, else the folder `files` of DATA_DIR. */
export function openFileStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): ObjectStore {
  return s3 === undefined ? openFolderStore(path.join(dataDir, 'files')) : openS3Store(s3, { prefix: 'files/' });
}

/**
 * Checks that all processes on a database store files in the same place; otherwise images are missing in some responses. Each process
 * writes a file with a random number to its folders and holds a lock with that number in the database: every process must see the files of
 * all locks. Only running processes are compared, so folders can be moved, copied and restored.
 */

/** Namespace of the advisory locks. */
const LOCKS = 7_412_004;
const PREFIX = '.process-';
/** Younger files may belong to a process that is about to take its lock. */
const MIN_AGE_MS = 60 * 60_000;

const TOKENS = `select distinct objid::bigint as token from pg_locks
  where locktype = 'advisory' and classid = ${LOCKS} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`;

type Queryable = { query(text: string): Promise<{ rows: { token: number }[] }> };

export type StoreWatch = {
  /** Takes the lock on a connection that this process holds while it is alive, and logs an error when files are stored elsewhere. */
  onAlive(client: pg.ClientBase): Promise<void>;
  /** Whether another running process stores its files elsewhere. Throws database errors. */
  isSeparate(database: Queryable): Promise<boolean>;
  close(): Promise<void>;
};

export async function watchStores({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>, log: Pick<Log, 'warn' | 'error'>): Promise<StoreWatch> {
  const folders = s3 === undefined ? ['media', 'imports', 'files'].map((name) => path.join(dataDir, name)) : [];
  // Processes with the same bucket have the same number.
  const token = s3 === undefined ? randomInt(1, 2 ** 31 - 1) : hashOf(`${s3.endpoint}/${s3.bucket}`);
  const fileIn = (folder: string, which: number) => path.join(folder, `${PREFIX}${which}`);
  for (const folder of folders) {
    await mkdir(folder, { recursive: true })
      .then(() => writeFile(fileIn(folder, token), ''))
      .catch((err: unknown) => log.warn({ event: 'store_not_written', folder, err }, 'Cannot write to the folder of the file storage'));
  }

  async function listTokens(database: Queryable): Promise<number[]> {
    return (await database.query(TOKENS)).rows.map((row) => row.token);
  }

  async function isSeparate(database: Queryable): Promise<boolean> {
    const others = (await listTokens(database)).filter((each) => each !== token);
    if (s3 !== undefined) return others.length > 0;
    const files = others.flatMap((each) => folders.map((folder) => fileIn(folder, each)));
    return (await Promise.all(files.map(exists))).includes(false);
  }

  return {
    isSeparate,
    async onAlive(client) {
      await client.query(`select pg_advisory_lock_shared(${LOCKS}, ${token})`);
      for (const folder of folders) await removeStale(folder, await listTokens(client));
      if (!(await isSeparate(client))) return;
      const message = 'Another process on this database stores files elsewhere. Set the same DATA_DIR or S3_* for all processes.';
      log.error({ event: 'separate_stores', dataDir }, message);
    },
    async close() {
      for (const folder of folders) await rm(fileIn(folder, token), { force: true }).catch(() => {});
    },
  };
}

/** Removes files of killed processes. */
async function removeStale(folder: string, tokens: readonly number[]): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    if (tokens.includes(Number(name.slice(PREFIX.length)))) continue;
    const stats = await stat(path.join(folder, name)).catch(() => undefined);
    if (stats !== undefined && Date.now() - stats.mtimeMs > MIN_AGE_MS) await rm(path.join(folder, name), { force: true }).catch(() => {});
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() >>> 1;
}
