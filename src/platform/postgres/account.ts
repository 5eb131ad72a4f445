import fs from 'node:fs';
import { StartError } from '../start-errors.ts';

/** A Unix account that Postgres runs under when Talewood runs as root, which Postgres refuses. */

export type Account = { uid: number; gid: number };

/** `setup` runs initdb; `server` owns and serves the cluster. */
export type Accounts = { setup: Account; server: Account };

/**
 * Ids outside the ranges that distributions and systemd assign, so that no other service shares our files. The server needs no entry in
 * /etc/passwd; initdb does, so `setup` uses an existing account.
 */
const UNUSED_IDS = [61_000, 61_001, 61_002];

/**
 * Chooses the accounts; undefined when Talewood does not run as root. `probeFolder`: a folder on the disk of the cluster.
 * @throws StartError when no account can be used
 */
export function chooseAccounts(cluster: string, probeFolder: string): Accounts | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') throw new StartError('Postgres cannot run as root. Start Talewood as another user.');
  const known = passwdAccounts();
  if (known.length === 0)
    throw new StartError('Postgres cannot run as root, and this system has no other user. Add a user, or set DATABASE_URL.');
  const ids = new Set(known.map((account) => account.uid));
  const unused = UNUSED_IDS.filter((id) => !ids.has(id)).map((id) => ({ uid: id, gid: id }));
  return {
    setup: firstUsable(known, probeFolder),
    server: ownerOf(cluster) ?? firstUsable([...unused, ...known], probeFolder),
  };
}

/** An existing cluster keeps its owner, whoever starts Talewood. */
function ownerOf(cluster: string): Account | undefined {
  const stat = fs.statSync(cluster, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined;
}

/** Containers may map only some ids: an account is usable when a file can be given to it. */
function firstUsable(accounts: Account[], probeFolder: string): Account {
  const usable = accounts.find(({ uid, gid }) => {
    try {
      fs.chownSync(probeFolder, uid, gid);
      return true;
    } catch {
      return false;
    }
  });
  fs.chownSync(probeFolder, 0, 0);
  if (usable) return usable;
  throw new StartError(
    'Postgres cannot run as root, and files in DATA_DIR cannot be owned by another user. ' +
      'Start Talewood as an ordinary user, move DATA_DIR to another disk, or set DATABASE_URL.',
  );
}

function passwdAccounts(): Account[] {
  const accounts = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
  return [...accounts.filter(({ name }) => name === 'nobody'), ...accounts.filter(({ name }) => name !== 'nobody')];
}

/** Gives a child process under another account access to a folder that it could not reach by path. */

export type FolderAccess = {
  /** Path of the folder for the child. */
  path: string;
  /** Options for spawn: the account, and the open folder as file descriptor 3. */
  spawn: { cwd: string; uid?: number; gid?: number };
  extraStdio: number[];
  close(): void;
};

/**
 * Opens the folder for a child process. With an account, the child inherits the open folder and addresses it as /proc/self/fd/3: that also
 * works below /root (mode 700), so the data stays in DATA_DIR and no permissions have to be opened.
 */
export function openFolderFor(account: Account | undefined, folder: string): FolderAccess {
  if (!account) return { path: folder, spawn: { cwd: '/' }, extraStdio: [], close: () => {} };
  const file = fs.openSync(folder, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  return { path: '/proc/self/fd/3', spawn: { cwd: '/', ...account }, extraStdio: [file], close: () => fs.closeSync(file) };
}

/** Whether the account may enter the folder: every parent must be executable for it. Checks mode bits only. */
export function canEnter(account: Account, folder: string): boolean {
  for (let at = folder; ; at = at.slice(0, at.lastIndexOf('/')) || '/') {
    const { mode, uid, gid } = fs.statSync(at);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (at === '/') return true;
  }
}
