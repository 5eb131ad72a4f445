import net from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readText } from '#src/platform/http/read-body.ts';
import { createTestApp, type ListeningTestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openTestLog } from '#test/jobs.ts';
import { AppError, unavailable } from './errors.ts';
import { idempotency, removeExpiredResponses } from './idempotency.ts';

const { log } = openTestLog();
let database: TestDatabase;
let server: ListeningTestApp;
/** What the route does before it responds, and its response. */
let before: () => Promise<void>;
let answer: () => Response;
/** How often the route has been run, and how often someone came with a key. */
let runs: number;
let asked: number;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp({
    mount: (app) => {
      const identify = async (c: { req: { header(name: string): string | undefined } }) => {
        asked += 1;
        const personId = c.req.header('x-person');
        return personId === undefined ? { network: '192.0.2.1' } : { personId };
      };
      const { db } = database;
      app.use(
        '/api/v1/*',
        idempotency({
          db,
          secret: 'a secret of the test, long enough for all',
          log,
          identify,
          holdsSecret: (path) => path.endsWith('/codes'),
          waitMs: 1_000,
        }),
      );
      app.on(['GET', 'POST', 'PUT'], '/api/v1/:what', async (c) => {
        runs += 1;
        await before();
        const given = await readText(c);
        const made = answer();
        return made.status === 201 ? c.json({ run: runs, given }, 201, { Location: `/things/${runs}`, 'X-Other': '1' }) : made;
      });
    },
  }).listen();
});
afterAll(async () => {
  await server.close();
  await database.drop();
});
beforeEach(() => {
  runs = 0;
  asked = 0;
  before = async () => {};
  answer = () => new Response(null, { status: 201 });
});
afterEach(() => database.pool.query('delete from idempotency_keys'));

type Ask = { key?: string; body?: string; path?: string; method?: string; person?: string };

async function ask({ key = 'k-1', body = '{"a":1}', path = '/api/v1/things', method = 'POST', person }: Ask = {}) {
  const headers: Record<string, string> = { 'Idempotency-Key': key, ...(person === undefined ? {} : { 'X-Person': person }) };
  const response = await fetch(server.url + path, { method, headers, ...(method === 'GET' ? {} : { body }) });
  const text = await response.text();
  return { status: response.status, text, code: /"code":"(\w+)"/.exec(text)?.[1], headers: response.headers };
}
const kept = async () => (await database.pool.query('select * from idempotency_keys')).rows;
const allKept = () => expect.poll(async () => (await kept()).every((row) => row.status !== null)).toBe(true);

describe('a request with a key', () => {
  test('runs once, and gets the same response again', async () => {
    const first = await ask();
    expect(first).toMatchObject({ status: 201, text: '{"run":1,"given":"{\\"a\\":1}"}' });
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const again = await ask();
    expect(again).toMatchObject({ status: 201, text: first.text });
    for (const name of ['content-type', 'location', 'cache-control']) expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(runs).toBe(1);
    const [row] = await kept();
    expect(JSON.stringify(row)).not.toContain('k-1');
  });

  test('replays a response without a body', async () => {
    answer = () => new Response(null, { status: 204 });
    expect(await ask({ method: 'PUT' })).toMatchObject({ status: 204, text: '' });
    expect(await ask({ method: 'PUT' })).toMatchObject({ status: 204, text: '' });
    expect(runs).toBe(1);
  });

  test('is different for another key, path, method or user', async () => {
    const person = '019a0000-0000-7000-8000-000000000001';
    await database.pool.query("insert into users (id, name, email) values ($1, 'Gerda', 'gerda@tales.example')", [person]);
    for (const each of [{}, { key: 'k-2' }, { path: '/api/v1/others' }, { method: 'PUT' }, { person }])
      expect((await ask(each)).status).toBe(201);
    expect(runs).toBe(5);
    // Stored responses of a user are deleted with the account.
    await database.pool.query('delete from users');
    expect(await kept()).toHaveLength(4);
  });

  test.each([{ body: '{"a":2}' }, { path: '/api/v1/things?b=1' }])('is refused when it asks for something else: %o', async (other) => {
    await ask();
    expect(await ask(other)).toMatchObject({ status: 422, code: 'key_reused' });
    expect(runs).toBe(1);
  });

  test.each(['', 'a b', 'ä', 'a'.repeat(65)])('is refused when the key is "%s"', async (key) => {
    expect(await ask({ key: encodeLatin1(key) })).toMatchObject({ status: 400, code: 'bad_idempotency_key' });
    expect(runs).toBe(0);
  });

  test('that only reads is ignored', async () => {
    await ask({ method: 'GET' });
    await ask({ method: 'GET' });
    expect([runs, await kept()]).toEqual([2, []]);
  });
});

