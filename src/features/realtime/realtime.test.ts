import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAX_CHANNELS } from '#src/api-client/realtime-protocol.ts';
import { hashKey } from '#src/features/accounts/accounts.ts';
import { can } from '#src/permissions.ts';
import { ORIGIN } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openRealtimeClient, openRealtimeServer, type RealtimeClient } from '#test/realtime.ts';
import { addUser, type TestUser } from '#test/users.ts';
import { publish } from './notices.ts';
import type { ChannelRule } from './realtime.ts';

/** Two servers over one database, as two processes would be. */

/** For tests of heartbeats. A client must answer within it, also on a busy machine. */
const BEAT_MS = 500;
let database: TestDatabase;
let gerda: TestUser;
let reader: TestUser;
const open: { close(): Promise<void> }[] = [];

const rules: ChannelRule[] = [
  { pattern: 'topic:{name}', about: '', mayJoin: () => true, mayBroadcast: (user) => can(user?.role, 'editTales') },
  {
    ...{ pattern: 'room:{code}', about: '', hasPresence: true, maxPeople: async () => 3 },
    mayJoin: (_, { code }) => code !== 'locked',
    mayBroadcast: () => true,
    state: async (user, { code }) => ({ code, name: user?.name ?? null }),
  },
  { pattern: 'account:{id}', about: '', mayJoin: (user, { id }) => user?.id === id },
];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from users');
  gerda = await addUser(database.pool, { name: 'Gerda', role: 'admin' });
  reader = await addUser(database.pool, { name: 'Kay' });
});
afterEach(async () => {
  for (const process of open.splice(0)) await process.close();
});

async function openProcess(heartbeatMs = 60_000) {
  const process = await openRealtimeServer(database, { rules, heartbeatMs });
  open.push(process);
  return process;
}

const names = (count: number) => (message: { people: { name: string | null }[] }) => message.people.length === count;
const peopleOf = async (client: RealtimeClient, count: number) => (await client.next('people', names(count))).people;

test('events reach the members of a channel in all processes, in order, and nobody else', async () => {
  const [one, two] = [await openProcess(), await openProcess()];
  const [sender, here, there, elsewhere] = [
    await one.connect({ cookie: gerda.cookie }),
    await one.connect(),
    await two.connect(),
    await two.connect(),
  ];
  for (const client of [sender, here, there]) client.join('topic:story-hour');
  elsewhere.join('topic:other');
  for (const client of [sender, here, there, elsewhere]) await client.next('joined');
  for (let number = 1; number <= 50; number += 1)
    sender.send({ type: 'broadcast', channel: 'topic:story-hour', event: 'page', data: number });
  for (const client of [sender, here, there]) {
    for (let number = 1; number <= 50; number += 1) expect((await client.next('event')).data).toBe(number);
  }
  elsewhere.send({ type: 'ping' });
  await elsewhere.next('pong');
  expect(elsewhere.received).toEqual([]);
});

test('members see each other join, change and leave, across processes; several connections of an account are one person', async () => {
  const [one, two] = [await openProcess(), await openProcess()];
  const first = await one.connect({ cookie: gerda.cookie });
  first.join('room:a');
  const joined = await first.next('joined');
  expect(joined.state).toEqual({ code: 'a', name: 'Gerda' });
  expect(await peopleOf(first, 1)).toMatchObject([{ id: joined.me, name: 'Gerda', is_me: true, data: null }]);
  const second = await two.connect({ cookie: gerda.cookie });
  second.join('room:a');
  await second.next('joined');
  const guest = await two.connect();
  guest.send({ type: 'join', channel: 'room:a', data: { emoji: 'fox' } });
  const people = await peopleOf(first, 2);
  expect(people).toMatchObject([{ name: 'Gerda' }, { name: null, is_me: false, data: { emoji: 'fox' } }]);
  guest.send({ type: 'presence', channel: 'room:a', data: { emoji: 'owl' } });
  await first.next('people', (message) => JSON.stringify(message.people).includes('owl'));
  guest.close();
  expect(await peopleOf(first, 1)).toMatchObject([{ name: 'Gerda' }]);
});

test('a channel with presence is full at its limit', async () => {
  const one = await openProcess();
  const clients = [await one.connect(), await one.connect(), await one.connect(), await one.connect()];
  for (const client of clients.slice(0, 3)) {
    client.join('room:full');
    await client.next('joined');
  }
  clients[3]?.join('room:full');
  expect(await clients[3]?.next('left')).toMatchObject({ code: 'full' });
});

