import { mkdtemp, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '#src/platform/db/migrate.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';

/** The Postgres on which all unit tests make their databases, and the migrated one that those are copies of. */

export const MIGRATIONS = fileURLToPath(new URL('../db/migrations', import.meta.url));
export const silent = { debug() {}, info() {}, warn() {} };

const MEMORY = '/dev/shm';
const ROOM_BYTES = 4e9;

/** Where it is, as JSON: the processes that run the tests are children of the one that starts it. */
const TOLD = 'TEST_DATABASE_SERVER';

/** `template` is the name of the migrated database, empty otherwise. The roles are one where TEST_DATABASE_URL names the server. */
export type DatabaseServer = { ownerUrl: string; appUrl: string; template: string };

/**
 * Vitest calls it before the unit tests, and what it returns after them. Starts a Postgres, or takes the one that TEST_DATABASE_URL
 * names, whose user must be allowed to create databases; and makes the template.
 */
export async function setup(): Promise<() => Promise<void>> {
  // Another project of the same run has it already.
  if (hasDatabaseServer()) return async () => {};
  const { ownerUrl, appUrl, stop } = await openServer();
  const template = `template_${process.pid}_${Date.now().toString(36)}`;
  await runOn(ownerUrl, `create database ${template}`);
  await migrate(onDatabase(ownerUrl, template), { folder: MIGRATIONS, log: silent });
  await migrateJobs(onDatabase(ownerUrl, template), { log: silent });
  const server: DatabaseServer = { ownerUrl, appUrl, template };
  process.env[TOLD] = JSON.stringify(server);
  return async () => {
    await runOn(ownerUrl, `drop database if exists ${libraryTemplateOf(server)}`);
    await runOn(ownerUrl, `drop database ${template}`);
    await stop();
  };
}

export function hasDatabaseServer(): boolean {
  return process.env[TOLD] !== undefined;
}

export function findDatabaseServer(): DatabaseServer {
  const told = process.env[TOLD];
  if (told === undefined) throw new Error('Only unit tests have a server for their databases: see vitest.config.ts.');
  return JSON.parse(told) as DatabaseServer;
}

/** The name of the database that library-template.ts creates when a test needs it. */
export const libraryTemplateOf = ({ template }: DatabaseServer) => `${template}_library`;

/** Runs one statement on the server, in the database that the address names. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function onDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** In memory where there is enough: hundreds of databases, each of hundreds of files, come and go. */
async function findRoom(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > ROOM_BYTES ? MEMORY : os.tmpdir();
}

async function openServer(): Promise<{ ownerUrl: string; appUrl: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) return { ownerUrl: given, appUrl: given, stop: async () => {} };
  const dataDir = await mkdtemp(path.join(await findRoom(), 'talewood-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent, durable: false });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ownerUrl: postgres.url, appUrl: postgres.appUrl, stop };
}
