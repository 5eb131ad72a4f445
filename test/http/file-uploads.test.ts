import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { metadata, wav } from '../file-library.ts';
import { type Site, startSite } from '../site.ts';
import { addUser } from '../users.ts';

/** Two processes on one database and one folder of files. */

let folder: string;
let client: pg.Client;
let [first, second]: Site[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-shared-'));
  const env = { DATA_DIR: folder, SECRET: 'a secret of both processes, long enough for them' };
  first = await startSite({ env });
  second = await startSite({ databaseUrl: first.databaseUrl, env });
  client = new pg.Client({ connectionString: first.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await second?.stop();
  await first?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('an upload goes on in another process after the first one was killed', async () => {
  const [dying, living] = [first as Site, second as Site];
  const { cookie } = await addUser(client, { role: 'editor' });
  const send = (site: Site, method: string, where: string, headers: Record<string, string> = {}, body?: Uint8Array | string) =>
    fetch(`${site.origin}${where}`, {
      method,
      headers: { cookie, origin: site.origin, 'tus-resumable': '1.0.0', ...headers },
      ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }),
    });
  const json = { 'content-type': 'application/json' };
  const made = await send(dying, 'POST', '/api/v1/admin/folders', json, JSON.stringify({ name: 'Recordings', access: 'public' }));
  const { id } = (await made.json()) as { id: string };
  const bytes = wav(20_000_000);
  const started = await send(dying, 'POST', '/api/v1/admin/file-uploads', {
    ...{ 'upload-length': String(bytes.length), 'upload-metadata': metadata({ filename: 'Mill.wav', folder: id }) },
  });
  const location = started.headers.get('location') ?? '';
  const part = { 'content-type': 'application/offset+octet-stream' };

  // Half of the body has been sent when the process is killed.
  const request = http.request(`${dying.origin}${location}`, {
    method: 'PATCH',
    headers: { cookie, origin: dying.origin, 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-length': bytes.length, ...part },
  });
  request.on('error', () => {});
  request.write(bytes.subarray(0, 10_000_000));
  const offset = async () => Number((await send(living, 'HEAD', location)).headers.get('upload-offset'));
  await expect.poll(offset, { timeout: 20_000 }).toBe(8 * 1024 * 1024);
  await dying.kill();
  const received = await offset();
  expect(received).toBe(8 * 1024 * 1024);

  const rest = await send(living, 'PATCH', location, { ...part, 'upload-offset': String(received) }, bytes.subarray(received));
  expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(bytes.length)]);
  const list = await (await send(living, 'GET', `/api/v1/admin/files?folder=${id}`)).json();
  const [file] = (list as { files: { address: string; bytes: number }[] }).files;
  const served = Buffer.from(await (await fetch(`${living.origin}${file?.address}`)).arrayBuffer());
  expect([file?.bytes, served.equals(bytes)]).toEqual([bytes.length, true]);
});