test.each([
  ['nothing:here', 'unknown_channel'],
  ['room:locked', 'signed_out'],
  ['account:00000000-0000-4000-8000-000000000000', 'signed_out'],
])('a guest is refused %s as %s', async (channel, code) => {
  const guest = await (await openProcess()).connect();
  guest.join(channel);
  expect(await guest.next('left')).toMatchObject({ channel, code });
});

test('accounts join their own channel only, by cookie from pages of the site only', async () => {
  const one = await openProcess();
  const own = await one.connect({ cookie: reader.cookie });
  own.join(`account:${reader.id}`);
  await own.next('joined');
  own.join(`account:${gerda.id}`);
  expect(await own.next('left')).toMatchObject({ code: 'not_allowed' });
  const foreign = await one.connect({ cookie: reader.cookie, origin: 'https://elsewhere.example' });
  foreign.join(`account:${reader.id}`);
  expect(await foreign.next('left')).toMatchObject({ code: 'signed_out' });
});

test('programs send with an API key, over HTTP and the WebSocket; readers and guests may not', async () => {
  const key = `tw_${'k'.repeat(43)}`;
  const sql = "insert into api_keys (hash, user_id, name, scope, prefix) values ($1, $2, 'Bot', 'write', 'tw_kkkk')";
  await database.pool.query(sql, [hashKey(key), gerda.id]);
  const [one, two] = [await openProcess(), await openProcess()];
  const listener = await two.connect();
  listener.join('topic:news');
  await listener.next('joined');
  const post = (body: object, headers: Record<string, string>) =>
    fetch(`${one.server.url}/api/v1/realtime/broadcast`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
      body: JSON.stringify(body),
    });
  const event = { channel: 'topic:news', event: 'new-tale', data: { title: 'The Frog King' } };
  expect((await post(event, { authorization: `Bearer ${key}` })).status).toBe(204);
  expect(await listener.next('event')).toMatchObject({ event: 'new-tale', data: { title: 'The Frog King' } });
  expect((await post({ ...event, channel: 'room:a' }, { cookie: gerda.cookie })).status).toBe(204);
  expect((await post({ ...event, channel: `account:${gerda.id}` }, { cookie: gerda.cookie })).status).toBe(403);
  expect((await post({ ...event, data: 'x'.repeat(5_000) }, { cookie: gerda.cookie })).status).toBe(413);
  expect((await post(event, { cookie: reader.cookie })).status).toBe(403);
  expect((await post(event, {})).status).toBe(401);
  const program = await one.connect({ origin: '', headers: { authorization: `Bearer ${key}` } });
  program.join('topic:news');
  await program.next('joined');
  program.send({ type: 'broadcast', channel: 'topic:news', event: 'hello', data: 1 });
  expect(await listener.next('event')).toMatchObject({ event: 'hello', data: 1 });
  listener.send({ type: 'broadcast', channel: 'topic:news', event: 'hello', data: 2 });
  expect(await listener.next('error')).toMatchObject({ code: 'not_allowed' });
  await expect(one.connect({ headers: { authorization: `Bearer tw_${'x'.repeat(43)}` } })).rejects.toThrow('401');
});

test('a published event is sent after the commit, and not after a rollback', async () => {
  const client = await (await openProcess()).connect();
  client.join('topic:a');
  await client.next('joined');
  await database.db.transaction().execute(async (trx) => {
    await publish(trx, 'topic:a', 'saved', 1);
    await publish(database.db, 'topic:a', 'earlier', 0);
    await client.next('event', ({ event }) => event === 'earlier');
    expect(client.received).toEqual([]);
  });
  await client.next('event', ({ event }) => event === 'saved');
});

test('a member is in the channel only when transactions that did not see it have ended', async () => {
  const client = await (await openProcess()).connect();
  await database.db.transaction().execute(async (trx) => {
    await sql`select pg_current_xact_id()`.execute(trx);
    client.join('room:a');
    await expect.poll(async () => (await database.pool.query('select from realtime_presence')).rowCount).toBe(1);
    client.send({ type: 'ping' });
    await client.next('pong');
    expect(client.received).toEqual([]);
  });
  await client.next('joined');
});

test('a member joins although a heartbeat has inserted its row already', async () => {
  const rule: ChannelRule = {
    ...{ pattern: 'slow:{code}', about: '', hasPresence: true, mayJoin: () => true },
    async maxPeople() {
      await expect.poll(async () => (await database.pool.query('select from realtime_presence')).rowCount).toBe(1);
      return 1;
    },
  };
  const process = await openRealtimeServer(database, { rules: [rule], heartbeatMs: BEAT_MS });
  open.push(process);
  const client = await process.connect();
  client.join('slow:a');
  await client.next('joined');
  expect((await database.pool.query('select from realtime_presence')).rowCount).toBe(1);
});

