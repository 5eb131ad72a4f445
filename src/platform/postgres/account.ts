import fs from 'node:fs';
import { StartError } from '../start-errors.ts';

/** Postgres refuses to run as root: here it gets an account without rights. */

export type Account = { uid: number; gid: number };

/** Accounts that Postgres runs under: `setup` creates the database folder, `server` owns and serves it. */
export type Accounts = { setup: Account; server: Account };

/**
 * Numbers that no distribution hands out (between systemd's ranges), so that no other service shares our files.
 * The server needs no entry in /etc/passwd; initdb does, so `setup` borrows an existing account for a moment.
 */
const UNUSED_IDS = [61_000, 61_001, 61_002];

/** The accounts to use, or undefined when we are not root and Postgres can simply run as ourselves. */
export function chooseAccounts(cluster: string, probeFolder: string): Accounts | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') throw new StartError('Postgres does not run as root: start Talewood as another user.');
  const known = passwdAccounts();
  if (known.length === 0)
    throw new StartError('Postgres does not run as root, and this system has no other user: add one, or set DATABASE_URL.');
  const ids = new Set(known.map((account) => account.uid));
  const unused = UNUSED_IDS.filter((id) => !ids.has(id)).map((id) => ({ uid: id, gid: id }));
  return {
    setup: firstUsable(known, probeFolder),
    server: ownerOf(cluster) ?? firstUsable([...unused, ...known], probeFolder),
  };
}

/** Once created, the database stays with its owner, whoever starts Talewood. */
function ownerOf(cluster: string): Account | undefined {
  const stat = fs.statSync(cluster, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined;
}

/** In a container only some ids may exist at all, so an account counts only when a file can be given to it. */
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
    'Postgres does not run as root, and files in DATA_DIR cannot be given to another user here: ' +
      'start Talewood as an ordinary user, put DATA_DIR on another disk, or set DATABASE_URL.',
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