describe('concurrent requests', () => {
  test('twenty get one response', async () => {
    const gate = Promise.withResolvers<void>();
    before = () => gate.promise;
    const asking = Array.from({ length: 20 }, () => ask());
    await expect.poll(() => asked).toBe(20);
    gate.resolve();
    const all = await Promise.all(asking);
    expect(new Set(all.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set([`201 ${all[0]?.text}`]));
    expect(runs).toBe(1);
  });

  test('the second gets Retry-After if the first takes long', async () => {
    const gate = Promise.withResolvers<void>();
    before = () => gate.promise;
    const first = ask();
    await expect.poll(() => runs).toBe(1);
    const second = await ask();
    expect(second).toMatchObject({ status: 409, code: 'key_in_use' });
    expect(second.headers.get('retry-after')).toBe('1');
    gate.resolve();
    expect((await first).status).toBe(201);
    expect([(await ask()).status, runs]).toEqual([201, 1]);
  });

  test('the second runs if the first fails', async () => {
    const gate = Promise.withResolvers<void>();
    before = () => gate.promise;
    answer = () => {
      if (runs === 1) throw unavailable();
      return new Response(null, { status: 201 });
    };
    const first = ask();
    await expect.poll(() => runs).toBe(1);
    const second = ask();
    await expect.poll(() => asked).toBe(2);
    gate.resolve();
    expect([(await first).status, (await second).status, runs]).toEqual([503, 201, 2]);
  });
});

test('if the connection is cut before the response, a retry gets it', async () => {
  const gate = Promise.withResolvers<void>();
  before = () => gate.promise;
  const socket = net.connect(server.port, '127.0.0.1');
  socket.write('POST /api/v1/things HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k-1\r\nContent-Length: 7\r\n\r\n{"a":1}');
  await expect.poll(() => runs).toBe(1);
  socket.destroy();
  gate.resolve();
  await allKept();
  expect(await ask()).toMatchObject({ status: 201, text: '{"run":1,"given":"{\\"a\\":1}"}' });
  expect(runs).toBe(1);
});

test('deleting an account twice at once does not fail', async () => {
  const person = '019a0000-0000-7000-8000-000000000002';
  await database.pool.query("insert into users (id, name, email) values ($1, 'Kai', 'kai@tales.example')", [person]);
  const gate = Promise.withResolvers<void>();
  before = async () => {
    await gate.promise;
    await database.pool.query('delete from users where id = $1', [person]);
  };
  answer = () => new Response(null, { status: 204 });
  const first = ask({ person });
  await expect.poll(() => runs).toBe(1);
  const second = ask({ person });
  await expect.poll(() => asked).toBe(2);
  gate.resolve();
  expect((await first).status).toBe(204);
  expect(await second).toMatchObject({ status: 401, code: 'signed_out' });
  expect([runs, await kept()]).toEqual([1, []]);
});

describe('responses that are not replayed', () => {
  test.each([
    ['a failure of ours', () => new Response('', { status: 500 })],
    ['a refusal', () => new Response('', { status: 422 })],
  ])('%s: a corrected request may be sent again', async (_, failing) => {
    answer = failing;
    expect((await ask()).status).toBe(failing().status);
    answer = () => new Response(null, { status: 201 });
    expect((await ask({ body: 'mended' })).status).toBe(201);
    expect(runs).toBe(2);
  });

  test('an error that was thrown', async () => {
    answer = () => {
      throw new AppError(410, 'gone', 'This link has faded');
    };
    expect(await ask()).toMatchObject({ status: 410, code: 'gone' });
    expect(await kept()).toEqual([]);
  });

  test.each([
    ['cookies', '/api/v1/things', () => new Response('hush', { headers: { 'Set-Cookie': 'talewood_session=hush' } })],
    ['secrets', '/api/v1/codes', () => new Response('hush')],
    ['more than 4.5 MB', '/api/v1/things', () => new Response(`hush${'x'.repeat(4_500_000)}`)],
    ['what is no text', '/api/v1/things', () => new Response(new Uint8Array([104, 117, 115, 104, 0, 255]))],
  ])('%s: it runs once, and the response is not stored', async (_, path, made) => {
    answer = made;
    const first = await ask({ path });
    expect(first.status).toBe(200);
    expect(first.text).toContain('hush');
    const second = await ask({ path });
    expect(second).toMatchObject({ status: 409, code: 'key_used' });
    expect(second.headers.get('set-cookie')).toBeNull();
    expect(runs).toBe(1);
    expect(JSON.stringify(await kept())).not.toContain('hush');
  });
});

describe('after', () => {
  const expire = () => database.pool.query('update idempotency_keys set expires_at = now()');

  test('24 hours the key is new, and the response can be deleted', async () => {
    await ask();
    const { rows } = await database.pool.query('select extract(epoch from expires_at - now()) / 3600 as hours from idempotency_keys');
    expect(Number(rows[0].hours)).toBeCloseTo(24, 1);
    expect(await removeExpiredResponses(database.db)).toBe(0);
    await expire();
    expect((await ask({ body: 'other' })).status).toBe(201);
    expect(runs).toBe(2);
    await expire();
    expect(await removeExpiredResponses(database.db)).toBe(1);
  });

  test('the process has died, another one runs it; the first one overwrites nothing if it is late', async () => {
    const gate = Promise.withResolvers<void>();
    before = () => gate.promise;
    const late = ask();
    await expect.poll(() => runs).toBe(1);
    await expire();
    before = async () => {};
    const second = await ask();
    gate.resolve();
    await late;
    expect((await ask()).text).toBe(second.text);
    expect(runs).toBe(2);
  });
});

/** Header values are bytes: fetch takes them as Latin-1. */
function encodeLatin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
