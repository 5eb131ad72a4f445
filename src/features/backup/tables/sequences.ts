import type pg from 'pg';
import { BackupFault } from '../backup-fault.ts';
import type { Manifest } from '../manifest.ts';
import { tableSql } from './list-tables.ts';

/** The counters of all tables that are kept, by name. What a sequence says is of now, also in a snapshot. */
export async function listSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; last: number | null }>(
    `select schemaname || '.' || sequencename as name, last_value::float8 as last from pg_sequences
     where schemaname in ('public', 'graphile_worker') order by schemaname, sequencename`,
  );
  return rows;
}

/** Sets them so that none gives a number twice. Throws a BackupFault when they are not those of the schema. */
export async function setSequences(client: pg.ClientBase, sequences: Manifest['sequences']): Promise<void> {
  const known = new Set((await listSequences(client)).map(({ name }) => name));
  const unknown = sequences.find(({ name }) => !known.delete(name));
  if (unknown !== undefined) throw new BackupFault(`The backup has an unknown sequence: ${unknown.name}.`);
  const [missing] = known;
  if (missing !== undefined) throw new BackupFault(`The backup lacks the sequence ${missing}.`);
  for (const { name, last } of sequences) {
    const [schema, sequence] = name.split('.');
    // A setval outlives a rollback, but not in a sequence that was restarted in the same transaction.
    await client.query(`alter sequence ${tableSql(name)} restart`);
    const regclass = `format('%I.%I', $1::text, $2::text)::regclass`;
    if (last === null)
      await client.query(`select setval(${regclass}, seqstart, false) from pg_sequence where seqrelid = ${regclass}`, [schema, sequence]);
    else await client.query(`select setval(${regclass}, $3::bigint)`, [schema, sequence, last]);
  }
}
