/** State of the archive, for status reports and to decide when a base backup is due. */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { clusterIn } from '#src/platform/postgres/embedded-postgres.ts';
import { walFolder } from '#src/platform/postgres/wal-archive.ts';
import { archiveQueueFolder, readArchiveStart } from '#src/platform/postgres/wal-archiver.ts';
import { type BaseName, listBases } from './base-files.ts';

type ArchivePaths = { dataDir: string; archiveDir: string };

/** `bases`: base backups with continuous WAL, oldest first. `lastArchived`: when the last WAL file was archived. */
type ArchiveState = { bases: BaseName[]; lastArchived: Date | undefined; waiting: FileStats };
type FileStats = { count: number; bytes: number; oldest: Date | undefined; newest: Date | undefined };

const DAY_MS = 24 * 60 * 60_000;

export async function findArchiveState({ dataDir, archiveDir }: ArchivePaths): Promise<ArchiveState> {
  const cluster = clusterIn(dataDir);
  const known = readArchiveStart(cluster);
  const since = known?.archiveDir === archiveDir ? new Date(known.since) : undefined;
  const bases = (await listBases(archiveDir)).filter(({ startedAt }) => since !== undefined && startedAt >= since);
  const log = await readFileStats(walFolder(archiveDir));
  const waiting = await readFileStats(archiveQueueFolder(cluster));
  return { bases, lastArchived: log.newest, waiting };
}

/** Whether there is no base backup of the last day, or none since a gap in the WAL. */
export async function isBaseDue(place: ArchivePaths): Promise<boolean> {
  const newest = (await findArchiveState(place)).bases.at(-1);
  return newest === undefined || newest.startedAt.getTime() < Date.now() - DAY_MS;
}

/** Counts WAL files only. */
async function readFileStats(folder: string): Promise<FileStats> {
  const names = existsSync(folder) ? (await readdir(folder)).filter((name) => /^[0-9A-F]{8}/.test(name)) : [];
  const facts = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => undefined)));
  const found = facts.flatMap((each) => each ?? []).sort((one, other) => one.mtimeMs - other.mtimeMs);
  return {
    count: found.length,
    bytes: found.reduce((all, { size }) => all + size, 0),
    oldest: found[0]?.mtime,
    newest: found.at(-1)?.mtime,
  };
}
