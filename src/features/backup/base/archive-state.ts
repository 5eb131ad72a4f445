/** How an archive stands: for who looks after the site, and to know when a base is due. */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { clusterIn } from '#src/platform/postgres/embedded-postgres.ts';
import { logIn } from '#src/platform/postgres/wal/archive-folder.ts';
import { folderBeside, readSince } from '#src/platform/postgres/wal/waiting.ts';
import type { BaseName } from './base-manifest.ts';
import { listBases } from './read-base.ts';

type Place = { dataDir: string; archiveDir: string };

/** `bases`: those that the log is whole from, the oldest first. `lastArchived`: when the archive took the last file of the log. */
export type ArchiveState = { bases: BaseName[]; lastArchived: Date | undefined; waiting: Files };
type Files = { count: number; bytes: number; oldest: Date | undefined; newest: Date | undefined };

const DAY_MS = 24 * 60 * 60_000;

export async function findArchiveState({ dataDir, archiveDir }: Place): Promise<ArchiveState> {
  const cluster = clusterIn(dataDir);
  const known = readSince(cluster);
  const since = known?.archiveDir === archiveDir ? new Date(known.since) : undefined;
  const bases = (await listBases(archiveDir)).filter(({ startedAt }) => since !== undefined && startedAt >= since);
  const log = await filesIn(logIn(archiveDir));
  const waiting = await filesIn(folderBeside(cluster));
  return { bases, lastArchived: log.newest, waiting };
}

/** Whether none was taken for a day, or none since the log was last interrupted. */
export async function isBaseDue(place: Place): Promise<boolean> {
  const newest = (await findArchiveState(place)).bases.at(-1);
  return newest === undefined || newest.startedAt.getTime() < Date.now() - DAY_MS;
}

/** What was written is what counts: not the notes that lie beside. */
async function filesIn(folder: string): Promise<Files> {
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
