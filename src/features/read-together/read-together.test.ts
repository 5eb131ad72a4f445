import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Json } from '#src/api-client/realtime-protocol.ts';
import { createTestApp, ORIGIN } from '#test/create-test-app.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openRealtimeServer, type RealtimeClient } from '#test/realtime.ts';
import { addUser } from '#test/users.ts';
import { DESCRIBING, isPossibleCode, NAMES, randomCode } from './code-words.ts';
import { MAX_GUESTS, type Member, type SessionState } from './contract.ts';
import { endSessions, findSession, limitTries, startSession, TRY_LIMITS, togetherChannel, togetherRoutes } from './read-together.ts';

let database: TestDatabase;
let server: Awaited<ReturnType<typeof openRealtimeServer>>;
let tale = '';

beforeAll(async () => {
  database = await createTestDatabase();
  tale = (await addTale(database.db, { slug: 'a-mill' })).id;
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['reading_sessions', 'realtime_presence', 'rate_limits', 'daily_counts'])
    await database.pool.query(`delete from ${table}`);
  server = await openRealtimeServer(database, { rules: [togetherChannel(database.db, { ...silent })] });
});
afterEach(() => server.close());

const rows = async (text: string) => (await database.pool.query(text)).rows;
const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const POSITION = { block: 2, start: 0, end: 20, isPage: false };

/** Starts a session; its reader joins it. */
async function start() {
  const { code, token } = await startSession(database.db, tale);
  const channel = `together:${(await findSession(database.db, code))?.room}`;
  return { code, token, channel, host: await join(channel, token) };
}

async function join(channel: string, token: string, name = ''): Promise<RealtimeClient> {
  const client = await server.connect();
  client.send({ type: 'join', channel, data: { name, isAway: false }, token });
  return client;
}

const guestToken = (number: number) => `guest-with-a-long-token-${number}`;
const stateOf = async (client: RealtimeClient) => (await client.next('joined')).state as SessionState;
const tell = (client: RealtimeClient, channel: string, event: string, data: Json = null) =>
  client.send({ type: 'broadcast', channel, event, data });

test('there are enough words that a code cannot be guessed within the limits, and all are plain', () => {
  const codes = DESCRIBING.length * (DESCRIBING.length - 1) * NAMES.length;
  expect(codes).toBeGreaterThan(50_000_000);
  expect(new Set([...DESCRIBING, ...NAMES]).size).toBeGreaterThan(800);
  expect([...DESCRIBING, ...NAMES].filter((word) => !/^[a-z]{2,12}$/.test(word))).toEqual([]);
  // Years of one network, and weeks of all, until one of ten sessions is found on average.
  const triesPerHour = (TRY_LIMITS.network.points * 3_600) / TRY_LIMITS.network.windowSeconds;
  expect(codes / 10 / triesPerHour / 24 / 365).toBeGreaterThan(5);
  expect(codes / 10 / TRY_LIMITS.all.points / 24 / 7).toBeGreaterThan(6);
  for (let made = 0; made < 200; made += 1) expect(isPossibleCode(randomCode())).toBe(true);
  for (const text of ['', 'fox', 'brave-brave-fox', 'brave-little-fax', 'brave-little-fox-cub'])
    expect([text, isPossibleCode(text)]).toEqual([text, false]);
  expect(isPossibleCode('brave-little-fox')).toBe(true);
});

function openApp(user: { id: string } | null = null) {
  return createTestApp({
    database,
    mount: (site) => {
      site.use('/together/:code', limitTries(database.db));
      site.get('/together/:code', async (c) => c.json(await findSession(database.db, c.req.param('code'))));
      site.route('/', togetherRoutes({ db: database.db, publicUrl: ORIGIN, findUser: async () => user }));
    },
  });
}

test('a session is started for a public tale, from the site only, and found by its code until it has ended', async () => {
  const { ask: send } = openApp();
  const answer = await send('/together', { json: { tale } });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
  const { code, token } = (await answer.json()) as { code: string; token: string };
  expect(await findSession(database.db, code)).toEqual({ code, room: expect.stringMatching(/^[\w-]{22}$/), tale: 'a-mill' });
  expect(JSON.stringify(await rows('select * from reading_sessions'))).not.toContain(token);
  expect((await send('/together', { json: { tale }, headers: { origin: 'https://elsewhere.example' } })).status).toBe(403);
  const draft = await addTale(database.db, { status: 'draft' });
  for (const id of [draft.id, '01a1fed2-db9c-7e0b-967b-7804cf1d9c62'])
    expect((await send('/together', { json: { tale: id } })).status).toBe(404);
  expect((await send('/together', { json: { tale: 'x' } })).status).toBe(422);
  await rows("update reading_sessions set expires_at = now() - interval '1 second'");
  expect(await findSession(database.db, code)).toBeNull();
});

