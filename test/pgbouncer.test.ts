import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDb } from '#src/platform/db/db.ts';
import { checkPooled, migrate } from '#src/platform/db/migrate.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { createTestDatabase, MIGRATIONS, silent, type TestDatabase } from './database.ts';
import { taleInput } from './factories.ts';
import { ensureLibraryTemplate } from './library-template.ts';
import { type Pooler, pgbouncerVersion, startPgbouncer } from './pgbouncer.ts';
import { openRealtimeClient } from './realtime.ts';
import { type Site, startSite } from './site.ts';
import { runSql } from './sql.ts';
import { addUser, PASSWORD, type TestUser } from './users.ts';

/** The site through a real PgBouncer. PGBOUNCER_REQUESTS=10000 sends that many requests in each mode. */

const REQUESTS = Number(process.env.PGBOUNCER_REQUESTS ?? 400);
/** More than the site has connections. */
const AT_ONCE = 12;
const READERS = 20;
/** Fewer than the site opens: transactions of different requests share them. */
const FEW = 3;
/** The first version that follows the prepared statements of clients. */
const WITH_STATEMENTS = 121;
const canPrepare = pgbouncerVersion >= WITH_STATEMENTS;

type Mode = { pool_mode: string; default_pool_size: number; max_prepared_statements: number | string };
const transaction = (statements: number): Mode => ({
  pool_mode: 'transaction',
  default_pool_size: FEW,
  // Earlier versions do not start with it.
  max_prepared_statements: canPrepare ? statements : '',
});
const session = (size: number): Mode => ({ ...transaction(0), pool_mode: 'session', default_pool_size: size });

let database: TestDatabase;
let readers: TestUser[];
let editor: TestUser;
beforeAll(async () => {
  if (pgbouncerVersion === 0) return;
  database = await createTestDatabase({ template: await ensureLibraryTemplate() });
  readers = await Promise.all(Array.from({ length: READERS }, () => addUser(database.pool)));
  editor = await addUser(database.pool, { role: 'admin' });
});
afterAll(() => database?.drop());

async function withPooler(mode: Mode, work: (pooler: Pooler) => Promise<unknown>): Promise<void> {
  const pooler = await startPgbouncer(database.ownerUrl, mode);
  try {
    await work(pooler);
  } finally {
    await pooler.stop();
  }
}

describe.skipIf(pgbouncerVersion === 0)('through PgBouncer', () => {
  test.each([
    ['transaction mode', transaction(200), true],
    ['transaction mode without prepared statements', transaction(0), true],
    ['session mode', session(10), true],
    ['session mode for everything', session(40), false],
  ])(
    'in %s, no request of the site fails',
    async (_, mode, isDirect) => {
      await withPooler(mode, async (pooler) => {
        const env = {
          TRUSTED_PROXIES: '127.0.0.1,::1',
          ...(isDirect && { DATABASE_DIRECT_URL: database.ownerUrl }),
        };
        const site = await startSite({ databaseUrl: pooler.url, env });
        try {
          expect(await sendRequests(site)).toEqual([]);
          expect(site.log.filter(({ level }) => level === 'error')).toEqual([]);
          if (isDirect) expect(await countPooled()).toBeLessThanOrEqual(mode.default_pool_size);
        } finally {
          await site.stop();
        }
      });
    },
    60_000 + REQUESTS * 200,
  );

  test('in transaction mode, statements have a timeout that others do not get, and temporary failures leave nothing behind', async () => {
    await withPooler({ ...transaction(200), default_pool_size: 1 }, async ({ url }) => {
      const pool = openPool(url, { log: silent, max: 2, statementTimeoutMs: 100, isPooled: true });
      const other = new pg.Client({ connectionString: url });
      await other.connect();
      const timeoutOfOther = async () =>
        (await other.query<{ statement_timeout: string }>('show statement_timeout')).rows[0]?.statement_timeout;
      try {
        await expect(pool.query('select pg_sleep(30)')).rejects.toMatchObject({ code: '57014' });
        const failing = openDb(pool)
          .transaction()
          .execute((trx) => sql`select pg_sleep(30)`.execute(trx));
        await expect(failing).rejects.toMatchObject({ code: '57014' });
        expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
        expect(await timeoutOfOther()).toBe('0');
      } finally {
        await pool.end();
        await other.end();
      }
    });
  });

  test.each([
    [200, canPrepare ? 1 : 0],
    [0, 0],
  ])('with max_prepared_statements = %i, frequent statements are prepared in %i session', async (statements, prepared) => {
    await withPooler({ ...transaction(statements), default_pool_size: 1 }, async ({ url }) => {
      const pools = Array.from({ length: 2 }, () => openPool(url, { log: silent, max: 1, isPooled: true }));
      try {
        for (const pool of [...pools, ...pools])
          expect((await sql`select ${7}::integer as seven ${preparedStatement}`.execute(openDb(pool))).rows).toEqual([{ seven: 7 }]);
        const { rows } = await (pools[0] as pg.Pool).query<{ name: string }>(
          "select name from pg_prepared_statements where statement like '%as seven%' or name = 'talewood_probe'",
        );
        expect(rows).toHaveLength(prepared);
      } finally {
        for (const pool of pools) await pool.end();
      }
    });
  });

  test('the start names poolers that do not fit', async () => {
    const start = (url: string) => migrate(url, { folder: MIGRATIONS, log: silent });
    await withPooler(transaction(0), async ({ url }) => {
      await expect(start(url)).rejects.toThrow(/shares sessions\. Set DATABASE_DIRECT_URL/);
      await expect(checkPooled(url, database.ownerUrl)).resolves.toBeUndefined();
      const other = await createTestDatabase({ migrated: false });
      await expect(checkPooled(url, other.ownerUrl)).rejects.toThrow('lead to different databases');
      await other.drop();
    });
    await withPooler({ ...transaction(0), pool_mode: 'statement' }, async ({ url }) => {
      await expect(start(url)).rejects.toThrow(/shares sessions\. Set DATABASE_DIRECT_URL/);
      await expect(checkPooled(url, database.ownerUrl)).rejects.toThrow('is in statement mode');
    });
  });

  test('after the end of a pooler, connections lead to the next host', async () => {
    const poolers = await Promise.all([transaction(200), transaction(0)].map((mode) => startPgbouncer(database.ownerUrl, mode)));
    const hosts = poolers.map(({ url }) => new URL(url).host);
    const url = (poolers[0] as Pooler).url.replace(hosts[0] ?? '', hosts.join(','));
    const pool = openPool(url, { log: silent, max: 2, isPooled: true });
    try {
      const client = await pool.connect();
      const used = hosts.indexOf(`${client.host}:${client.port}`);
      client.release();
      await poolers.splice(used, 1)[0]?.stop();
      await expect.poll(() => pool.query('select 1 as one').then(({ rows }) => rows)).toEqual([{ one: 1 }]);
    } finally {
      await pool.end();
      for (const pooler of poolers) await pooler.stop();
    }
  });
});

