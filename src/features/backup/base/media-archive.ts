/** Images in the archive. File names are content hashes, so each file is copied once. */
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { listStoredFiles, type StoredFile, typeOfStoredFile } from '#src/features/media/media.ts';
import type { Log } from '#src/platform/log.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { type ObjectStore, undefinedIfDamaged } from '#src/platform/objects/object-store.ts';
import { findOwner } from '#src/platform/postgres/wal-archive.ts';
import { BackupError } from '../backup-format.ts';

const POLL_MS = 60_000;

type MediaArchive = { store: ObjectStore; archiveDir: string };

export function mediaFolder(archiveDir: string): string {
  return path.join(archiveDir, 'media');
}

/**
 * Copies missing files to the archive, and touches their folders, which protects them from retention. `known`: files known to be archived,
 * which are skipped; found and copied ones are added. @throws BackupError without an archive
 */
export async function archiveMedia(files: StoredFile[], { store, archiveDir }: MediaArchive, known = new Set<string>()): Promise<void> {
  // A store would create its folder even if the volume is not mounted.
  if ((await findOwner(archiveDir)) === undefined) throw new BackupError(`${archiveDir} is not initialised as an archive.`);
  const to = openFolderStore(mediaFolder(archiveDir));
  const now = new Date();
  for (const file of files.filter(({ key }) => !known.has(key))) {
    const { key } = file;
    if (!(await to.has(key)) && !(await copy(file, store, to))) continue;
    known.add(key);
    await utimes(path.join(mediaFolder(archiveDir), path.dirname(key)), now, now);
  }
}

/** Archives new images every minute, until the signal is aborted. Base backups run only daily. */
export function startMediaArchiving(pool: pg.Pool, pictures: MediaArchive, log: Pick<Log, 'warn'>, until: AbortSignal): void {
  const known = new Set<string>();
  const work = async () => {
    while (!until.aborted) {
      try {
        await archiveMedia(await listStoredFiles(pool), pictures, known);
      } catch (error) {
        if (!until.aborted) log.warn({ event: 'pictures_not_archived', err: error }, 'Images could not be archived; retrying');
      }
      await wait(POLL_MS, undefined, { signal: until, ref: false }).catch(() => {});
    }
  };
  void work();
}

/** Restores images that the database references and the store lacks. Returns the keys that the archive lacks too. */
export async function restoreArchivedMedia(client: pg.ClientBase, { store, archiveDir }: MediaArchive): Promise<string[]> {
  const from = openFolderStore(mediaFolder(archiveDir));
  const missing: string[] = [];
  for (const file of await listStoredFiles(client))
    if (!(await store.has(file.key, file.expect)) && !(await copy(file, from, store)) && file.isShown) missing.push(file.key);
  return missing;
}

/** Returns false for a missing or damaged file. */
async function copy({ key, expect }: StoredFile, from: ObjectStore, to: ObjectStore): Promise<boolean> {
  const found = await from.get(key, expect).catch(undefinedIfDamaged);
  if (found === undefined) return false;
  await to.put(key, await buffer(found.body), typeOfStoredFile(key));
  return true;
}
