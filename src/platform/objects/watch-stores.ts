/**
 * Finds out whether all processes on a database keep files in the same places. Otherwise pictures are 404 in every other answer, and files of
 * imports are not found. Each process leaves a file with a number in its folders and holds a lock with that number in the database: who
 * sees the lock must see the file. Moved, copied and restored folders need no setting, as only processes that run are compared.
 */
import { createHash, randomInt } from 'node:crypto';
import { access, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Config } from '#src/platform/config.ts';
import type { Log } from '#src/platform/log.ts';

/** Any number that is ours. */
const LOCKS = 7_412_004;
const PREFIX = '.process-';
/** The file of a process that is about to take its lock. */
const YOUNG_MS = 60 * 60_000;

const TOKENS = `select distinct objid::bigint as token from pg_locks
  where locktype = 'advisory' and classid = ${LOCKS} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`;

type Asked = { query(text: string): Promise<{ rows: { token: number }[] }> };

export type StoreWatch = {
  /** Takes the lock on a connection that this process holds for as long as it lives, and tells what is wrong in the log. */
  onAlive(client: pg.ClientBase): Promise<void>;
  /** Whether another process that runs keeps its files elsewhere. Throws as the database does. */
  isSeparate(database: Asked): Promise<boolean>;
  close(): Promise<void>;
};

export async function watchStores({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>, log: Pick<Log, 'warn' | 'error'>): Promise<StoreWatch> {
  const folders = s3 === undefined ? ['media', 'imports'].map((name) => path.join(dataDir, name)) : [];
  // Processes with one bucket have one number.
  const token = s3 === undefined ? randomInt(1, 2 ** 31 - 1) : hashOf(`${s3.endpoint}/${s3.bucket}`);
  const fileIn = (folder: string, which: number) => path.join(folder, `${PREFIX}${which}`);
  for (const folder of folders) {
    await mkdir(folder, { recursive: true })
      .then(() => writeFile(fileIn(folder, token), ''))
      .catch((err: unknown) => log.warn({ event: 'store_not_written', folder, err }, 'A folder for files cannot be written'));
  }

  async function listTokens(database: Asked): Promise<number[]> {
    return (await database.query(TOKENS)).rows.map((row) => row.token);
  }

  async function isSeparate(database: Asked): Promise<boolean> {
    const others = (await listTokens(database)).filter((each) => each !== token);
    if (s3 !== undefined) return others.length > 0;
    const files = others.flatMap((each) => folders.map((folder) => fileIn(folder, each)));
    return (await Promise.all(files.map(isThere))).includes(false);
  }

  return {
    isSeparate,
    async onAlive(client) {
      await client.query(`select pg_advisory_lock_shared(${LOCKS}, ${token})`);
      for (const folder of folders) await removeLeft(folder, await listTokens(client));
      if (!(await isSeparate(client))) return;
      const message =
        'Another process on this database keeps pictures and imports elsewhere: give all processes the same DATA_DIR, or the same S3_*';
      log.error({ event: 'separate_stores', dataDir }, message);
    },
    async close() {
      for (const folder of folders) await rm(fileIn(folder, token), { force: true }).catch(() => {});
    },
  };
}

/** Files of processes that were killed. */
async function removeLeft(folder: string, tokens: readonly number[]): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    if (tokens.includes(Number(name.slice(PREFIX.length)))) continue;
    const facts = await stat(path.join(folder, name)).catch(() => undefined);
    if (facts !== undefined && Date.now() - facts.mtimeMs > YOUNG_MS) await rm(path.join(folder, name), { force: true }).catch(() => {});
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() >>> 1;
}
