import fs from 'node:fs';
import path from 'node:path';
import { fileReason, StartError } from '../../start-errors.ts';
import { writeWhole } from '../../whole-file.ts';
import type { Account } from '../account.ts';
import { giveTo } from '../cluster.ts';
import { findOwner, refuseOther, Since, systemIdOf, writeOwner } from './archive-folder.ts';
import { isHistory, isLogFile } from './segments.ts';

/**
 * Where Postgres puts what is to be archived, beside the cluster: it may have neither Node nor the archive within reach, as it runs under an
 * account of its own. What waits there is packed, so that an archive that is away for days costs little.
 */

/** Its name, seen from the cluster's own folder. */
export const WAITING = 'wal-to-archive';
const SINCE = 'since';

/** `since`: from when on nothing is missing, should the archive be a new one. */
export type Waiting = { folder: string; archiveDir: string; systemId: string; since: Date };

/** Throws a StartError where there is no database yet and an archive is: the disk was lost, or the setting is a slip. */
export async function refuseToBegin(cluster: string, archiveDir: string): Promise<void> {
  if (!fs.existsSync(cluster)) refuseOther(archiveDir, await findOwner(archiveDir).catch(() => undefined), 'a new one');
}

/** Makes the folder for an archive. Throws a StartError where the archive is another database's. */
export async function openWaiting(cluster: string, archiveDir: string, account: Account | undefined): Promise<Waiting> {
  const waiting = { folder: folderBeside(cluster), archiveDir, systemId: await systemIdOf(cluster), since: new Date() };
  // One that cannot be reached is waited for.
  refuseOther(archiveDir, await findOwner(archiveDir).catch(() => undefined), waiting.systemId);
  try {
    if (readSince(cluster)?.archiveDir !== archiveDir) startAnew(waiting, cluster);
    for (const name of fs.readdirSync(waiting.folder)) if (isLeftOver(name)) fs.rmSync(path.join(waiting.folder, name));
    if (account) giveTo(account, waiting.folder);
  } catch (error) {
    throw new StartError(`${waiting.folder} cannot be used: ${fileReason(error)}.`);
  }
  return waiting;
}

/** Without an archive the log has gaps: what waits is of no use, and the next archive begins with a base. */
export function forgetWaiting(cluster: string): void {
  fs.rmSync(folderBeside(cluster), { recursive: true, force: true });
}

export function folderBeside(cluster: string): string {
  return path.join(path.dirname(cluster), WAITING);
}

/** For which archive files wait, and since when none is missing; undefined while the archive was never reached. */
export function readSince(cluster: string): Since | undefined {
  try {
    return Since.parse(JSON.parse(fs.readFileSync(path.join(folderBeside(cluster), SINCE), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Throws where the archive cannot be used, is another's, or has vanished: an empty folder may be a disk that is not there just now. */
export async function claimArchive(waiting: Waiting): Promise<void> {
  const { folder, archiveDir, systemId, since } = waiting;
  const owner = await findOwner(archiveDir);
  refuseOther(archiveDir, owner, systemId);
  const isKnown = isClaimed(waiting);
  if (isKnown && owner === undefined) throw new Error(`${archiveDir} is empty, and was not before: is its disk there?`);
  for (const part of ['wal', 'bases', 'media']) fs.mkdirSync(path.join(archiveDir, part), { recursive: true, mode: 0o700 });
  if (owner === undefined) await writeOwner(archiveDir, systemId);
  if (!isKnown) await writeWhole(path.join(folder, SINCE), JSON.stringify({ archiveDir, since: since.toISOString() } satisfies Since));
}

/** Whether the archive was reached since it was set. */
export function isClaimed({ folder }: Waiting): boolean {
  return fs.existsSync(path.join(folder, SINCE));
}

/** Gives up what waits, so that the disk does not fill up: from here on the archive has a gap, until the next base. */
export function giveUp(waiting: Waiting): void {
  const { folder } = waiting;
  waiting.since = new Date();
  const packed = fs.readdirSync(folder).filter((name) => name.endsWith('.gz') && !isHistory(name.slice(0, -3)));
  for (const name of [SINCE, ...packed]) fs.rmSync(path.join(folder, name), { force: true });
}

function startAnew({ folder }: Waiting, cluster: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { mode: 0o700 });
  const log = path.join(cluster, 'pg_wal');
  // Without them a later restore would begin a timeline that there is already.
  for (const name of fs.readdirSync(log).filter(isHistory)) fs.copyFileSync(path.join(log, name), path.join(folder, name));
}

function isLeftOver(name: string): boolean {
  return name !== SINCE && !isLogFile(name) && !isLogFile(name.replace(/\.gz$/, ''));
}
