import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-errors.ts';
import { DATABASE } from './cluster.ts';

const PORT = 5432;
const SOCKET = `.s.PGSQL.${PORT}`;
/** Kernel limit of a socket path: 108 bytes on Linux, 104 on macOS, with the terminating zero. */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/** Returns a connection URL for the socket in the folder. Only processes of the owner's account and root can connect. */
export function databaseUrl(folder: string, role: string): string {
  return `postgresql://${role}@localhost:${PORT}/${DATABASE}?host=${encodeURIComponent(folder)}`;
}

/** Returns a folder whose socket path fits the kernel's limit: the cluster, or a short symbolic link to it. */
export function socketFolder(cluster: string): string {
  if (fits(cluster)) return cluster;
  const uid = process.getuid?.() ?? 0;
  for (let n = 0; n < 100; n++) {
    const link = path.join(shortTemporaryFolder(), `talewood-${uid}-${n}`);
    if (linkTo(cluster, link, uid)) return link;
  }
  throw new Error('No free name for a link to the database in the temporary folder.');
}

/** Removes the link that `socketFolder` created, if any. */
export function removeSocketLink(folder: string): void {
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) fs.rmSync(folder, { force: true });
}

function fits(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, SOCKET)) <= MAX_PATH_BYTES;
}

function shortTemporaryFolder(): string {
  return fits(path.join(os.tmpdir(), 'talewood-0000000000-00')) ? os.tmpdir() : '/tmp';
}

/** Returns true when the link exists and is ours: in a shared folder another user could have created one to their own server. */
function linkTo(cluster: string, link: string, uid: number): boolean {
  try {
    fs.symlinkSync(cluster, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stat = fs.lstatSync(link, { throwIfNoEntry: false });
  if (!stat?.isSymbolicLink() || stat.uid !== uid) return false;
  if (fs.readlinkSync(link) === cluster) return true;
  // Reuse a link of ours whose target was removed.
  if (fs.existsSync(link)) return false;
  fs.rmSync(link, { force: true });
  return linkTo(cluster, link, uid);
}

type DataLock = { release(): void };

/**
 * Locks the folder for this process. Uses a SQLite lock, because Node has no file locks: kernel locks end with the process and hold between
 * containers that share a volume.
 * @throws StartError naming the process that holds the lock
 */
export function lockDataFolder(folder: string): DataLock {
  const lock = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 });
  const holder = path.join(folder, 'lock-holder');
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new StartError(`DATA_DIR ${path.dirname(folder)} cannot be locked (${(error as Error).message}). Move it to a local disk.`);
    }
    const id = readHolder(holder);
    const owner = id === '' ? 'Another Talewood' : `Another Talewood (process ${id})`;
    throw new StartError(`${owner} is using ${path.dirname(folder)}. Stop it, or set another DATA_DIR.`);
  }
  fs.writeFileSync(holder, `${process.pid}\n`);
  return { release: () => lock.close() };
}

const SQLITE_BUSY = 5;

function readHolder(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
