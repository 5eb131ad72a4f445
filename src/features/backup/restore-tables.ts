import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type pg from 'pg';
import { copyIn } from '#src/platform/db/copy-rows.ts';
import { BackupError, type Manifest, partName } from './backup-format.ts';
import { unpackPart } from './table-parts.ts';
import { type BackupTable, columnsSql, listTables, readTable, tableSql } from './tables.ts';
import { type ArchiveEntry, readEntries } from './tar-archive.ts';

/**
 * Matches the tables of the database with those of the backup and returns them with the backup's column order, which can differ when
 * migrations were applied in another order. @throws BackupError if they do not match
 */
export async function matchTables(client: pg.ClientBase, manifest: Manifest): Promise<BackupTable[]> {
  const tables = await listTables(client);
  const wanted = new Map(manifest.tables.map(({ name, columns }) => [name, columns]));
  const other = tables.find(({ name, columns }) => wanted.get(name)?.toSorted().join() !== columns.toSorted().join());
  if (other !== undefined || wanted.size !== tables.length)
    throw new BackupError(`The tables of the backup do not match its schema${other === undefined ? '' : `: ${other.name} differs`}.`);
  return tables.map((table) => ({ ...table, columns: wanted.get(table.name) ?? table.columns }));
}

/** Loads the rows of the backup into the emptied tables, in file order. @throws BackupError */
export async function loadTables(
  client: pg.ClientBase,
  file: FileHandle,
  tables: readonly BackupTable[],
  manifest: Manifest,
): Promise<void> {
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
export async function compareTables(client: pg.ClientBase, tables: readonly BackupTable[], manifest: Manifest): Promise<void> {
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
export async function clearDatabase(client: pg.ClientBase): Promise<void> {
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
