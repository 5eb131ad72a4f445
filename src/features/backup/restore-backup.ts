/** Restores a site from a backup file, completely or not at all. */

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { copyIn } from '#src/platform/db/copy-rows.ts';
import { applyWithin, checkServer, lockMigrations, type Migration, readMigrations } from '#src/platform/db/migrate.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { releaseAllJobs } from '#src/platform/jobs/worker-heartbeat.ts';
import type { Log } from '#src/platform/log.ts';
import { BackupError, type Manifest, partName, SECRET } from './backup-format.ts';
import { sanitizeRestoredHtml } from './sanitize-restored.ts';
import { parseSiteFileName, putSiteFile, type SiteStores } from './site-files.ts';
import { unpackPart } from './table-parts.ts';
import { type BackupTable, COPY_SETTINGS, columnsSql, listSequences, listTables, readTable, tableSql } from './tables.ts';
import { type ArchiveEntry, readEntries } from './tar-archive.ts';
import { verifyBackup } from './verify-backup.ts';

type RestoreOptions = {
  ownerUrl: string;
  stores: SiteStores;
  /** Folder of the migrations of this version. */
  migrations: string;
  /** Whether existing data may be replaced. */
  replace: boolean;
  log: Pick<Log, 'warn'>;
  /** Writes the site's secret before the commit; its result restores the previous one. */
  placeSecret?: PlaceSecret;
};

export type PlaceSecret = (secret: string | undefined) => Promise<{ undo: () => Promise<void> }>;

/** `secret`: the site's, if it is in the backup. `cleaned`: number of texts from which disallowed HTML was removed. */
type RestoreResult = { manifest: Manifest; secret: string | undefined; cleaned: number };

/**
 * Verifies the backup, writes its files to the stores, and restores its tables in one transaction: schema of the backup, rows, then newer
 * migrations. Tables are read back and compared, and stored HTML is sanitized again. After an error or a crash the database is unchanged;
 * at most the stores have extra files, which the site removes later.
 * @throws BackupError
 */
export async function restoreBackup(
  file: FileHandle,
  { ownerUrl, stores, migrations, replace, log, placeSecret }: RestoreOptions,
): Promise<RestoreResult> {
  const manifest = await verifyBackup(file);
  const { before, after } = splitMigrations(await readMigrations(migrations), manifest);
  const client = await openClient(ownerUrl, 'talewood restore');
  try {
    await checkServer(client);
    await assertReplaceable(client, replace);
    await migrateJobs(ownerUrl, { log });
    const secret = await restoreFiles(file, stores);
    await client.query(`begin; ${COPY_SETTINGS}; set local lock_timeout = '10s'; set local maintenance_work_mem = '256MB'`);
    await lockMigrations(client);
    await assertReplaceable(client, replace);
    await clearDatabase(client);
    await applyWithin(client, before);
    await restoreTables(client, file, manifest);
    await applyWithin(client, after);
    const cleaned = await sanitizeRestoredHtml(client);
    const placed = await placeSecret?.(secret);
    await client.query('commit').catch(async (error: unknown) => {
      await placed?.undo();
      throw error;
    });
    // Nothing after the commit may fail the restore; autovacuum analyzes the tables anyway.
    await client.query('analyze').catch((error: unknown) => log.warn({ err: error }, 'The restored tables could not be analyzed'));
    return { manifest, secret, cleaned };
  } finally {
    // Also rolls back an uncommitted transaction.
    await client.end();
  }
}

/** Splits migrations into those of the backup's schema and the others, which need not be later: two may have been written in parallel. */
function splitMigrations(known: Migration[], manifest: Manifest): { before: Migration[]; after: Migration[] } {
  const applied = new Map(manifest.migrations.map(({ name, checksum }) => [name, checksum]));
  const before = known.filter(({ name, checksum }) => applied.get(name) === checksum);
  const other = manifest.migrations.find(({ name }) => !before.some((migration) => migration.name === name));
  if (other !== undefined)
    throw new BackupError(`The backup was created by another version of Talewood, probably a newer one: unknown migration ${other.name}.`);
  return { before, after: known.filter((migration) => !before.includes(migration)) };
}