test('malformed, too large and too many messages are rejected, and the connection is closed when they go on', async () => {
  const client = await (await openProcess()).connect();
  for (const text of ['', '{', '[]', '{"type":"join"}', '{"type":"join","channel":"../x"}', '{"type":"ping","x":1}']) {
    client.socket.send(text);
    expect(await client.next('error')).toMatchObject({ code: 'bad_message' });
  }
  client.socket.send(Buffer.from('{"type":"ping"}'));
  expect(await client.next('error')).toMatchObject({ code: 'bad_message' });
  client.send({ type: 'broadcast', channel: 'topic:a', event: 'x', data: 'x'.repeat(5_000) });
  expect(await client.next('error')).toMatchObject({ code: 'too_large' });
  client.send({ type: 'broadcast', channel: 'topic:a', event: 'x', data: 1 });
  expect(await client.next('error')).toMatchObject({ code: 'not_joined' });
  for (let sent = 0; sent < 300; sent += 1) client.send({ type: 'ping' });
  await client.next('error', ({ code }) => code === 'too_many');
  expect(await client.closed).toBe(4429);
  const large = await (await openProcess()).connect();
  large.socket.send('x'.repeat(10_000));
  expect(await large.closed).toBe(1009);
});

test('a connection has a limited number of channels', async () => {
  const client = await (await openProcess()).connect();
  for (let made = 0; made <= MAX_CHANNELS; made += 1) client.join(`topic:t${made}`);
  expect(await client.next('left')).toMatchObject({ channel: `topic:t${MAX_CHANNELS}`, code: 'too_many_channels' });
});

test('connections of ended sessions are closed, and channels that a user has lost are left', async () => {
  const one = await openProcess(BEAT_MS);
  const [hers, his] = [await one.connect({ cookie: gerda.cookie }), await one.connect({ cookie: reader.cookie })];
  hers.join('topic:a');
  await hers.next('joined');
  await database.pool.query('delete from sessions where user_id = $1', [gerda.id]);
  expect(await hers.closed).toBe(4401);
  expect(his.socket.readyState).toBe(his.socket.OPEN);
});

test('a client that does not answer heartbeats is disconnected', async () => {
  const one = await openProcess(BEAT_MS);
  const client = await one.connect();
  client.socket.pause();
  await expect.poll(() => one.hub.size()).toBe(0);
  client.socket.terminate();
});

test('a client that stops reading is disconnected before a megabyte is buffered', async () => {
  const one = await openProcess();
  const client = await one.connect();
  client.join('topic:a');
  await client.next('joined');
  client.socket.pause();
  let sent = 0;
  const data = 'x'.repeat(3_500);
  // What the kernel holds on both sides comes on top of it.
  for (; one.hub.size() > 0 && sent < 5_000; sent += 1) await publish(database.db, 'topic:a', 'x', data);
  expect(one.hub.size()).toBe(0);
  client.socket.terminate();
});

test('after a lost connection to the database, members are told to fetch what they may have missed', async () => {
  const client = await (await openProcess()).connect();
  client.join('room:a');
  await client.next('joined');
  await client.next('people');
  await database.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'talewood listen'");
  expect(await client.next('joined')).toMatchObject({ state: { code: 'a' } });
});

test('closing ends all connections and removes their presence', async () => {
  const [one, two] = [await openProcess(), await openProcess()];
  const [hers, his] = [await one.connect({ cookie: gerda.cookie }), await two.connect()];
  for (const client of [hers, his]) {
    client.join('room:a');
    await client.next('joined');
  }
  await peopleOf(his, 2);
  await one.hub.close();
  expect(await hers.closed).toBe(1001);
  expect(await peopleOf(his, 1)).toMatchObject([{ is_me: true }]);
  await expect(one.connect()).rejects.toThrow('503');
});

test('the address answers other requests with 426, and other addresses are not upgraded', async () => {
  const one = await openProcess();
  const response = await fetch(`${one.server.url}/api/v1/realtime`);
  expect([response.status, response.headers.get('upgrade')]).toEqual([426, 'websocket']);
  await expect(one.connect({ headers: { host: 'elsewhere.example' } })).rejects.toThrow('421');
  const other = await openRealtimeClient(one.url.replace('realtime', 'tales')).catch((error: Error) => error.message);
  expect(['400', '404']).toContain(other);
});
