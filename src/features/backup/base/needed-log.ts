/** Which segments of the log a restore needs, and whether they are there. */
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { logIn } from '#src/platform/postgres/wal/archive-folder.ts';
import { isHistory, isSegment, placeAfter, placeOf, timelineOf } from '#src/platform/postgres/wal/segments.ts';
import { BackupFault } from '../backup-fault.ts';
import type { BaseManifest } from './base-manifest.ts';

const unpack = promisify(gunzip);
const PIECE = 64 * 1024;
/** A history of timelines has a line for each. */
const MAX_HISTORY = 1024 * 1024;
const ZEROS = Buffer.alloc(PIECE);

/** `names` in their order, up to the first gap; `missing`: what the archive lacks there, as "first" or "first to last"; `until`: when the last of them was archived. */
export type NeededLog = { names: string[]; histories: string[]; missing: string | undefined; until: Date };

/**
 * The log from the base on. With `lastPlace` no further than that place, and of the base's own timeline alone: what other restores made of it
 * is another story. Throws a BackupFault when not even the base's own segments are there.
 */
export async function findNeededLog(
  archiveDir: string,
  base: BaseManifest,
  lastPlace: string | undefined,
  own: boolean,
): Promise<NeededLog> {
  const all = (await readdir(logIn(archiveDir))).filter((name) => name.endsWith('.gz')).map((name) => name.slice(0, -3));
  const first = placeOf(base.first_segment);
  const wanted = all
    .filter((name) => isSegment(name) && placeOf(name) >= first && (lastPlace === undefined || placeOf(name) <= lastPlace))
    .filter((name) => (own ? timelineOf(name) === timelineOf(base.first_segment) : timelineOf(name) >= timelineOf(base.first_segment)))
    .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : placeOf(one) > placeOf(other) ? 1 : 0));
  const places = new Set(wanted.map(placeOf));
  let end = first;
  while (places.has(end)) end = placeAfter(end, base.segment_bytes);
  const next = [...places].find((place) => place > end);
  const missing = next === undefined ? undefined : `${end} to ${next} (without the latter)`;
  const names = wanted.filter((name) => placeOf(name) < end);
  const last = names.at(-1);
  if (last === undefined || placeOf(last) < placeOf(base.last_segment))
    throw new BackupFault(`The archive lacks the log ${end}, without which its base of ${base.started_at} is none.`);
  const { mtime } = await stat(path.join(logIn(archiveDir), `${last}.gz`));
  return { names, histories: all.filter(isHistory), missing, until: mtime };
}

/** Unpacks the segments into pg_wal of the restored folder. Throws a BackupFault for one that is damaged. */
export async function unpackLog(archiveDir: string, { names, histories }: NeededLog, segmentBytes: number, folder: string): Promise<void> {
  for (const name of [...histories, ...names]) {
    const file = path.join(logIn(archiveDir), `${name}.gz`);
    const bytes = await readFile(file)
      .then((packed) => unpack(packed, { maxOutputLength: isSegment(name) ? segmentBytes : MAX_HISTORY }))
      .catch((cause: Error) => {
        throw new BackupFault(`The archive's ${file} is damaged or cannot be read (${cause.message}).`, { cause });
      });
    if (isSegment(name) && bytes.length !== segmentBytes) throw new BackupFault(`The archive's ${file} is damaged: it has another size.`);
    await writeSparse(path.join(folder, 'pg_wal', name), bytes);
  }
}

/** Most segments are nearly empty, as one is begun every minute: what is only zeros takes no room. */
async function writeSparse(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for (let at = 0; at < bytes.length; at += PIECE) {
      const piece = bytes.subarray(at, at + PIECE);
      if (!piece.equals(ZEROS.subarray(0, piece.length))) await handle.write(piece, 0, piece.length, at);
    }
    await handle.truncate(bytes.length);
  } finally {
    await handle.close();
  }
}