/** How long connections of an ended process can still be listed. */
const CONNECTION_CLOSE_MS = 2_000;

/** @throws BackupError if a site uses the database, or if it has tales and `replace` is false */
async function assertReplaceable(client: pg.ClientBase, replace: boolean): Promise<void> {
  const look = () =>
    client.query<{ served: boolean; site: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database() and application_name in ('talewood', 'talewood listen'))
        as served, to_regclass('public.tales') is not null as site`,
    );
  const until = performance.now() + CONNECTION_CLOSE_MS;
  let { rows } = await look();
  while (rows[0]?.served && performance.now() < until) {
    await wait(100);
    // Within a transaction, the list of connections is cached.
    await client.query('select pg_stat_clear_snapshot()');
    ({ rows } = await look());
  }
  if (rows[0]?.served) throw new BackupError('A running site uses this database. Stop all its processes first.');
  if (rows[0]?.site !== true || replace) return;
  const tales = await client.query('select from public.tales limit 1');
  if (tales.rowCount !== 0)
    throw new BackupError('This database already contains tales. Use --replace to replace all data with the backup.');
}

async function restoreTables(client: pg.ClientBase, file: FileHandle, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ newest: number }>('select max(id)::integer as newest from graphile_worker.migrations');
  if ((rows[0]?.newest ?? 0) < manifest.jobs_migration)
    throw new BackupError('The backup was created by a newer version of Talewood: unknown version of the job queue.');
  const tables = await matchTables(client, manifest);
  const names = tables.map(({ name }) => tableSql(name));
  const back = await dropConstraints(client, names);
  // Migrations insert rows too.
  await client.query(`truncate ${names.join(', ')}`);
  await loadTables(client, file, tables, manifest);
  await setSequences(client, manifest.sequences);
  await compareTables(client, tables, manifest);
  for (const statement of back) await client.query(statement);
  await releaseAllJobs(client);
}

/** Writes the verified files to the stores. Returns the secret. */
async function restoreFiles(file: FileHandle, stores: SiteStores): Promise<string | undefined> {
  let secret: string | undefined;
  for await (const { name, bytes } of readEntries(file)) {
    const found = parseSiteFileName(name);
    if (found !== undefined) await putSiteFile(stores, found, bytes);
    if (name === SECRET) secret = bytes.toString();
  }
  return secret;
}

/**
 * Matches the tables of the database with those of the backup and returns them with the backup's column order, which can differ when
 * migrations were applied in another order. @throws BackupError if they do not match
 */
async function matchTables(client: pg.ClientBase, manifest: Manifest): Promise<BackupTable[]> {
  const tables = await listTables(client);
  const wanted = new Map(manifest.tables.map(({ name, columns }) => [name, columns]));
  const other = tables.find(({ name, columns }) => wanted.get(name)?.toSorted().join() !== columns.toSorted().join());
  if (other !== undefined || wanted.size !== tables.length)
    throw new BackupError(`The tables of the backup do not match its schema${other === undefined ? '' : `: ${other.name} differs`}.`);
  return tables.map((table) => ({ ...table, columns: wanted.get(table.name) ?? table.columns }));
}

/** Loads the rows of the backup into the emptied tables, in file order. @throws BackupError */
async function loadTables(client: pg.ClientBase, file: FileHandle, tables: readonly BackupTable[], manifest: Manifest): Promise<void> {
  const entries = readEntries(file);
  const filled = manifest.tables.filter(({ parts }) => parts > 0);
  for (const { name, parts, rows } of filled) {
    const table = tables.find((each) => each.name === name);
    if (table === undefined) throw new BackupError(`Unknown table ${name}.`);
    const statement = `copy ${tableSql(name)} ${columnsSql(table.columns)} from stdin`;
    const loaded = await copyIn(client, statement, partsOf(entries, name, parts));
    if (loaded !== rows) throw new BackupError(`Table ${name}: loaded ${loaded} of ${rows} rows.`);
  }
}

async function* partsOf(entries: AsyncGenerator<ArchiveEntry>, table: string, parts: number): AsyncGenerator<Buffer> {
  for (let part = 1; part <= parts; ) {
    const { value, done } = await entries.next();
    if (done === true) throw new BackupError(`Table ${table} is incomplete.`);
    if (value.name !== partName(table, part)) continue;
    yield (await unpackPart(value.name, value.bytes)).text;
    part += 1;
  }
}

/** Reads back every table and compares its hash with that of the backup. @throws BackupError */
async function compareTables(client: pg.ClientBase, tables: readonly BackupTable[], manifest: Manifest): Promise<void> {
  const wanted = new Map(manifest.tables.map(({ name, sha256 }) => [name, sha256]));
  for (const table of tables) {
    const sum = createHash('sha256');
    for await (const rows of readTable(client, table)) sum.update(rows);
    if (sum.digest('hex') !== wanted.get(table.name)) throw new BackupError(`Table ${table.name} differs from the backup after loading.`);
  }
}

/**
 * Drops the tables, routines and text search configurations in schema `public` that the current role owns, except those of extensions, so
 * that migrations can recreate them. The schema and its grants stay.
 */
async function clearDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `with own as (select oid as owner from pg_roles where rolname = current_user), home as (select 'public'::regnamespace as space)
     select format('drop table if exists %s cascade', c.oid::regclass) as drop from pg_class c, own, home
       where relnamespace = space and relowner = owner and relkind = 'r' and ${notOf('pg_class', 'c.oid')}
     union all select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p, own, home
       where pronamespace = space and proowner = owner and ${notOf('pg_proc', 'p.oid')}
     union all select format('drop text search configuration if exists %s cascade', t.oid::regconfig) from pg_ts_config t, own, home
       where cfgnamespace = space and cfgowner = owner and ${notOf('pg_ts_config', 't.oid')}`,
  );
  for (const { drop } of rows) await client.query(drop);
}

function notOf(catalogue: string, oid: string): string {
  return `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;
}

