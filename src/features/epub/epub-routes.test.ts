import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { updateTale } from '#src/features/tales/tales.ts';
import { createTestApp, type ListeningTestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { bookOf, bookTale, openEpub } from '#test/epubs.ts';
import { addTale } from '#test/factories.ts';
import { runSql } from '#test/sql.ts';
import type { BookTale } from './contract.ts';
import { createAnswerBook } from './epub-response.ts';
import { epubRoutes } from './epub-routes.ts';

const publicUrl = 'https://tales.example';
const PICTURE = '/media/0123456789abcdef0123-300x400/300.webp';

let database: TestDatabase;
let dataDir: string;
let server: ListeningTestApp;
/** Endless tales of the book at /many, and how many were read. */
const seen = { asked: 0, ended: 0, failAt: Infinity };
async function* endless(): AsyncGenerator<BookTale> {
  try {
    for (;;) {
      seen.asked += 1;
      if (seen.asked > seen.failAt) throw new Error('the tales have gone');
      yield bookTale({ content: `<p>${Array.from({ length: 4000 }, () => Math.random().toString(36)).join(' ')}</p>` });
    }
  } finally {
    seen.ended += 1;
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-epub-'));
  const picture = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#123c40' } })
    .webp()
    .toBuffer();
  server = await createTestApp({
    mount: (site) => {
      const { db } = database;
      const readPicture = async (address: string) => (address === PICTURE ? picture : undefined);
      const warn = (fields: object, message: string) => server.log.warn(fields, message);
      const drawn = async () =>
        sharp({ create: { width: 9, height: 12, channels: 3, background: '#123c40' } })
          .jpeg()
          .toBuffer();
      const deps = { db, dataDir, readPicture, log: { warn } };
      const answerBook = createAnswerBook({ ...deps, drawCover: drawn });
      const hasty = createAnswerBook({ ...deps, drawCover: () => new Promise(() => {}), coverMs: 10 });
      const hanging = () => new Promise<Buffer>((resolve) => heldCovers.push(async () => resolve(await drawn())));
      const crowded = createAnswerBook({
        ...deps,
        drawCover({ title }, caller = '') {
          askers.push(caller);
          return title === 'Held' ? hanging() : drawn();
        },
      });
      site.get('/crowded/:title', (c) => crowded(c, { ...bookOf([bookTale()]), title: c.req.param('title') }));
      site.get('/hasty', (c) => hasty(c, bookOf([bookTale()])));
      const counted = (_c: unknown, answer: Response, tale: string) => {
        told.push({ status: answer.status, tale });
        return answer;
      };
      site.route('/', epubRoutes({ db, publicUrl, answerBook, counted }));
      const facts = [bookTale(), bookTale()];
      site.get('/many', (c) => answerBook(c, { ...bookOf(facts), tales: endless() }, { isPrivate: true }));
    },
  }).listen();
});
afterAll(async () => {
  await server.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Covers being rendered at /crowded/Held, and the networks for which others were rendered. */
const heldCovers: (() => Promise<void>)[] = [];
const askers: string[] = [];

test('a slow cover blocks no other client, and covers are rendered on behalf of a network', async () => {
  const held = Array.from({ length: 6 }, () => ask('/crowded/Held'));
  await expect.poll(() => heldCovers.length).toBe(6);
  askers.length = 0;
  expect((await ask('/crowded/Free')).status).toBe(200);
  expect(askers).toEqual(['127.0.0.1']);
  for (const release of heldCovers) await release();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array<number>(6).fill(200));
});

const told: { status: number; tale: string }[] = [];

test('each response is reported with its status and tale', async () => {
  const { slug, id } = await addTale(database.db);
  told.length = 0;
  const tag = (await ask(`/tale/${slug}.epub`)).headers.get('etag') ?? '';
  await ask(`/tale/${slug}.epub`, { headers: { 'if-none-match': tag } });
  await ask(`/tale/${slug}.txt`);
  await ask('/tale/no-such-tale.epub');
  expect(told).toEqual([200, 304, 200].map((status) => ({ status, tale: id })));
});

const ask = (address: string, init: RequestInit = {}) => fetch(server.url + address, { redirect: 'manual', ...init });

test('a tale is served as EPUB with its cover, its image and a Unicode file name', { timeout: 60_000 }, async () => {
  const { slug, id } = await addTale(database.db, {
    title: 'Die Schöne & das 雪',
    language: 'de',
    content: `<p>Es war <em>einmal</em>.</p><p><img src="${PICTURE}" alt="Ein Frosch" /></p>`,
  });
  const answer = await ask(`/tale/${slug}.epub`);
  expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
    200,
    {
      'content-type': 'application/epub+zip',
      'content-disposition': `attachment; filename="die-schone-das.epub"; filename*=UTF-8''Die%20Sch%C3%B6ne%20%26%20das%20%E9%9B%AA.epub`,
      'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
      'last-modified': expect.stringMatching(/GMT$/),
      link: `<${publicUrl}/tale/${slug}>; rel="canonical"`,
    },
  ]);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
  const book = openEpub(bytes);
  expect([...book.keys()]).toEqual(expect.arrayContaining(['EPUB/cover.jpg', 'EPUB/pictures/picture-1.jpg', `EPUB/tales/${slug}.xhtml`]));
  expect(book.get('EPUB/package.opf')).toContain(`<dc:identifier id="identifier">urn:uuid:${id}</dc:identifier>`);
  expect(book.get('EPUB/about.xhtml')).toContain(`${publicUrl}/tale/${slug}`);

  const head = await ask(`/tale/${slug}.epub`, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, answer.headers.get('etag'), '']);
  const tag = answer.headers.get('etag') ?? '';
  expect((await ask(`/tale/${slug}.epub`, { headers: { 'if-none-match': tag } })).status).toBe(304);
  expect((await ask(`/tale/${slug}.epub`, { headers: { 'if-modified-since': answer.headers.get('last-modified') ?? '' } })).status).toBe(
    304,
  );
  await updateTale(database.db, id, 'any', { rights: 'Public domain everywhere' });
  const changed = await ask(`/tale/${slug}.epub`, { headers: { 'if-none-match': tag } });
  expect(changed.status, 'a change is another book').toBe(200);
  await changed.arrayBuffer();
});

