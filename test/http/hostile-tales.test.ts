import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIFFICULT_TEXT } from '../difficult-text.ts';
import { requestRaw } from '../raw-http.ts';
import { type Site, startSite } from '../site.ts';
import { addUser } from '../users.ts';

/** Tales with difficult text and hostile requests, sent through the API. */

let site: Site;
let cookie = '';
beforeAll(async () => {
  site = await startSite();
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  ({ cookie } = await addUser(client, { role: 'admin' }));
  await client.end();
});
afterAll(async () => {
  expect(site?.log.filter(({ level }) => level === 'error')).toEqual([]);
  await site?.stop();
});

const form = { category: 'dark', status: 'published', source: 'Told at the mill', rights: 'Public domain', content: '<p>Once.</p>' };
const send = (method: string, path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${site.origin}/api/v1/admin${path}`, {
    method,
    headers: { cookie, origin: site.origin, 'content-type': 'application/json', ...headers },
    body,
  });
const read = async (path: string) => (await fetch(site.origin + path)).text();
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

test.each(Object.entries(DIFFICULT_TEXT))(
  '%s: title, author and excerpt are correct on the page, in the API, the sitemap and JSON-LD',
  async (_, text) => {
    const nfc = text.normalize('NFC');
    const created = await send('POST', '/tales', JSON.stringify({ ...form, title: text, author: text.slice(0, 100), excerpt: text }));
    const { tale } = (await created.json()) as { tale: { slug: string; author: string } };
    const page = await read(`/tale/${tale.slug}`);
    const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(page)?.[1]?.replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
    expect(heading).toBe(escaped(nfc));
    const [, data = ''] = /<script type="application\/ld\+json">(\{[^<]*"ShortStory"[^<]*)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(data)).toMatchObject({ name: nfc, description: nfc, author: { name: tale.author } });
    expect(await (await fetch(`${site.origin}/api/v1/tales/${tale.slug}`)).json()).toMatchObject({
      title: nfc,
      excerpt: nfc,
      author: { name: tale.author },
    });
    // Cached until the process is notified of the change.
    await expect.poll(() => read('/sitemaps/tales.xml')).toContain(`/tale/${tale.slug}<`);
  },
);

test('Hangul is found in both normalization forms', async () => {
  for (const form of ['NFC', 'NFD']) {
    const found = await (await fetch(`${site.origin}/api/v1/tales?${new URLSearchParams({ q: '한국의'.normalize(form) })}`)).text();
    expect(found).toContain('한국의 이야기');
  }
});

describe('a body that is too large (S29)', () => {
  const head = (method: string, path: string, length: number) =>
    `${method} /api/v1/admin${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${cookie}\r\nOrigin: ${site.origin}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const SMALL = 64 * 1024;
  const LARGE = 4_500_000;
  const id = '01890000-0000-7000-8000-000000000000';

  test.each([
    ['POST', '/tales', LARGE],
    ['PATCH', `/tales/${id}`, LARGE],
    ['PUT', `/drafts/${id}`, LARGE],
    ['POST', '/publish-check', LARGE],
    ['POST', '/authors', SMALL],
    ['PUT', '/featured', SMALL],
    ['PATCH', `/users/${id}`, SMALL],
    ['POST', '/keys', SMALL],
  ])('%s %s: %i bytes are accepted, and one more is rejected before the body is read', async (method, path, max) => {
    // Only the head is sent: a server that waits for the body would not respond.
    expect((await requestRaw(site.port, head(method, path, max + 1))).status).toBe(413);
    const body = `{"zzz":"${'x'.repeat(max - 10)}"}`;
    expect(body).toHaveLength(max);
    expect([404, 422, 428]).toContain((await send(method, path, body)).status);
  });

  test('the content of a tale: 2 MB are accepted, one byte more is a field error', async () => {
    const post = (content: string) => send('POST', '/tales', JSON.stringify({ ...form, title: 'x', author: 'y', excerpt: 'z', content }));
    const max = `<p>${'é'.repeat(999_996)}a</p>`;
    expect(Buffer.byteLength(max)).toBe(2_000_000);
    expect((await post(max)).status).toBe(201);
    const response = await post(`${max}b`);
    expect([response.status, Object.keys(((await response.json()) as { errors: object }).errors)]).toEqual([422, ['content']]);
  });
});

test('a repeated If-Match header with two versions does not match', async () => {
  const title = 'Two headers';
  const { tale } = (await (await send('POST', '/tales', JSON.stringify({ ...form, title, author: 'y', excerpt: 'z' }))).json()) as {
    tale: { id: string };
  };
  const body = '{"title":"x"}';
  const twice = `If-Match: "1"\r\nIf-Match: "2"\r\n__proto__: x\r\nconstructor: y`;
  const response = await requestRaw(
    site.port,
    `PATCH /api/v1/admin/tales/${tale.id} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${cookie}\r\nOrigin: ${site.origin}\r\nContent-Type: application/json\r\n${twice}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(response.status).toBe(412);
});
