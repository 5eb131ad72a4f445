import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plain } from '../pictures.ts';
import { requestRaw } from '../raw-http.ts';
import { type Site, startSite } from '../site.ts';
import { addUser } from '../users.ts';

/** Image uploads and covers over HTTP. */

let site: Site;
let cookie: string;
let client: pg.Client;
beforeAll(async () => {
  site = await startSite();
  client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  ({ cookie } = await addUser(client, { role: 'admin' }));
});
afterAll(async () => {
  await client?.end();
  await site?.stop();
});

const redImage = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c81e1e' } });
const MAX = 8 * 1024 * 1024;
const head = (header: string) =>
  `POST /api/v1/admin/media HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${cookie}\r\nOrigin: ${site.origin}\r\nContent-Type: image/png\r\n${header}\r\n\r\n`;
const send = (method: string, path: string, body: Uint8Array | string, type = 'image/png') =>
  fetch(`${site.origin}/api/v1/admin${path}`, {
    method,
    body: body as Uint8Array<ArrayBuffer>,
    headers: { cookie, origin: site.origin, 'content-type': type },
  });

test('rejects one byte too many, before reading the body if Content-Length is sent', async () => {
  expect((await requestRaw(site.port, head(`Content-Length: ${MAX + 1}`))).status).toBe(413);
  const chunk = Buffer.alloc(64 * 1024);
  const chunks = Array.from({ length: MAX / chunk.length }, () => Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]));
  const end = Buffer.from('1\r\nx\r\n0\r\n\r\n');
  const response = await requestRaw(site.port, Buffer.concat([Buffer.from(head('Transfer-Encoding: chunked')), ...chunks, end]), 20_000);
  expect(response.status).toBe(413);
  expect((await send('POST', '/media', Buffer.alloc(MAX))).status).toBe(415);
});

test('a cover is shown at once in every width; a lost store is reported and works again without a restart', async () => {
  const sent = await send('POST', '/media?name=swan.png', await redImage(900, 1200).png().toBuffer());
  expect(sent.status).toBe(201);
  const { address } = (await sent.json()) as { address: string };
  await client.query("update tales set cover_image = $1 where slug = 'rapunzel'", [`${address}#x20y80`]);
  const page = await (await fetch(`${site.origin}/tale/rapunzel`)).text();
  expect(page).toContain(`<source type="image/avif" srcSet="${address.replace('900.webp', '320.avif')} 320w`);
  expect(page).toContain('at-x2 at-y8');
  const image = await fetch(site.origin + address, { headers: { 'accept-encoding': 'br' } });
  expect([image.status, image.headers.get('content-type'), image.headers.get('content-security-policy')]).toEqual([
    200,
    'image/webp',
    "default-src 'none'; sandbox",
  ]);
  const share = /<meta property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? '';
  expect(page).toContain(`"image":"${share}"`);
  const shared = await sharp(await (await fetch(share)).arrayBuffer())
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([shared.info.width, shared.info.height]).toEqual([1200, 630]);
  const offset = (30 * 1200 + 1150) * shared.info.channels;
  const [red = 0, green = 0, blue = 0] = shared.data.subarray(offset, offset + 3);
  expect([red > 150, green < 60, blue < 60], 'the right of the share image is the cover').toEqual([true, true, true]);
  const store = path.join(site.dataDir, 'media');
  await rename(store, `${store}.away`);
  await writeFile(store, 'no folder');
  expect((await send('POST', '/media', await plain(30, 30).png().toBuffer())).status).toBe(503);
  expect([(await fetch(site.origin + address)).status, (await fetch(`${site.origin}/tale/rapunzel`)).status]).toEqual([404, 200]);
  await rename(store, `${store}.file`);
  await rename(`${store}.away`, store);
  expect((await fetch(site.origin + address)).status).toBe(200);
  expect((await send('POST', '/media', await plain(30, 30).png().toBuffer())).status).toBe(201);
});

test('files of an interrupted upload are deleted', async () => {
  const folder = path.join(site.dataDir, 'media', 'cccccccccccccccccccc-9x9');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, '9.webp.half.tmp'), 'half');
  await client.query(
    "insert into media (hash, width, height, bytes, name, upload_started_at) values ('cccccccccccccccccccc', 9, 9, 9, 'half', now() - interval '61 min')",
  );
  expect((await fetch(`${site.origin}/media/cccccccccccccccccccc-9x9/9.webp.half.tmp`)).status).toBe(404);
  await client.query("select graphile_worker.add_job('remove_left_pictures', '{}'::json)");
  await expect.poll(() => readdir(path.dirname(folder))).not.toContain('cccccccccccccccccccc-9x9');
});
