import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEARTBEAT_MS, RECONNECT_DELAYS_MS, TIMEOUT_MS } from '#src/api-client/realtime-protocol.ts';
import { createGuards } from '#src/features/accounts/guards.ts';
import type { FileListing } from '#src/features/files/contract.ts';
import { createFunctionHost, functionRoutes } from '#src/features/functions/functions.ts';
import { channelRules } from '#src/server/realtime-channels.ts';
import { createTestApp, type ListeningTestApp, ORIGIN } from '../create-test-app.ts';
import { createTestDatabase, silent, type TestDatabase } from '../database.ts';
import { addTale } from '../factories.ts';
import { type FileLibrary, openFileLibrary, wav } from '../file-library.ts';
import { pdf } from '../pdfs.ts';
import { openRealtimeServer } from '../realtime.ts';

/** The rows of the specification about realtime, storage and functions (sections 1, 7 and 9), one test each. Details: tests of the features. */

let database: TestDatabase;
let library: FileLibrary;
let realtime: Awaited<ReturnType<typeof openRealtimeServer>>;
let functions: ListeningTestApp;
const folder = mkdtempSync(path.join(os.tmpdir(), 'talewood-functions-'));

beforeAll(async () => {
  database = await createTestDatabase();
  library = await openFileLibrary(database);
  realtime = await openRealtimeServer(database, { rules: channelRules(database.db, silent) });
  writeFileSync(
    path.join(folder, 'hello.ts'),
    'export const config = { timeout: 60, http: {} }; export default () => new Response("Hello");',
  );
  functions = await createTestApp({
    database,
    mount: (site, _, { log }) => {
      const settings = { folder, account: undefined, allowPrivate: false, concurrency: 3 };
      const host = createFunctionHost(settings, log);
      const guards = createGuards({ db: database.db, publicUrl: ORIGIN });
      const deps = { db: database.db, log, publicUrl: ORIGIN, settings, host, guards, apiOrigin: ORIGIN, variables: {} };
      site.route('/', functionRoutes(deps));
    },
  }).listen();
});
afterAll(async () => {
  await realtime.close();
  await functions.close();
  await library.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const add = async (folderId: string, name: string, bytes: Uint8Array = Buffer.from(name)) => {
  const { status, body } = await library.upload(folderId, name, bytes);
  expect(status).toBe(201);
  return body;
};

test('realtime websocket: a channel is joined and left', async () => {
  const client = await realtime.connect();
  client.join('topic:story-hour');
  expect(await client.next('joined')).toMatchObject({ channel: 'topic:story-hour' });
  client.send({ type: 'leave', channel: 'topic:story-hour' });
  client.send({ type: 'broadcast', channel: 'topic:story-hour', event: 'x', data: null });
  expect(await client.next('error')).toMatchObject({ code: 'not_joined' });
});

test('realtime channels: members see who is there', async () => {
  const tale = await addTale(database.db);
  const client = await realtime.connect({ cookie: library.editor.cookie });
  client.join(`tale:${tale.id}`);
  expect((await client.next('people')).people).toMatchObject([{ name: 'Hans Christian', is_me: true }]);
});

test('realtime: heartbeat 30 s; reconnect after 1, 2, 5 and 10 s; timeout 10 s', () => {
  expect([HEARTBEAT_MS, RECONNECT_DELAYS_MS, TIMEOUT_MS]).toEqual([30_000, [1_000, 2_000, 5_000, 10_000], 10_000]);
});

test('realtime database changes: whoever may see a change is told', async () => {
  const client = await realtime.connect({ cookie: library.editor.cookie });
  client.join('changes:tales');
  await client.next('joined');
  const tale = await addTale(database.db);
  expect((await client.next('event')).data).toEqual({ ids: [tale.id] });
});

test('broadcast by POST: a program sends to a channel', async () => {
  const client = await realtime.connect();
  client.join('topic:story-hour');
  await client.next('joined');
  const response = await fetch(`${realtime.server.url}/api/v1/realtime/broadcast`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, cookie: library.editor.cookie },
    body: JSON.stringify({ channel: 'topic:story-hour', event: 'begins', data: 1 }),
  });
  expect(response.status).toBe(204);
  expect(await client.next('event')).toMatchObject({ event: 'begins', data: 1 });
});