test('a slow cover is omitted, and the response without it is not cached', async () => {
  const answer = await ask('/hasty');
  expect([...openEpub(new Uint8Array(await answer.arrayBuffer())).keys()].filter((name) => name.includes('cover'))).toEqual([]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('a tale is served as plain text', async () => {
  const { slug } = await addTale(database.db, { title: 'The Mill' });
  const answer = await ask(`/tale/${slug}.txt`);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    200,
    'text/plain; charset=utf-8',
    `attachment; filename="the-mill.txt"; filename*=UTF-8''The%20Mill.txt`,
  ]);
  expect(await answer.text()).toBe(
    `The Mill\nby The Miller\n\nTold at the mill\nPublic domain\n${publicUrl}/tale/${slug}\n\n${'-'.repeat(72)}\n\nThere was a mill.\n`,
  );
  const tag = answer.headers.get('etag') ?? '';
  expect((await ask(`/tale/${slug}.txt`, { headers: { 'if-none-match': tag } })).status).toBe(304);
});

test('old slugs redirect; tales that are not public return 404', async () => {
  const moved = await addTale(database.db);
  await updateTale(database.db, moved.id, 'any', { slug: 'another-address' });
  const draft = await addTale(database.db, { status: 'draft' });
  const scheduled = await addTale(database.db, { daysAgo: -2 });
  const binned = await addTale(database.db);
  await runSql(database.ownerUrl, 'update tales set deleted_at = now() where id = $1', [binned.id]);
  for (const ending of ['epub', 'txt']) {
    const answer = await ask(`/tale/${moved.slug}.${ending}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `/tale/another-address.${ending}`]);
    for (const slug of [draft.slug, scheduled.slug, binned.slug, 'there-never-was-one', `-`, 'a'.repeat(300)])
      expect([slug, (await ask(`/tale/${slug}.${ending}`)).status]).toEqual([slug, 404]);
  }
});

test('a paused client gets backpressure, and a disconnect stops the generation', { timeout: 60_000 }, async () => {
  const { port } = new URL(server.url);
  const socket = net.connect(Number(port), '127.0.0.1');
  socket.write('GET /many HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString('latin1')).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(first.toString('latin1')).toMatch(/cache-control: private, max-age=0/i);
  socket.pause();
  await vi.waitFor(async () => {
    const before = seen.asked;
    expect(before).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(seen.asked, 'the pipe is full').toBe(before);
  }, 20_000);
  expect(seen.asked, 'a few megabytes wait in the pipe').toBeLessThan(500);
  expect(seen.ended).toBe(0);
  socket.destroy();
  await vi.waitFor(() => expect(seen.ended).toBe(1), 10_000);
});

test('an error while streaming aborts the response and is logged', async () => {
  seen.failAt = seen.asked + 2;
  const answer = await ask('/many');
  await expect(answer.arrayBuffer()).rejects.toThrow();
  seen.failAt = Infinity;
  await expect.poll(() => server.logged('book_broken_off')).toHaveLength(1);
});

test('a network can download 40 books in ten minutes', async () => {
  await runSql(database.ownerUrl, 'delete from rate_limits');
  const head = () => ask('/many', { method: 'HEAD' });
  const statuses = await Promise.all(Array.from({ length: 45 }, async () => (await head()).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(40);
  const refused = await head();
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
});