test('starting is limited for an account and for a network', async () => {
  const { ask: send } = openApp(await addUser(database.pool));
  const statuses = async (count: number, app = send) => {
    const found = [];
    for (let sent = 0; sent < count; sent += 1) found.push((await app('/together', { json: { tale } })).status);
    return found;
  };
  expect((await statuses(11)).at(-1)).toBe(429);
  expect(await statuses(20, openApp().ask)).not.toContain(429);
  expect((await statuses(1, openApp().ask)).at(-1)).toBe(429);
});

test('wrong codes are limited, right ones and typing errors do not count, and a found limit holds for right codes', async () => {
  const { ask: send } = openApp();
  const { code } = await startSession(database.db, tale);
  const open = async (tried: string, from = '198.51.100.1') => (await send(`/together/${tried}`, { method: 'GET', from })).status;
  for (let times = 0; times < 25; times += 1) expect([await open(code), await open('brave-little-fax')]).toEqual([200, 200]);
  const wrong = Array.from({ length: 21 }, (_, at) => `brave-little-${NAMES[at]}`).filter((tried) => tried !== code);
  for (const tried of wrong.slice(0, 20)) expect(await open(tried)).toBe(200);
  expect([await open(wrong[20] ?? ''), await open(code), await open(code, '198.51.100.2')]).toEqual([429, 429, 200]);
});

test('guests get the present position at once and follow the leader, who alone can move it', async () => {
  const { channel, host, token } = await start();
  expect(await stateOf(host)).toEqual({ me: keyOf(token), host: keyOf(token), leader: keyOf(token), mode: 'story', position: null });
  tell(host, channel, 'position', POSITION);
  await host.next('event');
  const guest = await join(channel, guestToken(1), 'Mia');
  expect(await stateOf(guest)).toMatchObject({ me: keyOf(guestToken(1)), position: POSITION });
  const { people } = await host.next('people', (message) => message.people.length === 2);
  expect(people.map(({ name, data }) => [name, (data as Member).name])).toEqual([
    [null, ''],
    [null, 'Mia'],
  ]);
  tell(host, channel, 'position', { ...POSITION, block: 3 });
  expect(await guest.next('event')).toMatchObject({ event: 'position', data: { block: 3 } });
  for (const [event, data] of [
    ['position', POSITION],
    ['lead', keyOf(guestToken(1))],
    ['mode', 'class'],
    ['end', null],
    ['anything', null],
  ] as const) {
    tell(guest, channel, event, data);
    expect([event, (await guest.next('error')).code]).toEqual([event, 'not_allowed']);
  }
  expect((await rows('select position, mode from reading_sessions'))[0]).toEqual({ position: { ...POSITION, block: 3 }, mode: 'story' });
});

test('malformed positions, names and tokens are rejected', async () => {
  const { channel, host } = await start();
  await stateOf(host);
  const bad = [
    null,
    1,
    {},
    { ...POSITION, block: -2 },
    { ...POSITION, start: 1.5 },
    { ...POSITION, html: '<b>' },
    { ...POSITION, end: 1e9 },
  ];
  for (const data of bad) {
    tell(host, channel, 'position', data);
    expect((await host.next('error')).code).toBe('not_allowed');
  }
  for (const [event, data] of [
    ['lead', 'x'],
    ['mode', 'party'],
    ['wave', 'x'],
    ['end', 1],
  ] as const) {
    tell(host, channel, event, data);
    expect([event, (await host.next('error')).code]).toEqual([event, 'not_allowed']);
  }
  host.send({ type: 'presence', channel, data: { name: 'x'.repeat(31), isAway: false } });
  expect((await host.next('error')).code).toBe('bad_message');
  const guest = await server.connect();
  for (const data of [null, { name: '<b>', isAway: false }, { name: 'Mia', isAway: false, key: keyOf('x') }]) {
    guest.send({ type: 'join', channel, data, token: guestToken(1) });
    expect((await guest.next('left')).code).toBe('not_allowed');
  }
  guest.send({ type: 'join', channel, data: { name: '', isAway: false } });
  expect((await guest.next('left')).code).toBe('not_allowed');
  guest.send({ type: 'join', channel, data: { name: '', isAway: false }, token: 'short' });
  expect((await guest.next('error')).code).toBe('bad_message');
  guest.send({ type: 'join', channel: `together:${'x'.repeat(22)}`, data: { name: '', isAway: false }, token: guestToken(1) });
  expect((await guest.next('left')).code).toBe('signed_out');
});

