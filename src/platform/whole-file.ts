import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Files written aside end so until they are whole. */
export const UNFINISHED = '.unfinished';

/**
 * Writes a file that only its owner may read: whole and durably once it resolves, or not at all. What was there is replaced. The folder must
 * be there. Throws as the file system does.
 */
export async function writeWhole(file: string, bytes: Uint8Array | string): Promise<void> {
  const folder = path.dirname(file);
  const aside = path.join(folder, `.${path.basename(file)}.${randomUUID().slice(0, 8)}${UNFINISHED}`);
  try {
    const handle = await open(aside, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

/** Brings the names in a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
