/** Retention of the archive. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { UNFINISHED } from '#src/platform/files.ts';
import { isHistory, segmentPosition, walFolder } from '#src/platform/postgres/wal-archive.ts';
import { basesFolder, listBases } from './base-files.ts';
import { mediaFolder } from './media-archive.ts';

export const RETENTION_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Deletes base backups that are not needed to restore any time in the last seven days, and WAL and images that no base backup needs. Call
 * it after a new base backup, which was started at `now`.
 */
export async function removeOldBases(archiveDir: string, now: Date): Promise<void> {
  const bases = await listBases(archiveDir);
  const before = bases.filter(({ startedAt }) => startedAt.getTime() <= now.getTime() - RETENTION_DAYS * DAY_MS);
  // The newest of them is needed for the first of the seven days.
  const old = before.slice(0, -1);
  for (const { name } of old) await rm(path.join(basesFolder(archiveDir), name));
  const oldest = bases[old.length];
  if (oldest === undefined) return;
  const first = segmentPosition(oldest.firstSegment);
  await removeFrom(walFolder(archiveDir), (name) => !isHistory(name.replace(/\.gz$/, '')) && segmentPosition(name) < first);
  // The folder of an image is touched while it is needed (media-archive.ts).
  await removeFrom(mediaFolder(archiveDir), (name, changed) => !name.startsWith('.') && changed < oldest.startedAt.getTime());
  for (const folder of [basesFolder(archiveDir), walFolder(archiveDir)])
    await removeFrom(folder, (name, changed) => name.endsWith(UNFINISHED) && changed < now.getTime() - DAY_MS, true);
}

async function removeFrom(folder: string, isOld: (name: string, changedMs: number) => boolean, hidden = false): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('.') !== hidden) continue;
    const place = path.join(folder, name);
    const facts = await stat(place);
    if (isOld(name, facts.mtimeMs)) await rm(place, { recursive: true, force: true });
  }
}
