import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { type Listener, listenForNotices } from './listen.ts';

let database: TestDatabase;
let listener: Listener | undefined;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterEach(async () => {
  await listener?.close();
  listener = undefined;
});
afterAll(() => database.drop());

const CHANNEL = 'Odd "channel"';
const notify = (payload: string) => runSql(database.ownerUrl, 'select pg_notify($1, $2)', [CHANNEL, payload]);
const listeners = () =>
  runSql<{ pid: number }>(
    database.ownerUrl,
    "select pid from pg_stat_activity where application_name = 'talewood listen' and datname = current_database()",
  );

/** Listens at `url`, and records events in order. */
async function listen(url: string): Promise<string[]> {
  const heard: string[] = [];
  const keep = (facts: unknown) => heard.push((facts as { event: string }).event);
  const log = { info: keep, warn: keep };
  listener = await listenForNotices(
    url,
    CHANNEL,
    (payload) => heard.push(payload),
    (_, isAgain) => isAgain && heard.push('reconnected'),
    log,
  );
  return heard;
}

test('receives notices after the start, and none after it is closed', async () => {
  const heard = await listen(database.url);
  await notify('["list"]');
  await notify('');
  await expect.poll(() => heard).toEqual(['["list"]', '']);
  await listener?.close();
  await expect.poll(listeners).toEqual([]);
  await notify('too late');
  expect(heard).toEqual(['["list"]', '']);
});

test('a lost connection is replaced and reported once each time', async () => {
  const heard = await listen(database.url);
  for (const round of [1, 2]) {
    // A role may end its own connections.
    await runSql(database.url, 'select pg_terminate_backend($1)', [(await listeners())[0]?.pid]);
    const events = ['listening_lost', 'reconnected', 'listening_again'];
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual(Array.from({ length: round }, () => events).flat());
  }
  await notify('hello');
  await expect.poll(() => heard.at(-1)).toBe('hello');
});

test('a database that is unavailable at the start is retried; missed notices count as unknown', async () => {
  const port = await freePort();
  const url = new URL(database.url);
  url.search = '';
  url.host = `127.0.0.1:${port}`;
  const heard = await listen(url.href);
  expect(heard).toEqual(['listening_lost']);
  const door = net.createServer((client) => {
    const server = connectTo(database.url);
    client.pipe(server).pipe(client);
    for (const end of [client, server]) end.on('error', () => end.destroy());
  });
  door.listen(port, '127.0.0.1');
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['listening_lost', 'reconnected', 'listening_again']);
  await notify('hello');
  await expect.poll(() => heard.at(-1)).toBe('hello');
  await listener?.close();
  door.close();
  await once(door, 'close');
});

/** Over a socket or the network, as the address says. */
function connectTo(databaseUrl: string): net.Socket {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  return host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
