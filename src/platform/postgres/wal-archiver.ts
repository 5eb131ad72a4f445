import fs from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { writeFileAtomic } from '#src/platform/files.ts';
import { fileReason, StartError } from '../start-errors.ts';
import type { Account } from './account.ts';
import { changeOwner } from './cluster.ts';
import type { PostgresLog } from './server.ts';
import { ArchiveStart, assertSameDatabase, findOwner, isHistory, isWalFile, systemIdOf, walFolder, writeOwner } from './wal-archive.ts';

/**
 * Where Postgres copies files to be archived, beside the cluster: the account of the server may be unable to reach the archive. Queued
 * files are compressed, so that an archive that is unavailable for days costs little space.
 */
const QUEUE_FOLDER = 'wal-to-archive';
const SINCE_FILE = 'since';

/**
 * Postgres hands over a WAL segment when it is full, and when it is a minute old and not empty. Its own library writes whole files, synced,
 * and never overwrites.
 */
export const ARCHIVING = {
  wal_level: 'replica',
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': `../${QUEUE_FOLDER}`,
  archive_timeout: '60s',
};

/** `since`: from when a new archive would have no gaps. */
export type ArchiveQueue = { folder: string; archiveDir: string; systemId: string; since: Date };

/**
 * Opens the queue of files for an archive.
 * @throws StartError when the archive belongs to another database
 */
export async function openArchiveQueue(cluster: string, archiveDir: string, account: Account | undefined): Promise<ArchiveQueue> {
  const queue = { folder: archiveQueueFolder(cluster), archiveDir, systemId: await systemIdOf(cluster), since: new Date() };
  // An archive that cannot be reached is retried later.
  assertSameDatabase(archiveDir, await findOwner(archiveDir).catch(() => undefined), queue.systemId);
  try {
    if (readArchiveStart(cluster)?.archiveDir !== archiveDir) resetQueue(queue, cluster);
    for (const name of fs.readdirSync(queue.folder)) if (isPartialFile(name)) fs.rmSync(path.join(queue.folder, name));
    if (account) changeOwner(account, queue.folder);
  } catch (error) {
    throw new StartError(`Cannot use ${queue.folder}: ${fileReason(error)}.`);
  }
  return queue;
}

export function archiveQueueFolder(cluster: string): string {
  return path.join(path.dirname(cluster), QUEUE_FOLDER);
}

