import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileReason, StartError } from '../start-errors.ts';
import { type Account, type Accounts, type FolderAccess, openFolderFor } from './account.ts';
import type { Binaries } from './binaries.ts';

/** The site's database, and its owner: the role that runs migrations. Not a superuser. */
export const DATABASE = 'talewood';
export const OWNER = 'talewood';
/** The role that may take base backups. */
export const SUPERUSER = 'postgres';
/** The role of requests: reads and writes rows of OWNER's tables, owns nothing. */
export const APP = 'talewood_app';

// Collation and case mapping come from Postgres' own Unicode tables, so that an update of the system's C library cannot silently break
// indexes. Only the owner of the folder can reach its socket, so no password is needed.
const INITDB = [
  ...[`--username=${SUPERUSER}`, '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ...['--data-checksums', '--auth-local=trust', '--auth-host=reject', '--no-instructions'],
];

// For tests, which copy the cluster many times: a small first WAL segment, and no fsync.
const NON_DURABLE = ['--no-sync', '--wal-segsize=1'];

// Run in template1, so that databases created by tests have the same privileges. One statement per line.
const ROLES = `
create role ${OWNER} login createdb;
create role ${APP} login;
alter default privileges for role ${OWNER} grant usage on schemas to ${APP};
alter default privileges for role ${OWNER} grant select, insert, update, delete on tables to ${APP};
alter default privileges for role ${OWNER} grant usage, select on sequences to ${APP};
create database ${DATABASE} owner ${OWNER};
`;

export const UNFINISHED = '.unfinished-';

/** Identifies how a cluster is created; part of the name of the cached template of tests. */
const CLUSTER_FINGERPRINT = JSON.stringify([INITDB, NON_DURABLE, ROLES]);

/**
 * Creates a new cluster. Atomic: created in a temporary folder, then renamed. `durable: false` skips fsync.
 * @throws StartError
 */
export async function createCluster(cluster: string, binaries: Binaries, accounts: Accounts | undefined, durable: boolean): Promise<void> {
  let unfinished: string | undefined;
  try {
    unfinished = fs.mkdtempSync(`${cluster}${UNFINISHED}`);
    if (accounts) changeOwner(accounts.setup, unfinished);
    await initialize(unfinished, binaries, accounts, durable);
    if (accounts) changeOwner(accounts.server, unfinished);
    fs.renameSync(unfinished, cluster);
    if (durable) syncFolder(path.dirname(cluster));
  } catch (error) {
    if (unfinished !== undefined) fs.rmSync(unfinished, { recursive: true, force: true });
    throw error instanceof StartError ? error : new StartError(`Cannot create the database in ${cluster}: ${fileReason(error)}.`);
  }
}

/** Removes folders of interrupted creations and restores. The caller holds the lock, so no other process uses them. */
export function removeUnfinished(cluster: string): void {
  const folder = path.dirname(cluster);
  for (const name of fs.readdirSync(folder)) {
    if (name.startsWith(`${path.basename(cluster)}${UNFINISHED}`)) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

async function initialize(folder: string, binaries: Binaries, accounts: Accounts | undefined, durable: boolean): Promise<void> {
  const access = openFolderFor(accounts?.setup, folder);
  try {
    await run(access, binaries.initdb, ['-D', access.path, ...INITDB, ...(durable ? [] : NON_DURABLE)]);
    const settings = ['-c', 'exit_on_error=on', ...(durable ? [] : ['-c', 'fsync=off'])];
    await run(access, binaries.postgres, ['--single', '-D', access.path, ...settings, 'template1'], ROLES);
  } finally {
    access.close();
  }
}

/** Changes the owner of the folder and everything in it. */
export function changeOwner({ uid, gid }: Account, folder: string): void {
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
  throw new StartError(`Cannot create the database: ${readFailureReason(output) ?? `it exited with ${signal ?? code}`}`);
}

/** Extracts the reason of a failure from the output of Postgres; undefined when there is none. */
export function readFailureReason(output: string): string | undefined {
  if (/No space left on device|wrote only \d+ of \d+ bytes/.test(output)) return 'the disk is full.';
  const line = output.split('\n').find((line) => /(FATAL|PANIC|ERROR|error):? /.test(line) || line.includes('error while loading'));
  return line?.replace(/^.*?\b(FATAL|PANIC|ERROR|error): +/, '').trim();
}

export function syncFolder(folder: string): void {
  const file = fs.openSync(folder, 'r');
  fs.fsyncSync(file);
  fs.closeSync(file);
}

/** Cache for tests: copying a finished cluster takes a tenth of the time of creating one. */

const TEMPLATE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/talewood', import.meta.url));

/** Creates a non-durable cluster from the cached template, which is created when missing. */
export async function copyTemplate(cluster: string, binaries: Binaries, accounts: Accounts | undefined): Promise<void> {
  const template = path.join(
    TEMPLATE_CACHE,
    `cluster-${createHash('sha256').update(binaries.version).update(CLUSTER_FINGERPRINT).digest('hex').slice(0, 16)}`,
  );
  if (!fs.existsSync(template)) {
    await createCluster(cluster, binaries, accounts, false);
    storeTemplate(cluster, template);
    return;
  }
  fs.cpSync(template, cluster, { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
  fs.chmodSync(cluster, 0o700);
  if (accounts) changeOwner(accounts.server, cluster);
}

/** Several test processes may write the template at once, and the cache may be read-only; failures are ignored. */
function storeTemplate(cluster: string, template: string): void {
  const own = `${template}.${process.pid}`;
  try {
    fs.mkdirSync(TEMPLATE_CACHE, { recursive: true });
    fs.cpSync(cluster, own, { recursive: true });
    fs.renameSync(own, template);
  } catch {
    fs.rmSync(own, { recursive: true, force: true });
  }
}
