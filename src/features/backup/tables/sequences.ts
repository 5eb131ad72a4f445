import type pg from 'pg';
import type { Manifest } from '../manifest.ts';

/** The counters of all tables that are kept, by name. What a sequence says is of now, also in a snapshot. */
export async function listSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; last: number | null }>(
    `select schemaname || '.' || sequencename as name, last_value::float8 as last from pg_sequences
     where schemaname in ('public', 'graphile_worker') order by schemaname, sequencename`,
  );
  return rows;
}

/** Sets them so that none gives a number twice. */
export async function setSequences(client: pg.ClientBase, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last } of sequences) {
    const [schema, sequence] = name.split('.');
    const regclass = `format('%I.%I', $1::text, $2::text)::regclass`;
    if (last === null)
      await client.query(`select setval(${regclass}, seqstart, false) from pg_sequence where seqrelid = ${regclass}`, [schema, sequence]);
    else await client.query(`select setval(${regclass}, $3::bigint)`, [schema, sequence, last]);
  }
}
