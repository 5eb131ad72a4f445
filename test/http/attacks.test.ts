import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestRaw } from '../raw-http.ts';
import { type Site, startSite } from '../site.ts';
import { runSql } from '../sql.ts';
import { addPerson } from '../users.ts';

/** What strangers may not make the site do: hold bodies in memory, write rows, act for somebody else. */

let site: Site;
let reader = '';
let admin = '';

beforeAll(async () => {
  site = await startSite();
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  reader = (await addPerson(client, {})).cookie;
  admin = (await addPerson(client, { role: 'admin' })).cookie;
  await client.end();
});
afterAll(() => site?.stop());

describe('a body that is never finished is not waited for', () => {
  const PICTURE = '/api/v1/admin/media?name=a.png';
  const ours = () => ({ origin: site.origin });

  test.each<[string, number, string, string, () => Record<string, string>]>([
    ['a picture of nobody', 401, 'POST', PICTURE, () => ({ ...ours(), 'content-type': 'image/png' })],
    ['a picture of a reader', 403, 'POST', PICTURE, () => ({ ...ours(), 'content-type': 'image/png', cookie: reader })],
    [
      'a picture from another site',
      403,
      'POST',
      PICTURE,
      () => ({ origin: 'https://evil.example', 'content-type': 'image/png', cookie: admin }),
    ],
    [
      'a picture with a wrong key',
      401,
      'POST',
      PICTURE,
      () => ({ authorization: `Bearer tw_${'x'.repeat(43)}`, 'content-type': 'image/png' }),
    ],
    ['what is no picture', 415, 'POST', PICTURE, () => ({ ...ours(), 'content-type': 'text/html', cookie: admin })],
    ['a tale of nobody', 401, 'POST', '/api/v1/admin/tales', () => ({ ...ours(), 'content-type': 'application/json' })],
    ['a profile of nobody', 401, 'PATCH', '/api/v1/account', () => ({ ...ours(), 'content-type': 'application/json' })],
    ['a bookshelf of nobody', 401, 'POST', '/api/v1/bookshelf/changes', () => ({ ...ours(), 'content-type': 'application/json' })],
  ])('%s: %i', async (_, status, method, target, headers) => {
    for (const key of [undefined, randomUUID()]) {
      const all = { ...headers(), ...(key && { 'idempotency-key': key }), 'transfer-encoding': 'chunked', connection: 'close' };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      const begun = `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n400\r\n${'x'.repeat(1024)}\r\n`;
      expect((await requestRaw(site.port, begun, 4_000)).status).toBe(status);
    }
  });
});

describe('answers to strangers', () => {
  const post = (path: string, body: unknown) =>
    fetch(site.origin + path, {
      method: 'POST',
      headers: { origin: site.origin, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    });
  const stored = async () => (await runSql<{ n: number }>(site.databaseUrl, 'select count(*)::int as n from idempotency_keys'))[0]?.n;

  test('to counts are not stored', async () => {
    const [tale] = await runSql<{ id: string }>(site.databaseUrl, 'select id from tales limit 1');
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/api/v1/counts', { kind: 'read', tale: tale?.id })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await stored()).toBe(0);
  });

  test('are stored in limited numbers for a network', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 101; n += 1) statuses.push((await post('/api/v1/session/link', { token: 'x' })).status);
    expect([statuses[0], statuses[99], statuses[100]]).toEqual([statuses[0], statuses[0], 429]);
    expect(await stored()).toBeLessThanOrEqual(100);
  });
});

test('nobody else on the machine may look into what the site writes', async () => {
  expect((await fetch(`${site.origin}/covers/rapunzel.0000000000-thumb.jpg`)).status).toBe(200);
  const entries = await readdir(site.dataDir, { recursive: true, withFileTypes: true });
  const open = [];
  for (const entry of entries) {
    const place = path.join(entry.parentPath, entry.name);
    // The fonts' own cache lies in a folder that is closed.
    if (!place.includes('fontconfig') && ((await stat(place)).mode & 0o077) !== 0) open.push(place);
  }
  expect([entries.length > 2, open]).toEqual([true, []]);
});

test('the log names nobody who is looked for', async () => {
  await fetch(`${site.origin}/api/v1/admin/users?q=gerda%40tales.example`, { headers: { cookie: admin } });
  const line = await site.logged(({ path: logged }) => logged?.startsWith('/api/v1/admin/users') === true);
  expect(line.path).toBe('/api/v1/admin/users?q=[hidden]');
});

test('a header with a key does not let another site act with the cookie of a reader', async () => {
  const headers = { cookie: reader, authorization: 'Bearer x', origin: 'https://evil.example' };
  const answer = await fetch(`${site.origin}/api/v1/session`, { method: 'DELETE', headers });
  expect(answer.status).toBe(403);
  const me = await fetch(`${site.origin}/api/v1/me`, { headers: { cookie: reader } });
  expect(await me.json()).toMatchObject({ person: { role: 'user' } });
});