/** Sends all requests of one mode. Returns those that failed. */
async function sendRequests({ origin, port }: Site): Promise<string[]> {
  const failures: string[] = [];
  const [{ id: tale } = { id: '' }] = await runSql<{ id: string }>(database.ownerUrl, "select id from tales where slug = 'rapunzel'");
  const send = async (number: number, { path, status = 200, cookie = '', body }: SentRequest) => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = { origin, cookie, 'content-type': 'application/json', 'x-forwarded-for': `10.1.${number >> 8}.${number & 255}` };
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const { found, text } = await fetch(`${origin}${path}`, sent).then(
      async (response) => ({ found: response.status, text: await response.text() }),
      (error: Error) => ({ found: 0, text: error.message }),
    );
    if (found !== status) failures.push(`${method} ${path}: ${found} ${text.slice(0, 200)}`);
  };
  const favorite = ({ cookie }: TestUser, on: boolean): SentRequest => ({
    ...{ path: '/api/v1/bookshelf/changes', cookie },
    body: { changes: [{ op: 'favorite', tale, on, at: new Date().toISOString() }] },
  });
  let next = 0;
  const run = async () => {
    for (let number = next++; number < REQUESTS; number = next++) {
      const reader = readers[1 + (number % (READERS - 1))] as TestUser;
      const kinds: SentRequest[] = [
        { path: `/tales?q=king+${number}` },
        { path: '/tales?q=wolf&sort=title', cookie: reader.cookie },
        { path: `/api/v1/tales?q=swan+${number % 60}&sort=title`, cookie: reader.cookie },
        { path: `/api/v1/suggestions?q=the+${String.fromCharCode(97 + (number % 26))}` },
        { path: '/api/v1/bookshelf', cookie: reader.cookie },
        favorite(reader, number % 3 === 0),
        { path: '/api/v1/session', body: { email: reader.email, password: PASSWORD } },
        {
          path: '/api/v1/admin/tales',
          cookie: editor.cookie,
          status: 201,
          body: { ...taleInput(), title: `A tale of ${port}, the ${number}th` },
        },
        { path: '/api/v1/tales/rapunzel' },
        { path: '/', cookie: reader.cookie },
      ];
      await send(number, kinds[number % kinds.length] as SentRequest);
    }
  };
  // Changes of the first reader are heard by another device, each before the next.
  const [reader] = readers as [TestUser];
  const listen = async () => {
    const device = await openRealtimeClient(`ws://localhost:${port}/api/v1/realtime`, { cookie: reader.cookie, origin });
    device.join(`account:${reader.id}`);
    await device.next('joined');
    let isOn = false;
    while (next < REQUESTS) {
      isOn = !isOn;
      await send(next, favorite(reader, isOn));
      await device.next('event');
    }
    device.close();
  };
  await Promise.all([listen(), ...Array.from({ length: AT_ONCE }, run)]);
  return failures;
}

type SentRequest = { path: string; status?: number; cookie?: string; body?: object };

/** Returns how many sessions of Postgres requests have used. */
async function countPooled(): Promise<number> {
  const connections = "from pg_stat_activity where application_name = 'talewood pooled' and datname = current_database()";
  return (await runSql(database.ownerUrl, `select ${connections}`)).length;
}