test('the reader hands over and takes back, a guest gives back, and in class mode the teacher leads', async () => {
  const { channel, host, token } = await start();
  const guest = await join(channel, guestToken(1));
  await stateOf(guest);
  const heard = async (event: string) => (await guest.next('event', (message) => message.event === event)).data;
  tell(host, channel, 'lead', keyOf(guestToken(1)));
  expect(await heard('lead')).toBe(keyOf(guestToken(1)));
  tell(host, channel, 'position', POSITION);
  expect((await host.next('error')).code).toBe('not_allowed');
  tell(guest, channel, 'position', POSITION);
  expect(await heard('position')).toEqual(POSITION);
  // After a reload the same guest leads.
  guest.close();
  const again = await join(channel, guestToken(1));
  expect(await stateOf(again)).toMatchObject({ leader: keyOf(guestToken(1)) });
  tell(again, channel, 'lead', keyOf(guestToken(2)));
  expect((await again.next('error')).code).toBe('not_allowed');
  tell(again, channel, 'lead', keyOf(token));
  await again.next('event', ({ event }) => event === 'lead');
  tell(host, channel, 'lead', keyOf(guestToken(1)));
  tell(host, channel, 'mode', 'class');
  await host.next('event', ({ event }) => event === 'mode');
  expect(await rows('select leader_key, mode from reading_sessions')).toEqual([{ leader_key: keyOf(token), mode: 'class' }]);
  tell(host, channel, 'lead', keyOf(guestToken(1)));
  expect((await host.next('error')).code).toBe('not_allowed');
});

test('everyone can wave, once a second', async () => {
  const { channel, host } = await start();
  await stateOf(host);
  const guest = await join(channel, guestToken(1));
  const { me } = await guest.next('joined');
  tell(guest, channel, 'wave');
  expect(await host.next('event')).toMatchObject({ event: 'wave', from: me });
  tell(guest, channel, 'wave');
  expect((await guest.next('error')).code).toBe('not_allowed');
});

test('30 guests find a place, the 31st does not, and those who reconnect get back in', async () => {
  const { channel, host, token } = await start();
  await stateOf(host);
  const guests: RealtimeClient[] = [];
  for (let number = 1; number <= MAX_GUESTS; number += 1) {
    const guest = await join(channel, guestToken(number));
    await stateOf(guest);
    guests.push(guest);
  }
  expect((await (await join(channel, guestToken(31))).next('left')).code).toBe('full');
  // Their former connections are not known to be dead yet.
  await stateOf(await join(channel, guestToken(7)));
  await stateOf(await join(channel, token));
  const { people } = await host.next('people', (message) => message.people.length === MAX_GUESTS + 1);
  expect(new Set(people.map(({ data }) => (data as Member).key)).size).toBe(MAX_GUESTS + 1);
  guests[0]?.close();
  await host.next('people', (message) => message.people.length === MAX_GUESTS);
  await stateOf(await join(channel, guestToken(31)));
});

test('ending tells everyone, deletes the session and stores counts only', async () => {
  const { code, channel, host } = await start();
  const guest = await join(channel, guestToken(1), 'Mia');
  await stateOf(guest);
  await rows("update reading_sessions set created_at = now() - interval '290 seconds'");
  tell(host, channel, 'end');
  await guest.next('event', ({ event }) => event === 'end');
  expect(await findSession(database.db, code)).toBeNull();
  expect(await rows('select * from reading_sessions')).toEqual([]);
  expect(await rows('select kind, count from daily_counts order by kind')).toEqual([
    { kind: 'together', count: 1 },
    { kind: 'together_guest', count: 1 },
    { kind: 'together_minute', count: 5 },
  ]);
  const late = await join(channel, guestToken(2));
  expect((await late.next('left')).code).toBe('signed_out');
  guest.close();
  host.close();
  await expect.poll(() => rows('select * from realtime_presence')).toEqual([]);
});

test('a session ends two hours after its start, and a minute after its reader left, but not within this time', async () => {
  const { channel, host, token } = await start();
  await stateOf(host);
  const guest = await join(channel, guestToken(1));
  await stateOf(guest);
  const hostSeen = (ago: string) => rows(`update reading_sessions set host_seen_at = now() - interval '${ago}'`);
  await hostSeen('2 minutes');
  expect(await endSessions(database.db)).toBe(1);
  host.close();
  await expect.poll(async () => (await rows('select * from realtime_presence')).length).toBe(1);
  await hostSeen('55 seconds');
  expect(await endSessions(database.db)).toBe(1);
  const again = await join(channel, token);
  await stateOf(again);
  await hostSeen('2 minutes');
  expect(await endSessions(database.db)).toBe(1);
  await rows("update reading_sessions set expires_at = now() - interval '1 second'");
  expect(await endSessions(database.db)).toBe(0);
  await guest.next('event', ({ event }) => event === 'end');
  const next = await start();
  await stateOf(next.host);
  next.host.close();
  await expect.poll(async () => (await rows("select * from realtime_presence where channel like 'together:%'")).length).toBe(2);
  await hostSeen('61 seconds');
  expect(await endSessions(database.db)).toBe(0);
});
