import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseTooNewError, StandbyError, StartError } from '#src/platform/start-errors.ts';
import { createTestDatabase, MIGRATIONS, silent, type TestDatabase } from '#test/database.ts';
import { openFakePostgres } from '#test/fake-postgres.ts';
import { runSql } from '#test/sql.ts';
import { migrate, waitForDatabase } from './migrate.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-migrations-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(path.join(folder, name), sql);
const run = (log: Parameters<typeof migrate>[1]['log'] = silent) => migrate(database.ownerUrl, { folder, log });
const tables = async () =>
  (await runSql<{ name: string }>(database.ownerUrl, "select tablename as name from pg_tables where schemaname = 'public' order by 1")).map(
    (row) => row.name,
  );

describe('migrations', () => {
  test('run in the order of their names, each once', async () => {
    await write('0002_b.sql', 'alter table a add column b text; insert into a values (1, $$x;y$$);');
    await write('0001_a.sql', 'create table a (id integer);');
    await write('notes.txt', 'no SQL at all');
    expect(await run()).toEqual(['0001_a.sql', '0002_b.sql']);
    expect(await run()).toEqual([]);
    await write('0003_c.sql', 'create table c ();');
    expect(await run()).toEqual(['0003_c.sql']);
    expect(await tables()).toEqual(['a', 'c', 'schema_migrations']);
  });

  test('a failed one leaves nothing behind, and runs once it is fixed', async () => {
    await write('0001_a.sql', 'create table a ();');
    await write('0002_b.sql', 'create table b (); select 1 / 0;');
    await expect(run()).rejects.toMatchObject({ code: '22012' });
    expect(await tables()).toEqual(['a', 'schema_migrations']);
    await write('0002_b.sql', 'create table b ();');
    expect(await run()).toEqual(['0002_b.sql']);
  });

  test.each([
    ['add something', ''],
    ['remove what this one no longer uses', '-- contract: unused since 0.9.0\n'],
  ])('of a newer version that %s do not keep this one from starting, and are logged', async (_, header) => {
    await write('0001_a.sql', 'create table a ();');
    await write('0002_b.sql', `${header}create table b ();`);
    await run();
    await rm(path.join(folder, '0002_b.sql'));
    const warnings: unknown[] = [];
    expect(await run({ ...silent, warn: (facts: unknown) => warnings.push(facts) })).toEqual([]);
    expect(warnings).toEqual([{ event: 'database_newer', migrations: ['0002_b.sql'] }]);
  });

  test.each([
    ['remove what this one uses', '0002_b.sql', '-- contract: unused since 99.10.0\n'],
    ['come between its own', '0000_b.sql', ''],
  ])('of another version that %s keep this one from starting', async (_, name, header) => {
    await write('0001_a.sql', 'create table a ();');
    await write(name, `${header}create table b ();`);
    await run();
    await rm(path.join(folder, name));
    await expect(run()).rejects.toThrow(DatabaseTooNewError);
    await expect(run()).rejects.toThrow(`(migration ${name})`);
  });

  test('of a database without the column of the record are known, and it is added', async () => {
    await write('0001_a.sql', 'create table a ();');
    await run();
    await runSql(database.ownerUrl, 'alter table schema_migrations drop column unused_since');
    await write('0002_b.sql', '-- contract: unused since 1.2.0\ncreate table b ();');
    expect(await run()).toEqual(['0002_b.sql']);
    expect(await runSql(database.ownerUrl, 'select name, unused_since from schema_migrations order by name')).toEqual([
      { name: '0001_a.sql', unused_since: null },
      { name: '0002_b.sql', unused_since: '1.2.0' },
    ]);
  });

  test('never change once they are applied', async () => {
    await write('0001_a.sql', 'create table a ();');
    await run();
    await write('0001_a.sql', 'create table a (); -- only a word more');
    await write('0002_b.sql', 'create table b ();');
    await expect(run()).rejects.toThrow(StartError);
    await expect(run()).rejects.toThrow('0001_a.sql was modified after it was applied');
    expect(await tables()).toEqual(['a', 'schema_migrations']);
  });

  test('wait for a table in use, and say so', async () => {
    await write('0001_a.sql', 'create table a ();');
    await run();
    const reader = new pg.Client({ connectionString: database.ownerUrl });
    await reader.connect();
    await reader.query('begin; select * from a');
    await write('0002_b.sql', 'alter table a add column b text;');
    const warned: unknown[] = [];
    const warn = (facts: unknown) => {
      warned.push(facts);
      void reader.query('commit').then(() => reader.end());
    };
    expect(await run({ ...silent, warn })).toEqual(['0002_b.sql']);
    expect(warned).toEqual([{ migration: '0002_b.sql', event: 'migration_waits' }]);
  });

  test('need PostgreSQL 18, and say so in one line', async () => {
    const old = await openFakePostgres({ version: '17.6', number: '170006' });
    await expect(migrate(old.url, { folder, log: silent })).rejects.toThrow(
      new StartError('Talewood needs PostgreSQL 18 or newer; this server is 17.6.'),
    );
    await old.close();
  });
});

