import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestRaw } from '../raw-http.ts';
import { type Site, startSite } from '../site.ts';
import { runSql } from '../sql.ts';
import { addUser } from '../users.ts';

/** Denial of service and CSRF: unfinished bodies, stored responses, forged requests. */

let site: Site;
let reader = '';
let admin = '';

beforeAll(async () => {
  site = await startSite();
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  reader = (await addUser(client, {})).cookie;
  admin = (await addUser(client, { role: 'admin' })).cookie;
  await client.end();
});
afterAll(() => site?.stop());

describe('a rejected request is answered before its body is complete', () => {
  const IMAGE = '/api/v1/admin/media?name=a.png';
  const sameOrigin = () => ({ origin: site.origin });

  test.each<[string, number, string, string, () => Record<string, string>]>([
    ['an image without login', 401, 'POST', IMAGE, () => ({ ...sameOrigin(), 'content-type': 'image/png' })],
    ['an image by a reader', 403, 'POST', IMAGE, () => ({ ...sameOrigin(), 'content-type': 'image/png', cookie: reader })],
    [
      'an image from another site',
      403,
      'POST',
      IMAGE,
      () => ({ origin: 'https://evil.example', 'content-type': 'image/png', cookie: admin }),
    ],
    [
      'an image with a wrong key',
      401,
      'POST',
      IMAGE,
      () => ({ authorization: `Bearer tw_${'x'.repeat(43)}`, 'content-type': 'image/png' }),
    ],
    ['an unsupported type', 415, 'POST', IMAGE, () => ({ ...sameOrigin(), 'content-type': 'text/html', cookie: admin })],
    ['a tale without login', 401, 'POST', '/api/v1/admin/tales', () => ({ ...sameOrigin(), 'content-type': 'application/json' })],
    ['a profile without login', 401, 'PATCH', '/api/v1/account', () => ({ ...sameOrigin(), 'content-type': 'application/json' })],
    [
      'library changes without login',
      401,
      'POST',
      '/api/v1/bookshelf/changes',
      () => ({ ...sameOrigin(), 'content-type': 'application/json' }),
    ],
  ])('%s: %i', async (_, status, method, target, headers) => {
    for (const key of [undefined, randomUUID()]) {
      const all = { ...headers(), ...(key && { 'idempotency-key': key }), 'transfer-encoding': 'chunked', connection: 'close' };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      const unfinished = `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n400\r\n${'x'.repeat(1024)}\r\n`;
      expect((await requestRaw(site.port, unfinished, 4_000)).status).toBe(status);
    }
  });
});

describe('idempotent responses to guests', () => {
  const post = (path: string, body: unknown) =>
    fetch(site.origin + path, {
      method: 'POST',
      headers: { origin: site.origin, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    });
  const countStored = async () => (await runSql<{ n: number }>(site.databaseUrl, 'select count(*)::int as n from idempotency_keys'))[0]?.n;

  test('of the counts API are not stored', async () => {
    const [tale] = await runSql<{ id: string }>(site.databaseUrl, 'select id from tales limit 1');
    const responses = await Promise.all(Array.from({ length: 20 }, () => post('/api/v1/counts', { kind: 'read', tale: tale?.id })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await countStored()).toBe(0);
  });

  test('are stored in limited number per network', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 101; n += 1) statuses.push((await post('/api/v1/session/link', { token: 'x' })).status);
    expect([statuses[0], statuses[99], statuses[100]]).toEqual([statuses[0], statuses[0], 429]);
    expect(await countStored()).toBeLessThanOrEqual(100);
  });
});

test('files of the site are not readable by other users of the machine', async () => {
  expect((await fetch(`${site.origin}/covers/rapunzel.0000000000-thumb.jpg`)).status).toBe(200);
  const entries = await readdir(site.dataDir, { recursive: true, withFileTypes: true });
  const open = [];
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    // The font cache is inside a private folder.
    if (!file.includes('fontconfig') && ((await stat(file)).mode & 0o077) !== 0) open.push(file);
  }
  expect([entries.length > 2, open]).toEqual([true, []]);
});

test('the log hides search terms of the user list', async () => {
  await fetch(`${site.origin}/api/v1/admin/users?q=gerda%40tales.example`, { headers: { cookie: admin } });
  const line = await site.logged(({ path: logged }) => logged?.startsWith('/api/v1/admin/users') === true);
  expect(line.path).toBe('/api/v1/admin/users?q=[hidden]');
});

test('an Authorization header does not bypass the CSRF check of a cookie session', async () => {
  const headers = { cookie: reader, authorization: 'Bearer x', origin: 'https://evil.example' };
  const response = await fetch(`${site.origin}/api/v1/session`, { method: 'DELETE', headers });
  expect(response.status).toBe(403);
  const me = await fetch(`${site.origin}/api/v1/me`, { headers: { cookie: reader } });
  expect(await me.json()).toMatchObject({ person: { role: 'user' } });
});
