import fs from 'node:fs';
import type { Account } from './account.ts';

/** How a child process under another account reaches a folder that it could not enter from above. */

export type FolderAccess = {
  /** The folder's name for the child. */
  path: string;
  /** Options for spawn: the account, and the folder as the child's fourth file. */
  spawn: { cwd: string; uid?: number; gid?: number };
  extraStdio: number[];
  close(): void;
};

/**
 * Without an account the child is as we are, and uses the folder's own name. With one, the child gets the open folder
 * and calls it /proc/self/fd/3: that works also below /root, whose mode 700 nobody else can pass, so the data
 * stays in DATA_DIR and no folder has to be opened to others.
 */
export function openFolderFor(account: Account | undefined, folder: string): FolderAccess {
  if (!account) return { path: folder, spawn: { cwd: '/' }, extraStdio: [], close: () => {} };
  const file = fs.openSync(folder, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  return { path: '/proc/self/fd/3', spawn: { cwd: '/', ...account }, extraStdio: [file], close: () => fs.closeSync(file) };
}

/** Whether the account may read below this folder: each folder above must let it pass. Looks at modes only. */
export function canEnter(account: Account, folder: string): boolean {
  for (let at = folder; ; at = at.slice(0, at.lastIndexOf('/')) || '/') {
    const { mode, uid, gid } = fs.statSync(at);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (at === '/') return true;
  }
}
