import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type pg from 'pg';
import { copyIn } from '#src/platform/db/copy-rows.ts';
import { type ArchiveEntry, readEntries } from '../archive/read-archive.ts';
import { BackupFault } from '../backup-fault.ts';
import { type Manifest, partName } from '../manifest.ts';
import { type BackupTable, columnsSql, listTables, tableSql } from '../tables/list-tables.ts';
import { readTable } from '../tables/read-table.ts';
import { unpackPart } from '../tables/table-parts.ts';

/**
 * The tables of the database, which must have the columns of the backup's. Theirs may stand in another order, as migrations need not have been
 * applied in the same one: what is returned has the order of the backup. Throws a BackupFault.
 */
export async function matchTables(client: pg.ClientBase, manifest: Manifest): Promise<BackupTable[]> {
  const tables = await listTables(client);
  const wanted = new Map(manifest.tables.map(({ name, columns }) => [name, columns]));
  const other = tables.find(({ name, columns }) => wanted.get(name)?.toSorted().join() !== columns.toSorted().join());
  if (other !== undefined || wanted.size !== tables.length)
    throw new BackupFault(`The tables of the backup are not those of its schema${other === undefined ? '' : `: ${other.name} differs`}.`);
  return tables.map((table) => ({ ...table, columns: wanted.get(table.name) ?? table.columns }));
}

/** Fills the emptied tables with the rows of the backup, in the order of the file. Throws a BackupFault, and as Postgres does. */
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
    if (table === undefined) throw new BackupFault(`There is no table ${name}.`);
    const statement = `copy ${tableSql(name)} ${columnsSql(table.columns)} from stdin`;
    const loaded = await copyIn(client, statement, partsOf(entries, name, parts));
    if (loaded !== rows) throw new BackupFault(`The table ${name} took ${loaded} rows of ${rows}.`);
  }
}

async function* partsOf(entries: AsyncGenerator<ArchiveEntry>, table: string, parts: number): AsyncGenerator<Buffer> {
  for (let part = 1; part <= parts; ) {
    const { value, done } = await entries.next();
    if (done === true) throw new BackupFault(`The table ${table} ends too early.`);
    if (value.name !== partName(table, part)) continue;
    yield (await unpackPart(value.name, value.bytes)).text;
    part += 1;
  }
}

/** Reads back every table and compares number and hash of its rows with the backup's. Throws a BackupFault. */
export async function compareTables(client: pg.ClientBase, tables: readonly BackupTable[], manifest: Manifest): Promise<void> {
  const wanted = new Map(manifest.tables.map(({ name, sha256 }) => [name, sha256]));
  for (const table of tables) {
    const sum = createHash('sha256');
    for await (const rows of readTable(client, table)) sum.update(rows);
    if (sum.digest('hex') !== wanted.get(table.name)) throw new BackupFault(`The table ${table.name} is not what the backup holds.`);
  }
}
