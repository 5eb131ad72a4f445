import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '#src/platform/files.ts';
import { StartError } from '../start-errors.ts';

/** Returns the folder of WAL files in WAL_ARCHIVE_DIR. */

export function walFolder(archiveDir: string): string {
  return path.join(archiveDir, 'wal');
}

/** Whether a WAL file is in the archive. */
export function isArchived(archiveDir: string, name: string): boolean {
  return existsSync(path.join(walFolder(archiveDir), `${name}.gz`));
}

/** Reads the system identifier of a cluster, which a restored copy keeps, from the start of pg_control. */
export async function systemIdOf(cluster: string): Promise<string> {
  const file = await open(path.join(cluster, 'global/pg_control'));
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await file.close();
  }
}

/** Returns the system identifier of the database that owns the archive, undefined for an empty folder. Throws file system errors. */
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
  await writeFileAtomic(ownerFile(archiveDir), `${systemId}\n`);
}

/**
 * Checks that the archive is empty or belongs to this database: files of two databases in one folder could not be told apart.
 * @throws StartError
 */
export function assertSameDatabase(archiveDir: string, owner: string | undefined, systemId: string): void {
  if (owner !== undefined && owner !== systemId)
    throw new StartError(
      `WAL_ARCHIVE_DIR ${archiveDir} belongs to another database. Restore from it (talewood restore --from), or use an empty folder.`,
    );
}

function ownerFile(archiveDir: string): string {
  return path.join(archiveDir, 'database');
}

/** The archive that queued files belong to, and since when it has no gaps. */
export const ArchiveStart = z.strictObject({ archiveDir: z.string(), since: z.iso.datetime() });
export type ArchiveStart = z.infer<typeof ArchiveStart>;

/** File names in the WAL: segments (usually 16 MB) and histories of timelines, which a restore begins. */

const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;
/** Also backup labels and partial segments. */
const ANY_FILE = /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/;

export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}

export function isHistory(name: string): boolean {
  return HISTORY.test(name);
}

/** Whether Postgres archives a file of this name. */
export function isWalFile(name: string): boolean {
  return ANY_FILE.test(name);
}

/** Returns the position of a segment, which all timelines share. Later positions are greater as strings. */
export function segmentPosition(segment: string): string {
  return segment.slice(8, 24);
}

/** Returns the timeline of a segment. */
export function timelineOf(segment: string): string {
  return segment.slice(0, 8);
}

/** Returns the position of the next segment. `bytes`: the size of a segment. */
export function nextPosition(position: string, bytes: number): string {
  const perLog = 2 ** 32 / bytes;
  const next = Number.parseInt(position.slice(0, 8), 16) * perLog + Number.parseInt(position.slice(8), 16) + 1;
  return hex(Math.floor(next / perLog)) + hex(next % perLog);
}

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, '0');
}
