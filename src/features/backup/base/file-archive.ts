/** Images and files of the file library in the archive. Stored files never change, so each is copied once. */
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#src/platform/log.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { findOwner } from '#src/platform/postgres/wal-archive.ts';
import { BackupError } from '../backup-format.ts';
import { KIND_NAMES, listSiteFiles, putSiteFile, readSiteFile, type SiteFile, type SiteStores, siteFileName } from '../site-files.ts';

const POLL_MS = 60_000;

type FileArchive = { stores: SiteStores; archiveDir: string };

/** Returns the folders of archived files. */
export function fileFolders(archiveDir: string): string[] {
  return KIND_NAMES.map((kind) => path.join(archiveDir, kind));
}

function archiveStores(archiveDir: string): SiteStores {
  return { media: openFolderStore(path.join(archiveDir, 'media')), files: openFolderStore(path.join(archiveDir, 'files')) };
}

/**
 * Copies missing files to the archive, and touches their folders, which protects them from retention. `known`: files known to be archived,
 * which are skipped; found and copied ones are added. @throws BackupError without an archive
 */
export async function archiveFiles(files: SiteFile[], { stores, archiveDir }: FileArchive, known = new Set<string>()): Promise<void> {
  // A store would create its folder even if the volume is not mounted.
  if ((await findOwner(archiveDir)) === undefined) throw new BackupError(`${archiveDir} is not initialised as an archive.`);
  const to = archiveStores(archiveDir);
  const now = new Date();
  for (const file of files) {
    const name = siteFileName(file);
    if (known.has(name)) continue;
    if (!(await to[file.kind].has(file.key)) && !(await copy(file, stores, to))) continue;
    known.add(name);
    await utimes(path.dirname(path.join(archiveDir, name)), now, now);
  }
}

/** Archives new files every minute, until the signal is aborted. Base backups run only daily. */
export function startFileArchiving(pool: pg.Pool, archive: FileArchive, log: Pick<Log, 'warn'>, until: AbortSignal): void {
  const known = new Set<string>();
  const work = async () => {
    while (!until.aborted) {
      try {
        await archiveFiles(await listSiteFiles(pool), archive, known);
      } catch (error) {
        if (!until.aborted) log.warn({ event: 'files_not_archived', err: error }, 'Files could not be archived; retrying');
      }
      await wait(POLL_MS, undefined, { signal: until, ref: false }).catch(() => {});
    }
  };
  void work();
}

/** Restores files that the database references and the stores lack. Returns the names of those that the archive lacks too. */
export async function restoreArchivedFiles(client: pg.ClientBase, { stores, archiveDir }: FileArchive): Promise<string[]> {
  const from = archiveStores(archiveDir);
  const missing: string[] = [];
  for (const file of await listSiteFiles(client))
    if (!(await stores[file.kind].has(file.key, file.expect)) && !(await copy(file, from, stores)) && file.isShown)
      missing.push(siteFileName(file));
  return missing;
}

/** Returns false for a missing or damaged file. */
async function copy(file: SiteFile, from: SiteStores, to: SiteStores): Promise<boolean> {
  const bytes = await readSiteFile(from, file);
  if (bytes !== undefined) await putSiteFile(to, file, bytes);
  return bytes !== undefined;
}
