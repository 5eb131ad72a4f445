import { readdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportReport } from '#src/features/import/uploads/contract.ts';
import { bookText, THREE_TALES } from '../book-texts.ts';
import { requestRaw } from '../raw-http.ts';
import { type Site, startSite } from '../site.ts';
import { addUser } from '../users.ts';

/** Imports over HTTP with the real process and its jobs. */

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  ({ cookie } = await addUser(client, { role: 'admin' }));
  await client.end();
});
afterAll(async () => {
  await site?.stop();
});

const MAX = 60 * 1024 * 1024;
const ask = async (method: string, path: string, body?: string, type = 'application/json') => {
  const headers = { cookie, origin: site.origin, ...(body !== undefined && { 'content-type': type }) };
  const response = await fetch(`${site.origin}/api/v1/admin${path}`, { method, headers, ...(body !== undefined && { body }) });
  return { status: response.status, body: (await response.json()) as ImportReport };
};

test('rejects one byte too many, before reading the body if Content-Length is sent, and stores nothing', async () => {
  const { id } = (await ask('POST', '/imports', '{}')).body;
  const head = (header: string) =>
    `POST /api/v1/admin/imports/${id}/files?name=a.epub HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${cookie}\r\nOrigin: ${site.origin}\r\nContent-Type: application/octet-stream\r\n${header}\r\n\r\n`;
  expect((await requestRaw(site.port, head(`Content-Length: ${MAX + 1}`))).status).toBe(413);
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1024 * 1024), Buffer.from('\r\n')]);
  const end = Buffer.from('1\r\nx\r\n0\r\n\r\n');
  const parts = [Buffer.from(head('Transfer-Encoding: chunked\r\nIdempotency-Key: once')), ...Array.from({ length: 60 }, () => chunk), end];
  expect((await requestRaw(site.port, Buffer.concat(parts), 20_000)).status).toBe(413);
  expect((await ask('GET', `/imports/${id}`)).body.files).toEqual([]);
  expect(await readdir(path.join(site.dataDir, 'imports-at-work'))).toEqual([]);
});

test('checks and imports an uploaded book in the background, for all readers', async () => {
  const { id } = (await ask('POST', '/imports', '{"publishing":"sure"}')).body;
  expect((await ask('POST', `/imports/${id}/files?name=small.txt`, bookText(THREE_TALES), 'application/octet-stream')).status).toBe(201);
  const ends = (state: string) => expect.poll(async () => (await ask('GET', `/imports/${id}`)).body.state, { timeout: 8_000 }).toBe(state);
  await ask('POST', `/imports/${id}/check`, '{}');
  await ends('checked');
  await ask('POST', `/imports/${id}/import`);
  await ends('done');
  const page = await fetch(`${site.origin}/tale/the-raven`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('The Raven')]);
});
