/** Finds and unpacks the WAL segments that a restore requires. */
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isHistory, isSegment, nextPosition, segmentPosition, timelineOf, walFolder } from '#src/platform/postgres/wal-archive.ts';
import { BackupError } from '../backup-format.ts';
import type { BaseManifest } from './base-files.ts';

const unpack = promisify(gunzip);
const CHUNK_BYTES = 64 * 1024;
/** A timeline history has a line for each timeline. */
const MAX_HISTORY_BYTES = 1024 * 1024;
const ZEROS = Buffer.alloc(CHUNK_BYTES);

/** `names`: in order, up to the first gap. `missing`: the missing range after it. `until`: when the last segment was archived. */
export type RequiredWal = { names: string[]; histories: string[]; missing: string | undefined; until: Date };

/**
 * Finds the WAL from the base backup on. `lastPlace`: no further than this. `own`: only the timeline of the base backup, not those of
 * later restores. @throws BackupError if segments of the base backup itself are missing
 */
export async function findRequiredWal(
  archiveDir: string,
  base: BaseManifest,
  lastPlace: string | undefined,
  own: boolean,
): Promise<RequiredWal> {
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
export async function unpackWal(
  archiveDir: string,
  { names, histories }: RequiredWal,
  segmentBytes: number,
  folder: string,
): Promise<void> {
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
