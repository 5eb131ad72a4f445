import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DATABASE } from './cluster.ts';

/** How programs find the server: a socket inside the cluster's own folder, which only its owner and root may enter. */

const PORT = 5432;
const SOCKET = `.s.PGSQL.${PORT}`;
/** The kernel keeps a socket's path in 108 bytes (104 on macOS), with a zero at the end. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

/** A connection URL for the role; also for other programs, as long as they run under the same account. */
export function databaseUrl(folder: string, role: string): string {
  return `postgresql://${role}@localhost:${PORT}/${DATABASE}?host=${encodeURIComponent(folder)}`;
}

/** A folder whose socket can be named within the kernel's limit: the cluster, or a short link to it. */
export function shortFolder(cluster: string): string {
  if (fits(cluster)) return cluster;
  const uid = process.getuid?.() ?? 0;
  for (let n = 0; n < 100; n++) {
    const link = path.join(shortTemporaryFolder(), `talewood-${uid}-${n}`);
    if (linkTo(cluster, link, uid)) return link;
  }
  throw new Error('no free name for a link to the database in the temporary folder');
}

/** Removes what `shortFolder` made, if it made anything. */
export function removeLink(folder: string): void {
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) fs.rmSync(folder, { force: true });
}

function fits(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, SOCKET)) <= LONGEST_PATH;
}

function shortTemporaryFolder(): string {
  return fits(path.join(os.tmpdir(), 'talewood-0000000000-00')) ? os.tmpdir() : '/tmp';
}

/** True when the link is there and ours: in a shared folder someone else could have laid one to a server of his own. */
function linkTo(cluster: string, link: string, uid: number): boolean {
  try {
    fs.symlinkSync(cluster, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stat = fs.lstatSync(link, { throwIfNoEntry: false });
  if (!stat?.isSymbolicLink() || stat.uid !== uid) return false;
  if (fs.readlinkSync(link) === cluster) return true;
  // A link of ours whose database is gone (a test's, or a folder that was removed) can be used anew.
  if (fs.existsSync(link)) return false;
  fs.rmSync(link, { force: true });
  return linkTo(cluster, link, uid);
}
