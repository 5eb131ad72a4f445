import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-errors.ts';

/** One Talewood per database folder. */

export type DataLock = { release(): void };

/**
 * Takes the folder for this process, or throws a StartError that names the process that has it.
 * Node has no file locks of its own; SQLite's are the kernel's, so they end with the process however it dies,
 * and hold between containers that share a volume, where process ids mean nothing.
 */
export function lockFolder(folder: string): DataLock {
  const lock = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 });
  const holder = path.join(folder, 'lock-holder');
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new StartError(`DATA_DIR ${path.dirname(folder)} cannot be locked (${(error as Error).message}): put it on a local disk.`);
    }
    const id = readHolder(holder);
    const who = id === '' ? 'Another Talewood' : `Another Talewood (process ${id})`;
    throw new StartError(`${who} is using ${path.dirname(folder)}: stop it, or give this one another DATA_DIR.`);
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
