/** The tables that a backup holds: all that are kept, save those that mean nothing in another database. */
import pg from 'pg';
import { BackupFault } from '../backup-fault.ts';

/** What may have been withdrawn since, so that it never comes back. */
export const WITHDRAWN = ['public.sessions', 'public.verifications'];

/**
 * Not in a backup: what the migrations write themselves; sessions and challenges, which may have been withdrawn since, so that
 * after a restore all log in again; and imports that are being made, whose files are not in it either. Tables that Postgres itself does not keep in a crash (presence) are not in it either.
 */
export const LEFT_OUT = [
  ...['graphile_worker.migrations', 'public.schema_migrations', ...WITHDRAWN],
  ...['public.import_uploads', 'public.import_upload_files', 'public.import_upload_books'],
];

/** `name` with its schema. `columns`: those that are written, in their order; `key`: what its rows are put in order by, as SQL. */
export type BackupTable = { name: string; columns: string[]; key: string };

/** By name. Throws a BackupFault for a table without a key, whose rows would have no order. */
export async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  // Texts are put in order by their bytes, whatever the order of the database is.
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
    .filter(({ name }) => !LEFT_OUT.includes(name))
    .map(({ name, columns, key }) => {
      if (key === null) throw new BackupFault(`The table ${name} has no key, so it cannot be backed up.`);
      return { name, columns, key };
    });
}

/** Its name as SQL. */
export function tableSql(name: string): string {
  return name.split('.').map(pg.escapeIdentifier).join('.');
}

/** Its columns as SQL, in brackets. */
export function columnsSql(columns: readonly string[]): string {
  return `(${columns.map(pg.escapeIdentifier).join(', ')})`;
}
