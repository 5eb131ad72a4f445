import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileReason, StartError } from '../start-errors.ts';
import type { Account, Accounts } from './account.ts';
import type { Binaries } from './binaries.ts';
import { type FolderAccess, openFolderFor } from './folder-access.ts';

/** Creation of the folder that Postgres calls a cluster: all its databases, and nothing else. */

/** The database of the site, and the role that owns it: it migrates, but is no superuser. */
export const DATABASE = 'talewood';
export const OWNER = 'talewood';
/** Who may copy the files of the running server. */
export const SUPERUSER = 'postgres';
/** The role that serves requests: it may read and write rows of what OWNER makes, and own or change nothing. */
export const APP = 'talewood_app';

// Sorting and case follow Unicode from Postgres' own tables, so that an update of the system's C library cannot
// silently break indexes. Nobody but the owner of the folder reaches the socket in it, so it needs no password.
const INITDB = [
  ...[`--username=${SUPERUSER}`, '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ...['--data-checksums', '--auth-local=trust', '--auth-host=reject', '--no-instructions'],
];

// Tests copy the result many times: a sixteenth of the usual first log file, and no waiting for the disk.
const THROW_AWAY = ['--no-sync', '--wal-segsize=1'];

// Set up in template1, so that databases which tests create have the same rights. One statement a line.
const ROLES = `
create role ${OWNER} login createdb;
create role ${APP} login;
alter default privileges for role ${OWNER} grant usage on schemas to ${APP};
alter default privileges for role ${OWNER} grant select, insert, update, delete on tables to ${APP};
alter default privileges for role ${OWNER} grant usage, select on sequences to ${APP};
create database ${DATABASE} owner ${OWNER};
`;

export const UNFINISHED = '.unfinished-';

/** What a cluster is made from; part of the name under which tests keep a finished one. */
export const RECIPE = JSON.stringify([INITDB, THROW_AWAY, ROLES]);

/**
 * Creates the cluster at `cluster`, where there is none: made aside and renamed, so that it is whole or absent.
 * `durable: false` skips the waiting for the disk. Throws StartError.
 */
export async function createCluster(cluster: string, binaries: Binaries, accounts: Accounts | undefined, durable: boolean): Promise<void> {
  let unfinished: string | undefined;
  try {
    unfinished = fs.mkdtempSync(`${cluster}${UNFINISHED}`);
    if (accounts) giveTo(accounts.setup, unfinished);
    await fill(unfinished, binaries, accounts, durable);
    if (accounts) giveTo(accounts.server, unfinished);
    fs.renameSync(unfinished, cluster);
    if (durable) syncFolder(path.dirname(cluster));
  } catch (error) {
    if (unfinished !== undefined) fs.rmSync(unfinished, { recursive: true, force: true });
    throw error instanceof StartError ? error : new StartError(`The database cannot be created in ${cluster}: ${fileReason(error)}.`);
  }
}

/** Left by creations and restores that were cut off. The folder is locked, so nobody but a forgotten initdb can be working on them. */
export function clearUnfinished(cluster: string): void {
  const folder = path.dirname(cluster);
  for (const name of fs.readdirSync(folder)) {
    if (name.startsWith(`${path.basename(cluster)}${UNFINISHED}`)) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

async function fill(folder: string, binaries: Binaries, accounts: Accounts | undefined, durable: boolean): Promise<void> {
  const access = openFolderFor(accounts?.setup, folder);
  try {
    await run(access, binaries.initdb, ['-D', access.path, ...INITDB, ...(durable ? [] : THROW_AWAY)]);
    const settings = ['-c', 'exit_on_error=on', ...(durable ? [] : ['-c', 'fsync=off'])];
    await run(access, binaries.postgres, ['--single', '-D', access.path, ...settings, 'template1'], ROLES);
  } finally {
    access.close();
  }
}

/** Throws StartError when the cluster was made by another major version, which these programs cannot read. */
export function checkVersion(cluster: string, binaries: Binaries): void {
  const made = fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  const major = binaries.version.split('.')[0];
  if (made === major) return;
  throw new StartError(
    `The database in ${cluster} was made by Postgres ${made}, this Talewood brings ${major}: export with the old Talewood, import with this one.`,
  );
}

/** Gives the folder and all in it to the account. */
export function giveTo({ uid, gid }: Account, folder: string): void {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    fs.lchownSync(path.join(entry.parentPath, entry.name), uid, gid);
  }
  fs.chownSync(folder, uid, gid);
}

async function run(access: FolderAccess, program: string, args: string[], input = ''): Promise<void> {
  const child = spawn(program, args, {
    ...access.spawn,
    stdio: ['pipe', 'pipe', 'pipe', ...access.extraStdio],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  let output = '';
  const streams = [child.stdout, child.stderr];
  for (const stream of streams) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  child.stdin?.on('error', () => {}).end(input);
  const [code, signal] = await once(child, 'close').catch((error: Error) => [error.message]);
  if (code === 0) return;
  throw new StartError(`The database cannot be created: ${reasonIn(output) ?? `it ended with ${signal ?? code}`}`);
}

/** The line of Postgres' output that tells what went wrong, in our words where we know it. */
export function reasonIn(output: string): string | undefined {
  if (/No space left on device|wrote only \d+ of \d+ bytes/.test(output)) return 'the disk is full.';
  const line = output.split('\n').find((line) => /(FATAL|PANIC|ERROR|error):? /.test(line) || line.includes('error while loading'));
  return line?.replace(/^.*?\b(FATAL|PANIC|ERROR|error): +/, '').trim();
}

export function syncFolder(folder: string): void {
  const file = fs.openSync(folder, 'r');
  fs.fsyncSync(file);
  fs.closeSync(file);
}
