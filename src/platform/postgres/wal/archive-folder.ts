import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { StartError } from '../../start-errors.ts';
import { writeWhole } from '../../whole-file.ts';

/** ARCHIVE_DIR: the log of one database, and what goes with it. */

export function logIn(archiveDir: string): string {
  return path.join(archiveDir, 'wal');
}

/** Whether a file of the log is in the archive. */
export function isArchived(archiveDir: string, name: string): boolean {
  return existsSync(path.join(logIn(archiveDir), `${name}.gz`));
}

/** The number that initdb gave a database; a restored one keeps it. It stands at the beginning of pg_control. */
export async function systemIdOf(cluster: string): Promise<string> {
  const file = await open(path.join(cluster, 'global/pg_control'));
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await file.close();
  }
}

/** The number of the database whose archive this is, undefined for an empty folder. Throws as the file system does when there is no such folder. */
export async function findOwner(archiveDir: string): Promise<string | undefined> {
  const handle = await open(archiveDir);
  await handle.close();
  const text = await readFile(ownerFile(archiveDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text?.trim();
}

export async function writeOwner(archiveDir: string, systemId: string): Promise<void> {
  await writeWhole(ownerFile(archiveDir), `${systemId}\n`);
}

/** Throws a StartError for the archive of another database: two in one folder could never be told apart. */
export function refuseOther(archiveDir: string, owner: string | undefined, systemId: string): void {
  if (owner !== undefined && owner !== systemId)
    throw new StartError(
      `ARCHIVE_DIR ${archiveDir} is the archive of another database. Restore from it (talewood restore --from), or set an empty folder.`,
    );
}

function ownerFile(archiveDir: string): string {
  return path.join(archiveDir, 'database');
}

/** What is kept beside the files that wait: for which archive they are, and since when nothing is missing between them and it. */
export const Since = z.strictObject({ archiveDir: z.string(), since: z.iso.datetime() });
export type Since = z.infer<typeof Since>;
