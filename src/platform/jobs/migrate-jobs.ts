import { Logger, runMigrations } from 'graphile-worker';
import { openPool } from '#src/platform/db/pool.ts';
import type { Log } from '#src/platform/log.ts';
import { APP } from '#src/platform/postgres/cluster.ts';

/** An advisory lock id that differs from that of our own migrations. */
const LOCK = 7_412_002;

/** Waits for long migrations of other processes. */
const TIMEOUT_MS = 600_000;

/** The library restricts its tables to their owner by row-level security. We use grants instead, as for our own tables. */
const ALLOW_BY_GRANTS = `
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

/** The role of requests may write the owner's tables by default, but not the library's record of its migrations. */
const PROTECT_RECORD = `
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
 * Migrates the schema of the job queue (graphile_worker) as the owner of the database, and lets the role of requests add and run jobs.
 * Several processes may do so at once; they wait for each other.
 */
export async function migrateJobs(ownerUrl: string, { log }: { log: Pick<Log, 'warn'> }): Promise<void> {
  const pool = openPool(ownerUrl, { log, max: 2, statementTimeoutMs: TIMEOUT_MS });
  try {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [LOCK]);
      await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
      await client.query(ALLOW_BY_GRANTS);
      await client.query(PROTECT_RECORD);
    } finally {
      // The lock ends with the session.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}