/**
 * Disables triggers and drops foreign keys and secondary indexes, which would make loading slow or fail. Returns the statements that
 * restore them, in order. Foreign keys are validated then.
 */
export async function dropConstraints(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const indexes = await listDropped(
    client,
    `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as restore
     from pg_index i where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid
       and c.contype in ('p', 'u', 'x')) order by i.indexrelid`,
    tables,
  );
  // Checks that were added as "not valid" may be violated by older rows.
  const constraints = await listDropped(
    client,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
     from pg_constraint where conrelid = any($1::regclass[]) and (contype = 'f' or not convalidated) or confrelid = any($1::regclass[]) order by oid`,
    tables,
  );
  const triggers = tables.map((table) => ({
    drop: `alter table ${table} disable trigger user`,
    restore: `alter table ${table} enable trigger user`,
  }));
  const all = [...constraints, ...indexes, ...triggers];
  for (const { drop } of all) await client.query(drop);
  return [...indexes, ...constraints, ...triggers].map(({ restore }) => restore);
}

type DroppedObject = { drop: string; restore: string };

async function listDropped(client: pg.ClientBase, statement: string, tables: readonly string[]): Promise<DroppedObject[]> {
  return (await client.query<DroppedObject>(statement, [tables])).rows;
}

/** Sets the sequences. @throws BackupError if they do not match the schema */
async function setSequences(client: pg.ClientBase, sequences: Manifest['sequences']): Promise<void> {
  const known = new Set((await listSequences(client)).map(({ name }) => name));
  const unknown = sequences.find(({ name }) => !known.delete(name));
  if (unknown !== undefined) throw new BackupError(`The backup contains an unknown sequence: ${unknown.name}.`);
  const [missing] = known;
  if (missing !== undefined) throw new BackupError(`The backup lacks the sequence ${missing}.`);
  for (const { name, last } of sequences) {
    const [schema, sequence] = name.split('.');
    // setval survives a rollback, except in a sequence restarted in the same transaction.
    await client.query(`alter sequence ${tableSql(name)} restart`);
    const regclass = `format('%I.%I', $1::text, $2::text)::regclass`;
    if (last === null)
      await client.query(`select setval(${regclass}, seqstart, false) from pg_sequence where seqrelid = ${regclass}`, [schema, sequence]);
    else await client.query(`select setval(${regclass}, $3::bigint)`, [schema, sequence, last]);
  }
}
