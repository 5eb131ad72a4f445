import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Panel } from '../contract.ts';

const TABLES = 8;

type Facts = Omit<Panel<'database'>, 'is_embedded' | 'answer_ms' | 'tables' | 'migrated_at'> & { migrated_at: Date };

/** How large the database is, how it answers, and what it is busy with. Rows are estimated, as counting them would read every table. */
export async function readDatabase(db: Db, { isEmbedded }: { isEmbedded: boolean }): Promise<Panel<'database'>> {
  const began = performance.now();
  await sql`select 1`.execute(db);
  const answerMs = Math.round((performance.now() - began) * 10) / 10;
  const [facts, tables] = await Promise.all([readFacts(db), listLargest(db)]);
  return { is_embedded: isEmbedded, answer_ms: answerMs, ...facts, migrated_at: facts.migrated_at.toISOString(), tables };
}

/** Of the connections of other roles the server tells a role without special rights that they are there, and not what they do. */
async function readFacts(db: Db): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select split_part(current_setting('server_version'), ' ', 1) as version, pg_database_size(current_database())::float8 as bytes,
      current_setting('max_connections')::integer as most_connections, m.name as last_migration, m.applied_at as migrated_at,
      (select count(*) from pg_stat_activity where usesysid is not null and datid is not null)::integer as connections,
      coalesce((select greatest(0, max(extract(epoch from clock_timestamp() - query_start))) from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()), 0)::float8 as longest_seconds
    from (select name, applied_at from schema_migrations order by name desc limit 1) m`.execute(db);
  if (rows[0] === undefined) throw new Error('No migration was applied.');
  return rows[0];
}

async function listLargest(db: Db): Promise<Panel<'database'>['tables']> {
  const { rows } = await sql<Panel<'database'>['tables'][number]>`
    select case nspname when 'public' then '' else nspname || '.' end || relname as name, bytes::float8 as bytes,
      nullif(reltuples, -1)::float8 as rows
    from (
      select n.nspname, c.relname, c.reltuples, pg_total_relation_size(c.oid) as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')
    ) tables order by bytes desc, name limit ${TABLES}`.execute(db);
  return rows;
}
