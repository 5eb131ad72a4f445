/** The tables and sequences of a backup. */

import type { Readable } from 'node:stream';
import pg from 'pg';
import { copyOut } from '#src/platform/db/copy-rows.ts';
import { BackupError, type Manifest } from './backup-format.ts';

/** Their rows may have been revoked since, so they are never restored. */
export const REVOCABLE_TABLES = ['public.sessions', 'public.verifications', 'public.access_token_keys'];

/**
 * Tables that are not backed up: those written by migrations; sessions and challenges, so that everyone logs in again after a restore;
 * signing keys, which a restored site creates anew; and running imports and uploads, whose files are not in the
 * backup; and files of the build. Unlogged tables (realtime_presence, reading_sessions, cache_changes, cache_identity) are omitted as well.
 */
export const EXCLUDED_TABLES = [
  ...['graphile_worker.migrations', 'public.schema_migrations', ...REVOCABLE_TABLES],
  ...['public.import_uploads', 'public.import_upload_files', 'public.import_upload_books'],
  ...['public.file_uploads', 'public.built_files'],
];

/** `name`: with schema. `columns`: without generated ones. `key`: ORDER BY expression. */
export type BackupTable = { name: string; columns: string[]; key: string };

/** Lists the tables by name. @throws BackupError for a table without a primary key, whose order would be undefined */
export async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  // Text is ordered by bytes, independent of the collation of the database.
  const { rows } = await client.query<{ name: string; columns: string[]; key: string | null }>(
    `select n.nspname || '.' || c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      (select string_agg(quote_ident(a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end, ', ' order by k.place)
        from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'graphile_worker')
     order by n.nspname, c.relname`,
  );
  return rows
    .filter(({ name }) => !EXCLUDED_TABLES.includes(name))
    .map(({ name, columns, key }) => {
      if (key === null) throw new BackupError(`Table ${name} has no primary key and cannot be backed up.`);
      return { name, columns, key };
    });
}

/** Returns the quoted table name. */
export function tableSql(name: string): string {
  return name.split('.').map(pg.escapeIdentifier).join('.');
}

/** Returns the quoted column list, in parentheses. */
export function columnsSql(columns: readonly string[]): string {
  return `(${columns.map(pg.escapeIdentifier).join(', ')})`;
}

/** Fixes the output format, independent of database and role settings. */
export const COPY_SETTINGS = "set local datestyle = 'ISO'; set local timezone = 'UTC'; set local extra_float_digits = 1";

/** Returns the rows as COPY text, ordered by key, so that equal rows give equal bytes. */
export function readTable(client: pg.ClientBase, { name, columns, key }: BackupTable): Readable {
  return copyOut(client, `copy (select ${columnsSql(columns).slice(1, -1)} from ${tableSql(name)} order by ${key}) to stdout`);
}

/** Lists all sequences by name. Their values are current even within a snapshot. */
export async function listSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; last: number | null }>(
    `select schemaname || '.' || sequencename as name, last_value::float8 as last from pg_sequences
     where schemaname in ('public', 'graphile_worker') order by schemaname, sequencename`,
  );
  return rows;
}
