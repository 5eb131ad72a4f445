/** Takes a base backup: a copy of the running database's files, from which any later time can be restored with the WAL. */

import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';
import { z } from 'zod';
import { openClient } from '#src/platform/db/open-client.ts';
import { UNFINISHED } from '#src/platform/files.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import type { Log } from '#src/platform/log.ts';
import { clusterIn, superuserUrl } from '#src/platform/postgres/embedded-postgres.ts';
import { waitUntil } from '#src/platform/postgres/postmaster.ts';
import {
  assertSameDatabase,
  findOwner,
  isArchived,
  isHistory,
  segmentPosition,
  systemIdOf,
  walFolder,
} from '#src/platform/postgres/wal-archive.ts';
import { BackupError, MANIFEST, SECRET } from '../backup-format.ts';
import { logBackup } from '../backup-log.ts';
import { listSiteFiles, type SiteStores } from '../site-files.ts';
import { type ArchiveWriter, createArchive } from '../tar-archive.ts';
import { BASE_FORMAT, type BaseManifest, basesFolder, listBases, openBase } from './base-files.ts';
import { archiveFiles, fileFolders } from './file-archive.ts';

const DATA_PREFIX = 'data/';

export const RETENTION_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

/** `secret`: content of DATA_DIR/secret; undefined if SECRET is set. */
type BaseSource = { dataDir: string; archiveDir: string; ownerUrl: string; stores: SiteStores; secret: string | undefined };

const CHUNK_BYTES = 8 * 1024 * 1024;

/** How long archiving the last segment may take. */
const ARCHIVE_TIMEOUT_MS = 120_000;
const LOCK_ID = 1_835_366_243;
const pack = promisify(gzip);

/**
 * Copies the running database, waits until the required WAL is archived, verifies the copy, and removes expired base backups. Returns the
 * file and its size in bytes. @throws BackupError; then there is no new base backup
 */
export async function writeBase(archived: BaseSource): Promise<{ file: string; bytes: number }> {
  const { dataDir, archiveDir, ownerUrl, stores } = archived;
  const cluster = clusterIn(dataDir);
  const client = await openClient(superuserUrl(ownerUrl), 'talewood base');
  try {
    await assertReady(client);
    assertSameDatabase(archiveDir, await findOwner(archiveDir), await systemIdOf(cluster));
    const bases = basesFolder(archiveDir);
    await mkdir(bases, { recursive: true, mode: 0o700 });
    const start = await beginBase(client);
    const file = path.join(bases, baseName(start.at, start.segment));
    const archive = await createArchive(file);
    try {
      const bytes = await writeBaseFiles(client, archive, start, archived);
      await openBase(file);
      await archiveFiles(await listSiteFiles(client), { stores, archiveDir });
      await removeOldBases(archiveDir, start.at);
      // The base backup is valid even if it cannot be logged.
      await logBackup(client, { at: start.at, kind: 'base', bytes, tales: null, isVerified: true }).catch(() => {});
      return { file, bytes };
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await archive.close();
    }
  } finally {
    // Also aborts an unfinished base backup.
    await client.end();
  }
}

async function assertReady(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ archive: string; free: boolean; spaces: boolean }>(
    `select current_setting('archive_mode') as archive, pg_try_advisory_lock(${LOCK_ID}) as free,
      exists (select from pg_tablespace where spcname not like 'pg\\_%') as spaces`,
  );
  if (rows[0]?.archive !== 'on') throw new BackupError('WAL archiving is off. Start the site with WAL_ARCHIVE_DIR first.');
  if (!rows[0].free) throw new BackupError('Another base backup is in progress.');
  if (rows[0].spaces) throw new BackupError('The database has custom tablespaces, which are not supported.');
}

type BaseStart = { at: Date; segment: string; segmentBytes: number };

async function beginBase(client: pg.ClientBase): Promise<BaseStart> {
  const { rows } = await client.query<BaseStart>(
    `select clock_timestamp() as at, pg_walfile_name(pg_backup_start('talewood', fast => true)) as segment,
      (select setting::integer from pg_settings where name = 'wal_segment_size') as "segmentBytes"`,
  );
  const [start] = rows as [BaseStart];
  return start;
}

