/** Point-in-time restore: the newest base backup before a time, and the WAL from there on. */

import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { openClient } from '#src/platform/db/open-client.ts';
import { releaseAllJobs } from '#src/platform/jobs/worker-heartbeat.ts';
import { type NewCluster, replaceCluster } from '#src/platform/postgres/replace-cluster.ts';
import type { PostgresLog } from '#src/platform/postgres/server.ts';
import { isHistory, isSegment, nextPosition, segmentPosition, timelineOf, walFolder } from '#src/platform/postgres/wal-archive.ts';
import { StartError } from '#src/platform/start-errors.ts';
import { BackupError } from '../backup-format.ts';
import type { PlaceSecret } from '../restore-backup.ts';
import { sanitizeRestoredHtml } from '../sanitize-restored.ts';
import type { SiteStores } from '../site-files.ts';
import { REVOCABLE_TABLES } from '../tables.ts';
import { type BaseManifest, type BaseName, basesFolder, listBases, openBase, unpackBase } from './base-files.ts';
import { restoreArchivedFiles } from './file-archive.ts';

const unpack = promisify(gunzip);
const CHUNK_BYTES = 64 * 1024;

/** A timeline history has a line for each timeline. */
const MAX_HISTORY_BYTES = 1024 * 1024;
const ZEROS = Buffer.alloc(CHUNK_BYTES);

/** `at`: time to restore; undefined for the latest. `replace`: whether an existing database may be replaced. */
type PointInTimeRestore = {
  archiveDir: string;
  dataDir: string;
  at: Date | undefined;
  replace: boolean;
  stores: SiteStores;
  log: PostgresLog;
  /** As in restoreBackup. */
  placeSecret: PlaceSecret;
  /** False for tests. */
  durable?: boolean;
};

/**
 * `lastChange`: time of the last replayed transaction; undefined if none followed the base backup. `until`: when the last used segment was
 * archived. `before`: where the replaced database was moved. `missingFiles`: images and files missing in the archive.
 */
export type PointInTimeResult = {
  tales: number;
  lastChange: Date | undefined;
  base: string;
  segments: number;
  until: Date;
  /** Texts from which disallowed HTML was removed. */
  cleaned: number;
  before: string | undefined;
  missingFiles: string[];
};

type ChosenBase = { file: string; manifest: BaseManifest; next: BaseName | undefined };

/**
 * Builds the database in a separate folder, replays the WAL, and swaps it in once it accepts connections.
 * @throws BackupError, StartError; then nothing was changed
 */
export async function restorePointInTime(restoring: PointInTimeRestore): Promise<PointInTimeResult> {
  const { archiveDir, dataDir, at, replace, log, placeSecret, durable = true } = restoring;
  const chosen = await chooseBase(archiveDir, at);
  const { file, manifest } = chosen;
  if (manifest.platform !== `${process.platform}-${process.arch}`)
    throw new BackupError(`The base backup was taken on another platform (${manifest.platform}). Restore it on that platform.`);
  const lastPlace = chosen.next && segmentPosition(chosen.next.firstSegment);
  const needed = await findRequiredWal(archiveDir, manifest, lastPlace, at !== undefined);
  if (needed.missing !== undefined && at === undefined) throw walGapError(needed);
  const heard = trackLastChange(log);
  let placed: { undo: () => Promise<void> } | undefined;
  const { result, before } = await replaceCluster({ dataDir, replace, log: heard.log, durable }, async (cluster) => {
    if (manifest.postgres_major !== cluster.major)
      throw new BackupError(
        `The base backup is from Postgres ${manifest.postgres_major}, but this version includes Postgres ${cluster.major}. Use the version of Talewood that took it.`,
      );
    const secret = await unpackBase(file, manifest, cluster.folder);
    await unpackWal(archiveDir, needed, manifest.segment_bytes, cluster.folder);
    await writeFile(path.join(cluster.folder, 'recovery.signal'), '', { mode: 0o600 });
    const { url } = await replay(cluster, at, needed);
    const finished = await finishRestore(url, restoring);
    placed = await placeSecret(secret);
    return finished;
  }).catch(async (error: unknown) => {
    await placed?.undo();
    throw error;
  });
  return {
    ...result,
    before,
    lastChange: heard.lastChange(),
    base: manifest.started_at,
    segments: needed.names.length,
    until: needed.until,
  };
}

/** Returns the newest base backup completed before the time, and the next one on its timeline, which limits the required WAL. */
async function chooseBase(archiveDir: string, at: Date | undefined): Promise<ChosenBase> {
  const bases = await listBases(archiveDir);
  if (bases.length === 0) throw new BackupError(`No base backup found in ${archiveDir}.`);
  for (const { name, startedAt, firstSegment } of bases.toReversed()) {
    if (at !== undefined && startedAt > at) continue;
    const file = path.join(basesFolder(archiveDir), name);
    const manifest = await openBase(file);
    if (at === undefined) return { file, manifest, next: undefined };
    const isNext = (base: BaseName) => base.startedAt > at && timelineOf(base.firstSegment) === timelineOf(firstSegment);
    if (new Date(manifest.ended_at) <= at) return { file, manifest, next: bases.find(isNext) };
  }
  throw new BackupError(`The archive starts at ${bases[0]?.startedAt.toISOString()}, after the requested time.`);
}

/**
 * Starts Postgres to replay the WAL, which is already in pg_wal, so restore_command always fails. Postgres requires a transaction after
 * the target time; if the WAL ends before one, it is replayed to its end.
 */
