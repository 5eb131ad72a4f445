import pg from 'pg';
import { dropConstraints } from '#src/features/backup/restore-backup.ts';
import { applyWithin, readMigrations } from '#src/platform/db/migrate.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { MIGRATIONS, silent } from '../database-server.ts';

/** Dumps and restores the rows of a site's database as SQL. */

export type Schema = { name: string; checksum: string }[];

type Table = { name: string; columns: string[]; key: string[] };

/** Output formats, independent of the server configuration. */
const OUTPUT_FORMATS = "set datestyle = 'ISO'; set timezone = 'UTC'; set extra_float_digits = 1; set bytea_output = 'hex'";

/**
 * Returns all rows as INSERT statements ordered by table and key, the sequences, and the pending jobs. The same rows give the same text.
 * Unlogged tables and the migrations are excluded.
 */
export async function dumpRows(client: pg.Client): Promise<string> {
  await client.query(OUTPUT_FORMATS);
  const parts: string[] = [];
  for (const { name, columns, key } of await listTables(client)) {
    const values = columns.map((column) => `quote_nullable(${pg.escapeIdentifier(column)}::text)`).join(" || ', ' || ");
    const order = key.map((column) => `${pg.escapeIdentifier(column)}::text collate "C"`).join(', ');
    const rows = await queryRows<{ row: string }>(
      client,
      `select '(' || ${values} || ')' as row from ${pg.escapeIdentifier(name)} order by ${order}`,
    );
    if (rows.length === 0) continue;
    const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    parts.push(`insert into ${name} (${names}) overriding system value values\n${rows.map(({ row }) => row).join(',\n')};\n`);
  }
  const sequences = await queryRows<{ name: string; last: string }>(
    client,
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1",
  );
  parts.push(`${sequences.map(({ name, last }) => `select setval('${name}', ${last});`).join('\n')}\n`);
  // Through the public function of the queue, as its tables are internal. Jobs due within ten minutes run at once.
  const jobs = await queryRows<{ sql: string }>(
    client,
    `select format('select graphile_worker.add_job(%L, %L::json, queue_name := %L, run_at := now() + %L, max_attempts := %s, job_key := %L);', jobs.task_identifier,
       details.payload, jobs.queue_name, date_trunc('second', greatest(jobs.run_at - now() - interval '10 minutes', '0')), jobs.max_attempts, jobs.key) as sql
     from graphile_worker.jobs join graphile_worker._private_jobs details using (id) order by jobs.task_identifier, details.payload::text`,
  );
  return [...parts, `${jobs.map(({ sql }) => sql).join('\n')}\n`].join('\n');
}

async function listTables(client: pg.Client): Promise<Table[]> {
  return queryRows<Table>(
    client,
    `select c.relname as name,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select a.attname::text from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
           join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
         where i.indrelid = c.oid and i.indisprimary order by k.place) as key
     from pg_class c
     where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations'
     order by c.relname collate "C"`,
  );
}

export async function listAppliedMigrations(client: pg.Client): Promise<Schema> {
  return queryRows(client, 'select name, checksum from schema_migrations order by name');
}

type Dump = { schema: Schema; sql: string; takenAt: string };

/**
 * Fills an empty database: applies the migrations of `schema`, which must be unchanged in db/migrations, and inserts the rows. All times are
 * moved by the age of the dump, so that sessions, links and retained data have not expired.
 */
export async function restoreRows(client: pg.Client, ownerUrl: string, { schema, sql, takenAt }: Dump): Promise<void> {
  const known = await readMigrations(MIGRATIONS);
  const migrations = schema.map(({ name, checksum }) => {
    const found = known.find((migration) => migration.name === name);
    if (found?.checksum !== checksum) throw new Error(`The released migration ${name} was ${found === undefined ? 'removed' : 'changed'}.`);
    return found;
  });
  await migrateJobs(ownerUrl, { log: silent });
  await client.query('begin');
  await applyWithin(client, migrations);
  const tables = (await listTables(client)).map(({ name }) => name);
  // Drops triggers and foreign keys, as rows are inserted in the order of tables.
  const restoreConstraints = await dropConstraints(client, tables);
  // Deletes rows that the migrations have inserted.
  await client.query(`truncate ${tables.join(', ')}`);
  await client.query(sql);
  await moveTimes(client, takenAt);
  for (const statement of restoreConstraints) await client.query(statement);
  await client.query('commit');
}

/** Farther than any time in a dump, days. */
const FAR_DAYS = 100_000;

/**
 * Moves `date` columns by whole days, except that of newsletter issues, which is part of their URL. In two steps, far away and
 * back: uniqueness is checked after each row, so a date moved by a few days could equal one that has not been moved yet.
 */
async function moveTimes(client: pg.Client, takenAt: string): Promise<void> {
  const seconds = Math.floor((Date.now() - Date.parse(takenAt)) / 1_000);
  const dayOf = (time: number) => Math.floor(time / 86_400_000);
  const days = dayOf(Date.now()) - dayOf(Date.parse(takenAt));
  await addToTimes(client, { seconds: FAR_DAYS * 86_400, days: FAR_DAYS });
  await addToTimes(client, { seconds: seconds - FAR_DAYS * 86_400, days: days - FAR_DAYS });
}

async function addToTimes(client: pg.Client, { seconds, days }: { seconds: number; days: number }): Promise<void> {
  const columns = await queryRows<{ table: string; sets: string }>(
    client,
    `select c.relname as table, string_agg(case a.atttypid when 'date'::regtype then format('%1$I = %1$I + %2$s', a.attname, $1::integer)
         else format('%1$I = %1$I + %2$L::interval', a.attname, $2::bigint || ' s') end, ', ') as sets
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and (a.atttypid = 'timestamptz'::regtype or a.atttypid = 'date'::regtype and c.relname <> 'newsletter_issues')
     group by c.relname`,
    [days, seconds],
  );
  for (const { table, sets } of columns) await client.query(`update ${pg.escapeIdentifier(table)} set ${sets}`);
}

/** Name and hash of the unordered values of each column, by the ids of table and column, which survive renaming. */
export type Contents = Map<string, { name: string; rows: number; hash: string }>;

export async function readContents(client: pg.Client): Promise<Contents> {
  await client.query(OUTPUT_FORMATS);
  const contents: Contents = new Map();
  const columns = await queryRows<{ id: string; table: string; column: string }>(
    client,
    `select c.oid || '.' || a.attnum as id, c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations'
       and a.attnum > 0 and not a.attisdropped order by 2, a.attnum`,
  );
  for (const { id, table, column } of columns) {
    const value = `coalesce(${pg.escapeIdentifier(column)}::text, '∅')`;
    const [facts] = await queryRows<{ rows: number; hash: string }>(
      client,
      `select count(*)::integer as rows, md5(coalesce(string_agg(md5(${value}), '' order by md5(${value})), '')) as hash from ${pg.escapeIdentifier(table)}`,
    );
    if (facts !== undefined) contents.set(id, { name: `${table}.${column}`, ...facts });
  }
  return contents;
}

async function queryRows<Row extends object>(client: pg.Client, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}
