/** The pictures' part of the archive: files that are named by what is in them, so each is copied once. */
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { type KeptFile, listKeptFiles, typeOfKeptFile } from '#src/features/media/media.ts';
import type { Log } from '#src/platform/log.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { type ObjectStore, undefinedIfDamaged } from '#src/platform/objects/object-store.ts';
import { findOwner } from '#src/platform/postgres/wal/archive-folder.ts';
import { BackupFault } from '../backup-fault.ts';

const LOOK_EVERY_MS = 60_000;

type Pictures = { store: ObjectStore; archiveDir: string };

export function picturesIn(archiveDir: string): string {
  return path.join(archiveDir, 'media');
}

/**
 * Copies those of the files that the archive lacks, and notes of all that they are needed still. `known` are files that need not be looked for;
 * what is found or copied is added. Throws where there is no archive.
 */
export async function archivePictures(files: KeptFile[], { store, archiveDir }: Pictures, known = new Set<string>()): Promise<void> {
  // A store makes its folder, also where a disk is not there just now.
  if ((await findOwner(archiveDir)) === undefined) throw new BackupFault(`${archiveDir} is no archive yet.`);
  const to = openFolderStore(picturesIn(archiveDir));
  const now = new Date();
  for (const file of files.filter(({ key }) => !known.has(key))) {
    const { key } = file;
    if (!(await to.has(key)) && !(await copy(file, store, to))) continue;
    known.add(key);
    await utimes(path.join(picturesIn(archiveDir), path.dirname(key)), now, now);
  }
}

/** Archives new pictures once a minute, until the signal is given: a base is taken once a day only. */
export function keepPicturesArchived(pool: pg.Pool, pictures: Pictures, log: Pick<Log, 'warn'>, until: AbortSignal): void {
  const known = new Set<string>();
  const work = async () => {
    while (!until.aborted) {
      try {
        await archivePictures(await listKeptFiles(pool), pictures, known);
      } catch (error) {
        if (!until.aborted) log.warn({ event: 'pictures_not_archived', err: error }, 'Pictures could not be archived; trying again');
      }
      await wait(LOOK_EVERY_MS, undefined, { signal: until, ref: false }).catch(() => {});
    }
  };
  void work();
}

/** Brings back the pictures that the restored database has and the store has not. Returns those that the archive lacks too. */
export async function bringBackPictures(client: pg.ClientBase, { store, archiveDir }: Pictures): Promise<string[]> {
  const from = openFolderStore(picturesIn(archiveDir));
  const missing: string[] = [];
  for (const file of await listKeptFiles(client))
    if (!(await store.has(file.key, file.expect)) && !(await copy(file, from, store)) && file.isShown) missing.push(file.key);
  return missing;
}

/** False for a file that is missing or damaged: of the latter no copy helps. */
async function copy({ key, expect }: KeptFile, from: ObjectStore, to: ObjectStore): Promise<boolean> {
  const found = await from.get(key, expect).catch(undefinedIfDamaged);
  if (found === undefined) return false;
  await to.put(key, await buffer(found.body), typeOfKeptFile(key));
  return true;
}
