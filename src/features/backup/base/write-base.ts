/** A base: the files of the running database as they were copied, in one file. With the log from its beginning on, any later moment can be made of it. */
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';
import { listKeptFiles } from '#src/features/media/media.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { clusterIn, superuserUrl } from '#src/platform/postgres/embedded-postgres.ts';
import { comesTrue } from '#src/platform/postgres/postmaster.ts';
import { findOwner, isArchived, refuseOther, systemIdOf } from '#src/platform/postgres/wal/archive-folder.ts';
import { type ArchiveWriter, createArchive } from '../archive/write-archive.ts';
import { BackupFault } from '../backup-fault.ts';
import { noteBackup } from '../backups-made.ts';
import { MANIFEST, SECRET } from '../manifest.ts';
import { archivePictures } from './archive-pictures.ts';
import { BASE_FORMAT, type BaseManifest, baseName, dataName } from './base-manifest.ts';
import { CONTROL, listClusterFiles } from './cluster-files.ts';
import { removeOld } from './old-bases.ts';
import { basesIn, openBase } from './read-base.ts';

/** `secret`: the text of DATA_DIR/secret; undefined where the secret is a setting. */
export type Archived = { dataDir: string; archiveDir: string; ownerUrl: string; store: ObjectStore; secret: string | undefined };

const PIECE = 8 * 1024 * 1024;
/** How long the last segment may take into the archive. */
const ARCHIVED_MS = 120_000;
const LOCK = 1_835_366_243;
const pack = promisify(gzip);

/**
 * Copies the database while it works, waits until the archive has the log that the copy needs, reads the copy back, and removes what is older
 * than any moment that can still be restored (old-bases.ts). Returns the file and its size in bytes. Throws a BackupFault; then there is no new base.
 */
export async function writeBase(archived: Archived): Promise<{ file: string; bytes: number }> {
  const { dataDir, archiveDir, ownerUrl, store } = archived;
  const cluster = clusterIn(dataDir);
  const client = await openClient(superuserUrl(ownerUrl), 'talewood base');
  try {
    await refuseUnready(client);
    refuseOther(archiveDir, await findOwner(archiveDir), await systemIdOf(cluster));
    const bases = basesIn(archiveDir);
    await mkdir(bases, { recursive: true, mode: 0o700 });
    const start = await beginBase(client);
    const file = path.join(bases, baseName(start.at, start.segment));
    const archive = await createArchive(file);
    try {
      const bytes = await fillBase(client, archive, start, archived);
      await openBase(file);
      await archivePictures(await listKeptFiles(client), { store, archiveDir });
      await removeOld(archiveDir, start.at);
      // It is there and was read back, whether or not that can be noted.
      await noteBackup(client, { at: start.at, kind: 'base', bytes, tales: null, isVerified: true }).catch(() => {});
      return { file, bytes };
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await archive.close();
    }
  } finally {
    // Also ends a base that was not brought to its end.
    await client.end();
  }
}

async function refuseUnready(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ archive: string; free: boolean; spaces: boolean }>(
    `select current_setting('archive_mode') as archive, pg_try_advisory_lock(${LOCK}) as free,
      exists (select from pg_tablespace where spcname not like 'pg\\_%') as spaces`,
  );
  if (rows[0]?.archive !== 'on') throw new BackupFault('The database does not archive its log: start the site with ARCHIVE_DIR first.');
  if (!rows[0].free) throw new BackupFault('Another base is being taken just now.');
  if (rows[0].spaces) throw new BackupFault('The database has tablespaces of its own, which no base can hold.');
}

type Start = { at: Date; segment: string; segmentBytes: number };

async function beginBase(client: pg.ClientBase): Promise<Start> {
  const { rows } = await client.query<Start>(
    `select clock_timestamp() as at, pg_walfile_name(pg_backup_start('talewood', fast => true)) as segment,
      (select setting::integer from pg_settings where name = 'wal_segment_size') as "segmentBytes"`,
  );
  const [start] = rows as [Start];
  return start;
}

/** Returns the size of the file, in bytes. */
async function fillBase(client: pg.ClientBase, archive: ArchiveWriter, start: Start, archived: Archived): Promise<number> {
  const { dataDir, archiveDir, secret } = archived;
  const cluster = clusterIn(dataDir);
  if (secret !== undefined) await archive.add(SECRET, Buffer.from(secret));
  const { folders, paths } = await listClusterFiles(cluster);
  const files: BaseManifest['files'] = [];
  // What the log is replayed from stands there: it is read when everything else has been.
  const piece = Buffer.allocUnsafe(PIECE);
  for (const file of [...paths, CONTROL]) files.push(...(await addFile(archive, path.join(cluster, file), file, piece)));
  const end = await client.query<{ at: Date; segment: string; label: string; major: number }>(
    `select clock_timestamp() as at, labelfile as label, current_setting('server_version_num')::integer / 10000 as major,
      pg_walfile_name(lsn - 1) as segment from pg_backup_stop(wait_for_archive => false)`,
  );
  const [{ at, segment, label, major }] = end.rows as [{ at: Date; segment: string; label: string; major: number }];
  if (!(await comesTrue(() => isArchived(archiveDir, segment), ARCHIVED_MS)))
    throw new BackupFault(`The archive ${archiveDir} does not take the database's log, so there is no base: see the log of the site.`);
  const manifest: BaseManifest = {
    ...{ format: BASE_FORMAT, started_at: start.at.toISOString(), ended_at: at.toISOString() },
    ...{ system_id: await systemIdOf(cluster), postgres_major: String(major), platform: `${process.platform}-${process.arch}` },
    ...{ segment_bytes: start.segmentBytes, first_segment: start.segment, last_segment: segment },
    ...{ backup_label: label, folders, files, has_secret: secret !== undefined },
  };
  await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
  return archive.finish();
}

/** Nothing for a file that was removed meanwhile: the log knows. The same holds for what is changed while it is read. */
async function addFile(archive: ArchiveWriter, from: string, file: string, piece: Buffer): Promise<BaseManifest['files']> {
  const handle = await open(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return [];
  try {
    let [bytes, parts] = [0, 0];
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, PIECE, bytes);
      if (bytesRead === 0) return [{ path: file, bytes, parts }];
      parts += 1;
      await archive.add(dataName(file, parts), await pack(piece.subarray(0, bytesRead), { level: 1 }));
      bytes += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
