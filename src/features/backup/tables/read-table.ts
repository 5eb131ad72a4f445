import type { Readable } from 'node:stream';
import type pg from 'pg';
import { copyOut } from '#src/platform/db/copy-rows.ts';
import { type BackupTable, columnsSql, tableSql } from './list-tables.ts';

/** How values are written, whatever the database and its role are set to. */
export const PLAIN_VALUES = "set local datestyle = 'ISO'; set local timezone = 'UTC'; set local extra_float_digits = 1";

/** The rows of a table in the order of its key, as the text of COPY: the same rows are the same bytes. */
export function readTable(client: pg.ClientBase, { name, columns, key }: BackupTable): Readable {
  return copyOut(client, `copy (select ${columnsSql(columns).slice(1, -1)} from ${tableSql(name)} order by ${key}) to stdout`);
}