/** Returns the archive of the queued files and since when it has no gaps; undefined when the archive was never reached. */
export function readArchiveStart(cluster: string): ArchiveStart | undefined {
  try {
    return ArchiveStart.parse(JSON.parse(fs.readFileSync(path.join(archiveQueueFolder(cluster), SINCE_FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Prepares the archive. Throws when it cannot be used, belongs to another database, or is unexpectedly empty (an unmounted disk). */
async function claimArchive(queue: ArchiveQueue): Promise<void> {
  const { folder, archiveDir, systemId, since } = queue;
  const owner = await findOwner(archiveDir);
  assertSameDatabase(archiveDir, owner, systemId);
  const isKnown = isClaimed(queue);
  if (isKnown && owner === undefined) throw new Error(`${archiveDir} is unexpectedly empty; check that its disk is mounted`);
  for (const part of ['wal', 'bases', 'media']) fs.mkdirSync(path.join(archiveDir, part), { recursive: true, mode: 0o700 });
  if (owner === undefined) await writeOwner(archiveDir, systemId);
  if (!isKnown)
    await writeFileAtomic(path.join(folder, SINCE_FILE), JSON.stringify({ archiveDir, since: since.toISOString() } satisfies ArchiveStart));
}

/** Whether the archive was reached since it was configured. */
function isClaimed({ folder }: ArchiveQueue): boolean {
  return fs.existsSync(path.join(folder, SINCE_FILE));
}

/** Deletes queued files so that the disk does not fill up. The archive has a gap until the next base backup. */
function discardQueue(queue: ArchiveQueue): void {
  const { folder } = queue;
  queue.since = new Date();
  const compressed = fs.readdirSync(folder).filter((name) => name.endsWith('.gz') && !isHistory(name.slice(0, -3)));
  for (const name of [SINCE_FILE, ...compressed]) fs.rmSync(path.join(folder, name), { force: true });
}

function resetQueue({ folder }: ArchiveQueue, cluster: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { mode: 0o700 });
  const log = path.join(cluster, 'pg_wal');
  // Without the histories, a later restore would reuse an existing timeline.
  for (const name of fs.readdirSync(log).filter(isHistory)) fs.copyFileSync(path.join(log, name), path.join(folder, name));
}

function isPartialFile(name: string): boolean {
  return name !== SINCE_FILE && !isWalFile(name) && !isWalFile(name.replace(/\.gz$/, ''));
}

const INTERVAL_MS = 1000;
const LOG_INTERVAL_MS = 10 * 60_000;
/** Time for the last files at a stop; the others are archived after the next start. */
const STOP_TIMEOUT_MS = 3000;
/** Compressed files queue for an unavailable archive: days of a quiet site. */
const MAX_QUEUE_BYTES = 1024 ** 3;
/** The lowest level that compresses an empty 16 MB segment to 16 KB; takes 50 ms. */
const GZIP_LEVEL = 4;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Moves queued files into the archive until `stop`, which does so once more. Failures are logged, never thrown. */
export function startArchiver(queue: ArchiveQueue, log: PostgresLog): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let loggedAt: number | undefined;
  const archiveQueued = async (isOver: () => boolean) => {
    try {
      await archiveAll(queue, isOver);
      if (loggedAt !== undefined) log.info('WAL archiving works again');
      loggedAt = undefined;
    } catch (error) {
      if (loggedAt !== undefined && performance.now() - loggedAt < LOG_INTERVAL_MS) return;
      loggedAt = performance.now();
      log.warn(`WAL archiving failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      await archiveQueued(() => stopping.signal.aborted);
      await wait(INTERVAL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const working = work();
  const stop = async () => {
    stopping.abort();
    await working;
    const deadline = performance.now() + STOP_TIMEOUT_MS;
    await archiveQueued(() => performance.now() > deadline);
  };
  return { stop };
}

/**
 * Lists queued files in the order of archiving: oldest first, histories before the segments that follow them. Compressed ones end with .gz.
 */
async function listQueue(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => isWalFile(name.replace(/\.gz$/, '')));
  return names.sort();
}

async function archiveAll(queue: ArchiveQueue, isOver: () => boolean): Promise<void> {
  const { folder, archiveDir } = queue;
  const names = await listQueue(folder);
  if (names.length === 0 && isClaimed(queue)) return;
  try {
    await claimArchive(queue);
    for (const name of names) {
      if (isOver()) return;
      await archiveFile(await readCompressed(path.join(folder, name)), path.join(walFolder(archiveDir), `${name.replace(/\.gz$/, '')}.gz`));
      await rm(path.join(folder, name));
    }
  } catch (error) {
    await compressAll(folder, isOver);
    if ((await queueBytes(folder)) <= MAX_QUEUE_BYTES) throw error;
    discardQueue(queue);
    throw new Error('the queue was too large and was discarded; the archive has a gap until the next base backup', { cause: error });
  }
}

async function readCompressed(file: string): Promise<Buffer> {
  const bytes = await readFile(file);
  return file.endsWith('.gz') ? bytes : compress(bytes, { level: GZIP_LEVEL });
}

/** Archives a file. The same file may come twice after a crash; throws for another file of the same name. */
async function archiveFile(bytes: Buffer, to: string): Promise<void> {
  const existing = await readFile(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (existing === undefined) await writeFileAtomic(to, bytes);
  else if (!(await decompress(existing)).equals(await decompress(bytes))) throw new Error(`a different file already exists: ${to}`);
}

/** Compresses files that have to wait longer. */
async function compressAll(folder: string, isOver: () => boolean): Promise<void> {
  for (const name of (await listQueue(folder)).filter((name) => !name.endsWith('.gz'))) {
    if (isOver()) return;
    const file = path.join(folder, name);
    await writeFileAtomic(`${file}.gz`, await readCompressed(file));
    await rm(file);
  }
}

async function queueBytes(folder: string): Promise<number> {
  const sizes = await Promise.all((await listQueue(folder)).map(async (name) => (await stat(path.join(folder, name))).size));
  return sizes.reduce((all, size) => all + size, 0);
}
