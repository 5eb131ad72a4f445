/** How long the archive reaches back. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { logIn } from '#src/platform/postgres/wal/archive-folder.ts';
import { isHistory, placeOf } from '#src/platform/postgres/wal/segments.ts';
import { UNFINISHED } from '#src/platform/whole-file.ts';
import { picturesIn } from './archive-pictures.ts';
import { basesIn, listBases } from './read-base.ts';

export const KEPT_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Removes bases that no moment of the last seven days needs, and the log and the pictures that no base needs. To be called when there is a new
 * whole base, which was begun at `now`.
 */
export async function removeOld(archiveDir: string, now: Date): Promise<void> {
  const bases = await listBases(archiveDir);
  const before = bases.filter(({ startedAt }) => startedAt.getTime() <= now.getTime() - KEPT_DAYS * DAY_MS);
  // The newest of them is what the first of the seven days begins with.
  const old = before.slice(0, -1);
  for (const { name } of old) await rm(path.join(basesIn(archiveDir), name));
  const oldest = bases[old.length];
  if (oldest === undefined) return;
  const first = placeOf(oldest.firstSegment);
  await removeFrom(logIn(archiveDir), (name) => !isHistory(name.replace(/\.gz$/, '')) && placeOf(name) < first);
  // A picture was needed when its folder was last touched (archive-pictures.ts).
  await removeFrom(picturesIn(archiveDir), (name, changed) => !name.startsWith('.') && changed < oldest.startedAt.getTime());
  for (const folder of [basesIn(archiveDir), logIn(archiveDir)])
    await removeFrom(folder, (name, changed) => name.endsWith(UNFINISHED) && changed < now.getTime() - DAY_MS, true);
}

async function removeFrom(folder: string, isOld: (name: string, changedMs: number) => boolean, hidden = false): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('.') !== hidden) continue;
    const place = path.join(folder, name);
    const facts = await stat(place);
    if (isOld(name, facts.mtimeMs)) await rm(place, { recursive: true, force: true });
  }
}