test('storage buckets: folders are public, for members, or private', async () => {
  for (const [access, guest, reader] of [
    ['public', 200, 200],
    ['members', 401, 200],
    ['private', 404, 404],
  ] as const) {
    const file = await add((await library.addFolder(`For ${access}`, access)).id, 'a.txt');
    const statuses = [(await library.open(file.address)).status, (await library.open(file.address, { as: library.reader })).status];
    expect([access, ...statuses]).toEqual([access, guest, reader]);
  }
});

test('storage objects of every kind: PDF, audio and plain data are uploaded, and removed', async () => {
  const { id } = await library.addFolder('Kinds');
  const files = [
    await add(id, 'sheet.pdf', pdf()),
    await add(id, 'song.wav', wav(1_000)),
    await add(id, 'data.csv', Buffer.from('a,b\n1,2\n')),
  ];
  expect(files.map((file) => file.media_type)).toEqual(['application/pdf', 'audio/wav', 'text/csv; charset=utf-8']);
  for (const file of files) {
    expect((await library.ask('DELETE', `/files/${file.id}`, undefined, { match: 1 })).status).toBe(204);
    expect((await library.open(file.address)).status).toBe(404);
  }
});

test('storage copy: the copy is a file of its own', async () => {
  const { id } = await library.addFolder('Copies');
  const file = await add(id, 'a.txt');
  const { body: copy } = await library.ask('POST', `/files/${file.id}/copy`, { name: 'b.txt' });
  await library.ask('DELETE', `/files/${file.id}`, undefined, { match: 1 });
  expect((await library.open(copy.address)).body.toString()).toBe('a.txt');
});

test('storage move: a file gets another folder and name, and the access of that folder at once', async () => {
  const [from, to] = [await library.addFolder('From'), await library.addFolder('To', 'private')];
  const file = await add(from.id, 'a.txt');
  const moved = await library.ask('PATCH', `/files/${file.id}`, { folder_id: to.id, name: 'b.txt' }, { match: 1 });
  expect(moved.body).toMatchObject({ id: file.id, folder_id: to.id, name: 'b.txt' });
  expect((await library.open(file.address)).status).toBe(404);
});

test('storage sign: a temporary link opens a private file until it is revoked', async () => {
  const file = await add((await library.addFolder('Secret', 'private')).id, 'a.txt');
  const { body: link } = await library.ask<{ id: string; url: string }>('POST', `/files/${file.id}/links`, { expires_in: 60 });
  const address = link.url.slice(new URL(link.url).origin.length);
  expect((await library.open(address)).body.toString()).toBe('a.txt');
  await library.ask('DELETE', `/files/${file.id}/links/${link.id}`);
  expect((await library.open(address)).status).toBe(404);
});

test('storage list: limit 100, offset 0, name ascending; cached for 3600 s', async () => {
  const { id } = await library.addFolder('Many');
  for (let number = 101; number > 0; number -= 1) await add(id, `${String(number).padStart(3, '0')}.txt`);
  const list = async (query: string) => (await library.ask<FileListing>('GET', `/files?folder=${id}${query}`)).body;
  const all = await list('');
  expect([all.files.length, all.total, all.files[0]?.name, all.files[99]?.name]).toEqual([100, 101, '001.txt', '100.txt']);
  expect((await list('&offset=100')).files.map(({ name }) => name)).toEqual(['101.txt']);
  const opened = await library.open(all.files[0]?.address ?? '');
  expect(opened.headers.get('cache-control')).toBe('public, max-age=3600');
});

test('serverless functions: a module of the operator answers', async () => {
  const response = await fetch(`${functions.url}/functions/v1/hello`);
  expect([response.status, await response.text()]).toEqual([200, 'Hello']);
});