/** Writes all entries. Returns the size of the file in bytes. */
async function writeBaseFiles(client: pg.ClientBase, archive: ArchiveWriter, start: BaseStart, archived: BaseSource): Promise<number> {
  const { dataDir, archiveDir, secret } = archived;
  const cluster = clusterIn(dataDir);
  if (secret !== undefined) await archive.add(SECRET, Buffer.from(secret));
  const { folders, paths } = await listClusterFiles(cluster);
  const files: BaseManifest['files'] = [];
  // pg_control, which has the start of the WAL replay, is read last.
  const piece = Buffer.allocUnsafe(CHUNK_BYTES);
  for (const file of [...paths, CONTROL_FILE]) files.push(...(await addFile(archive, path.join(cluster, file), file, piece)));
  const end = await client.query<{ at: Date; segment: string; label: string; major: number }>(
    `select clock_timestamp() as at, labelfile as label, current_setting('server_version_num')::integer / 10000 as major,
      pg_walfile_name(lsn - 1) as segment from pg_backup_stop(wait_for_archive => false)`,
  );
  const [{ at, segment, label, major }] = end.rows as [{ at: Date; segment: string; label: string; major: number }];
  if (!(await waitUntil(() => isArchived(archiveDir, segment), ARCHIVE_TIMEOUT_MS)))
    throw new BackupError(`WAL is not archived to ${archiveDir}, so no base backup was taken. See the server log.`);
  const manifest: BaseManifest = {
    ...{ format: BASE_FORMAT, started_at: start.at.toISOString(), ended_at: at.toISOString() },
    ...{ system_id: await systemIdOf(cluster), postgres_major: String(major), platform: `${process.platform}-${process.arch}` },
    ...{ segment_bytes: start.segmentBytes, first_segment: start.segment, last_segment: segment },
    ...{ backup_label: label, folders, files, has_secret: secret !== undefined },
  };
  await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
  return archive.finish();
}

/** Returns nothing for a file removed since: WAL replay covers this, as it does changes while reading. */
async function addFile(archive: ArchiveWriter, from: string, file: string, piece: Buffer): Promise<BaseManifest['files']> {
  const handle = await open(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return [];
  try {
    let [bytes, parts] = [0, 0];
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, CHUNK_BYTES, bytes);
      if (bytesRead === 0) return [{ path: file, bytes, parts }];
      parts += 1;
      await archive.add(dataName(file, parts), await pack(piece.subarray(0, bytesRead), { level: 1 }));
      bytes += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

const CONTROL_FILE = 'global/pg_control';

/** Folders whose content belongs to the running server. WAL comes from the archive. */
const EMPTIED_FOLDERS = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
]);
const EXCLUDED_FILES =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*|\.s\.PGSQL.*|current_logfiles.*)$/;

/**
 * Lists the folders, parents first, and the files of a base backup, without CONTROL_FILE (see "Making a Base Backup Using the Low Level
 * API" in the Postgres manual).
 */
async function listClusterFiles(cluster: string): Promise<{ folders: string[]; paths: string[] }> {
  const found = { folders: [] as string[], paths: [] as string[] };
  const walk = async (inside: string) => {
    for (const entry of await readdir(path.join(cluster, inside), { withFileTypes: true })) {
      const at = path.posix.join(inside, entry.name);
      if (EXCLUDED_FILES.test(entry.name)) continue;
      if (entry.isFile() && at !== CONTROL_FILE) found.paths.push(at);
      if (!entry.isDirectory()) continue;
      found.folders.push(at);
      if (!EMPTIED_FOLDERS.has(at)) await walk(at);
    }
  };
  await walk('');
  return found;
}

/** Runs once a day, and when the archive has no base backup. */
export const TAKE_BASE = 'take_base';

export function takeBaseTask(archived: () => Promise<BaseSource>, log: Pick<Log, 'info'>): Task {
  return defineTask({
    name: TAKE_BASE,
    payload: z.strictObject({}),
    run: async () => {
      const { file, bytes } = await writeBase(await archived());
      log.info({ event: 'base_taken', file, bytes }, 'Base backup taken');
    },
  });
}

/* Retention of the archive. */

/**
 * Deletes base backups that are not needed to restore any time in the last seven days, and WAL and files that no base backup needs. Call
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
  // The folder of a file is touched while it is needed (file-archive.ts).
  for (const folder of fileFolders(archiveDir)) await removeFrom(folder, (_, changed) => changed < oldest.startedAt.getTime());
  for (const folder of [basesFolder(archiveDir), walFolder(archiveDir)])
    await removeFrom(folder, (name, changed) => name.endsWith(UNFINISHED) && changed < now.getTime() - DAY_MS, true);
}

async function removeFrom(folder: string, isOld: (name: string, changedMs: number) => boolean, hidden = false): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    if (name.startsWith('.') !== hidden) continue;
    const target = path.join(folder, name);
    const facts = await stat(target);
    if (isOld(name, facts.mtimeMs)) await rm(target, { recursive: true, force: true });
  }
}

/** Returns the entry name of a part of a data file, counted from 1. */
function dataName(path: string, part: number): string {
  return `${DATA_PREFIX}${path}/${String(part).padStart(6, '0')}.gz`;
}

export function baseName(startedAt: Date, firstSegment: string): string {
  return `${startedAt.toISOString().replaceAll(':', '-')}-${firstSegment}.base`;
}