describe('an unusable server is reported in one line', () => {
  const refusal = async (url: string) => {
    const error = await migrate(url, { folder, log: silent }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).not.toContain('\n');
    return (error as Error).message;
  };

  test('a database that is read-only', async () => {
    const name = new URL(database.ownerUrl).pathname.slice(1);
    await runSql(database.ownerUrl, `alter database ${name} set default_transaction_read_only = on`);
    expect(await refusal(database.ownerUrl)).toMatch(/^The database is read-only\. Turn off default_transaction_read_only/);
  });

  test('a standby', async () => {
    const standby = await openFakePostgres({ version: '18.4', number: '180004', is_read_only: 'on', is_standby: 't' }, { is_standby: 16 });
    expect(await refusal(standby.url)).toBe('The database at DATABASE_URL is a read-only standby. Set DATABASE_URL to the primary server.');
    await standby.close();
  });

  test('a pooler that gives one session to several connections', async () => {
    const pooler = await openFakePostgres({ version: '18.4', number: '180004', pid: '4711' });
    expect(await refusal(pooler.url)).toMatch(/shares sessions\. Set DATABASE_DIRECT_URL/);
    await pooler.close();
  });
});

describe('the start waits for a database', () => {
  const events: unknown[] = [];
  const note = ({ event }: { event?: unknown }) => void events.push(event);
  const waitFor = (url: string, waitMs: number) => {
    events.length = 0;
    return waitForDatabase(url, { waitMs, log: { info: note as typeof silent.info, warn: note as typeof silent.warn } });
  };
  const ready = { version: '18.4', number: '180004', is_read_only: 'off', is_standby: 'f' };

  test('that starts while it waits, and logs that once', async () => {
    const first = await openFakePostgres(ready, { is_standby: 16 });
    await first.close();
    const waiting = waitFor(first.url, 30_000);
    await expect.poll(() => events).toEqual(['database_awaited']);
    const second = await openFakePostgres(ready, { is_standby: 16 }, Number(new URL(first.url).port));
    await waiting;
    expect(events).toEqual(['database_awaited', 'database_found']);
    await second.close();
  });

  test('until the time is over, and reports why', async () => {
    const closed = await openFakePostgres(ready);
    await closed.close();
    await expect(waitFor(closed.url, 600)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const standby = await openFakePostgres({ ...ready, is_standby: 't' }, { is_standby: 16 });
    await expect(waitFor(standby.url, 600)).rejects.toThrow(StandbyError);
    const direct = { databaseUrl: 'postgres://pooler/any', databaseDirectUrl: standby.url };
    await expect(waitForDatabase(standby.url, { waitMs: 0, log: silent, ...direct })).rejects.toThrow(
      'The database at DATABASE_DIRECT_URL is a read-only standby. Set DATABASE_DIRECT_URL to the primary server.',
    );
    expect(events).toEqual(['database_awaited']);
    await standby.close();
  });

  test('but not for one that waiting does not change', async () => {
    const old = await openFakePostgres({ ...ready, number: '170006' });
    await expect(waitFor(old.url, 600_000)).rejects.toThrow('Talewood needs PostgreSQL 18 or newer');
    expect(events).toEqual([]);
    await old.close();
  });
});

test('our own migrations run once, however many processes start at the same time', async () => {
  const script = `
    import { migrate } from '#src/platform/db/migrate.ts';
    const log = { info() {}, warn() {} };
    process.stdout.write(JSON.stringify(await migrate(${JSON.stringify(database.ownerUrl)}, { folder: ${JSON.stringify(MIGRATIONS)}, log })));`;
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: path.dirname(MIGRATIONS) });
  const done = await Promise.all(Array.from({ length: 4 }, start));
  const applied = done.map(({ stdout }) => JSON.parse(stdout) as string[]);
  expect(applied.flat()).toEqual((await readdir(MIGRATIONS)).sort());
});
