import { Logger, runMigrations } from 'graphile-worker';
import { openPool } from '#src/platform/db/pool.ts';
import type { Log } from '#src/platform/log.ts';
import { APP } from '#src/platform/postgres/cluster.ts';

/** Any number that is ours, and not the one of our own migrations. */
const LOCK = 7_412_002;

/** Another process may be at a long migration, for which we wait. */
const TIMEOUT_MS = 600_000;

/** The library locks its tables to all but their owner by row-level security. Rights are given by grants here, as for our own tables. */
const OPEN_TO_GRANTED = `
do $$
declare
  closed record;
begin
  for closed in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'talewood')
  loop
    execute format('create policy talewood on %s using (true) with check (true)', closed.name);
  end loop;
end $$;`;

/** What the owner makes, the role that serves may write by default; but not the library's record of its own migrations. */
const KEEP_RECORD = `
do $$
begin
  if exists (
    select from pg_class c join pg_roles r on r.rolname = '${APP}'
    where c.oid = 'graphile_worker.migrations'::regclass and c.relowner <> r.oid and has_table_privilege(r.oid, c.oid, 'insert')
  ) then
    revoke insert, update, delete on graphile_worker.migrations from ${APP};
  end if;
end $$;`;

/**
 * Brings the job queue's own schema (graphile_worker) to the library's newest, as the owner of the database, and lets the role
 * that serves add and run jobs. Any number of processes may do so at once: they wait for each other.
 */
export async function migrateJobs(ownerUrl: string, { log }: { log: Pick<Log, 'warn'> }): Promise<void> {
  const pool = openPool(ownerUrl, { log, max: 2, statementTimeoutMs: TIMEOUT_MS });
  try {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [LOCK]);
      await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
      await client.query(OPEN_TO_GRANTED);
      await client.query(KEEP_RECORD);
    } finally {
      // The lock ends with the session.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}