async function replay(cluster: NewCluster, at: Date | undefined, needed: RequiredWal): Promise<{ url: string }> {
  // The unpacked segments are sparse, so they must not be recycled.
  const settings = {
    ...{ restore_command: 'exit 1', hot_standby: 'off', wal_level: 'replica', wal_recycle: 'off' },
    ...{ recovery_target_timeline: at === undefined ? 'latest' : 'current', recovery_target_action: 'promote' },
  };
  if (at === undefined) return cluster.start(settings);
  try {
    return await cluster.start({ ...settings, recovery_target_time: at.toISOString().replace('Z', '+00') });
  } catch (error) {
    if (!(error instanceof StartError) || !error.message.includes('before configured recovery target was reached')) throw error;
    if (needed.missing !== undefined) throw walGapError(needed);
    return cluster.start(settings);
  }
}

function walGapError({ missing, until }: RequiredWal): BackupError {
  return new BackupError(`WAL is missing from ${missing}. Use --at ${until.toISOString()} or earlier to restore what precedes it.`);
}

const LAST_CHANGE = /last completed transaction was at log time (\S+) ([\d:.]+)\+00$/;

/** Reads the time of the last replayed transaction from the log of Postgres. */
function trackLastChange(log: PostgresLog): { log: PostgresLog; lastChange(): Date | undefined } {
  let last: Date | undefined;
  const debug = (message: string) => {
    const [, day, time] = LAST_CHANGE.exec(message) ?? [];
    if (day !== undefined) last = new Date(`${day}T${time}Z`);
    log.debug(message);
  };
  return { log: { ...log, debug }, lastChange: () => last };
}

/** Deletes sessions and signing keys, releases jobs, sanitizes HTML and restores files. */
async function finishRestore(
  url: string,
  restoring: PointInTimeRestore,
): Promise<Pick<PointInTimeResult, 'tales' | 'missingFiles' | 'cleaned'>> {
  const client = await openClient(url, 'talewood restore');
  try {
    const { rows } = await client.query<{ tales: number }>('select count(*)::integer as tales from public.tales');
    // The point in time may precede the upgrade that created a table.
    const revocable = 'select name from unnest($1::text[]) name where to_regclass(name) is not null';
    const { rows: tables } = await client.query<{ name: string }>(revocable, [REVOCABLE_TABLES]);
    for (const { name } of tables) await client.query(`delete from ${name}`);
    await releaseAllJobs(client);
    await client.query('begin');
    const cleaned = await sanitizeRestoredHtml(client);
    await client.query('commit');
    return { tales: rows[0]?.tales ?? 0, cleaned, missingFiles: await restoreArchivedFiles(client, restoring) };
  } finally {
    await client.end();
  }
}

/* Finds and unpacks the WAL segments that a restore requires. */

/** `names`: in order, up to the first gap. `missing`: the missing range after it. `until`: when the last segment was archived. */
type RequiredWal = { names: string[]; histories: string[]; missing: string | undefined; until: Date };

/**
 * Finds the WAL from the base backup on. `lastPlace`: no further than this. `own`: only the timeline of the base backup, not those of
 * later restores. @throws BackupError if segments of the base backup itself are missing
 */
async function findRequiredWal(archiveDir: string, base: BaseManifest, lastPlace: string | undefined, own: boolean): Promise<RequiredWal> {
  const all = (await readdir(walFolder(archiveDir))).filter((name) => name.endsWith('.gz')).map((name) => name.slice(0, -3));
  const first = segmentPosition(base.first_segment);
  const wanted = all
    .filter((name) => isSegment(name) && segmentPosition(name) >= first && (lastPlace === undefined || segmentPosition(name) <= lastPlace))
    .filter((name) => (own ? timelineOf(name) === timelineOf(base.first_segment) : timelineOf(name) >= timelineOf(base.first_segment)))
    .sort((one, other) => (segmentPosition(one) < segmentPosition(other) ? -1 : segmentPosition(one) > segmentPosition(other) ? 1 : 0));
  const places = new Set(wanted.map(segmentPosition));
  let end = first;
  while (places.has(end)) end = nextPosition(end, base.segment_bytes);
  const next = [...places].find((place) => place > end);
  const missing = next === undefined ? undefined : `${end} to ${next} (exclusive)`;
  const names = wanted.filter((name) => segmentPosition(name) < end);
  const last = names.at(-1);
  if (last === undefined || segmentPosition(last) < segmentPosition(base.last_segment))
    throw new BackupError(`Base backup ${base.started_at} is unusable: WAL segment ${end} is missing.`);
  const { mtime } = await stat(path.join(walFolder(archiveDir), `${last}.gz`));
  return { names, histories: all.filter(isHistory), missing, until: mtime };
}

/** Unpacks the segments into pg_wal of the restored folder. @throws BackupError for a damaged one */
async function unpackWal(archiveDir: string, { names, histories }: RequiredWal, segmentBytes: number, folder: string): Promise<void> {
  for (const name of [...histories, ...names]) {
    const file = path.join(walFolder(archiveDir), `${name}.gz`);
    const bytes = await readFile(file)
      .then((packed) => unpack(packed, { maxOutputLength: isSegment(name) ? segmentBytes : MAX_HISTORY_BYTES }))
      .catch((cause: Error) => {
        throw new BackupError(`${file} is damaged or cannot be read (${cause.message}).`, { cause });
      });
    if (isSegment(name) && bytes.length !== segmentBytes) throw new BackupError(`${file} is damaged: wrong size.`);
    await writeSparse(path.join(folder, 'pg_wal', name), bytes);
  }
}

/** Writes a sparse file: most segments are nearly empty, as a new one is started every minute. */
async function writeSparse(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const piece = bytes.subarray(at, at + CHUNK_BYTES);
      if (!piece.equals(ZEROS.subarray(0, piece.length))) await handle.write(piece, 0, piece.length, at);
    }
    await handle.truncate(bytes.length);
  } finally {
    await handle.close();
  }
}
