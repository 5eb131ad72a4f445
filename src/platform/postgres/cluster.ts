import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileReason, StartError } from '../start-errors.ts';
import type { Account, Accounts } from './account.ts';
import type { Binaries } from './binaries.ts';
import { openFolderFor } from './folder-access.ts';

/** Creation of the folder that Postgres calls a cluster: all its databases, and nothing else. */

/** The database of the site, and the role that owns it: it migrates, but is no superuser. */
export const DATABASE = 'talewood';
export const OWNER = 'talewood';
/** The role that serves requests: it may read and write rows of what OWNER makes, and own or change nothing. */
export const APP = 'talewood_app';

// Sorting and case follow Unicode from Postgres' own tables, so that an update of the system's C library cannot
// silently break indexes. Nobody but the owner of the folder reaches the socket in it, so it needs no password.
const INITDB = [
  ...['--username=postgres', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
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

/** What a cluster is made from; part of the name under which tests keep a finished one. */
export const RECIPE = JSON.stringify([INITDB, THROW_AWAY, ROLES]);

/**
 * Creates the cluster at `cluster` if there is none: made aside and renamed, so that it is whole or absent.
 * `durable: false` skips the waiting for the disk. Throws StartError.
 */
export function createCluster(cluster: string, binaries: Binaries, accounts: Accounts | undefined, durable: boolean): void {
  const unfinished = `${cluster}.unfinished`;
  try {
    // Left by a start that was cut off; the folder is locked, so nobody is working on it.
    fs.rmSync(unfinished, { recursive: true, force: true });
    fs.mkdirSync(unfinished, { mode: 0o700 });
    if (accounts) giveTo(accounts.setup, unfinished);
    fill(unfinished, binaries, accounts, durable);
    if (accounts) giveTo(accounts.server, unfinished);
    fs.renameSync(unfinished, cluster);
    if (durable) syncFolder(path.dirname(cluster));
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error instanceof StartError ? error : new StartError(`The database cannot be created in ${cluster}: ${fileReason(error)}.`);
  }
}

function fill(folder: string, binaries: Binaries, accounts: Accounts | undefined, durable: boolean): void {
  const access = openFolderFor(accounts?.setup, folder);
  try {
    const options: SpawnSyncOptions = { ...access.spawn, stdio: ['pipe', 'pipe', 'pipe', ...access.extraStdio] };
    run(binaries.initdb, ['-D', access.path, ...INITDB, ...(durable ? [] : THROW_AWAY)], options);
    const settings = ['-c', 'exit_on_error=on', ...(durable ? [] : ['-c', 'fsync=off'])];
    run(binaries.postgres, ['--single', '-D', access.path, ...settings, 'template1'], { ...options, input: ROLES });
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

function run(program: string, args: string[], options: SpawnSyncOptions): void {
  const done = spawnSync(program, args, { ...options, env: { PATH: process.env.PATH, LC_ALL: 'C' } });
  if (done.status === 0) return;
  const output = `${done.stdout}\n${done.stderr}`;
  throw new StartError(
    `The database cannot be created: ${reasonIn(output) ?? done.error?.message ?? `it ended with ${done.status ?? done.signal}`}`,
  );
}

/** The line of Postgres' output that tells what went wrong, in our words where we know it. */
export function reasonIn(output: string): string | undefined {
  if (/No space left on device/.test(output)) return 'the disk is full.';
  const line = output.split('\n').find((line) => /(FATAL|PANIC|ERROR|error):? /.test(line) || line.includes('error while loading'));
  return line?.replace(/^.*?\b(FATAL|PANIC|ERROR|error): +/, '').trim();
}

function syncFolder(folder: string): void {
  const file = fs.openSync(folder, 'r');
  fs.fsyncSync(file);
  fs.closeSync(file);
}
