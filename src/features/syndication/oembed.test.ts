import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openSyndicationServer, SITE, type SyndicationServer } from '#test/syndication-server.ts';
import { parseXml } from '#test/xml.ts';

let database: TestDatabase;
let server: SyndicationServer;

beforeAll(async () => {
  database = await createTestDatabase();
  await addTale(database.db, { title: 'The <b>Raven</b> & “I”', author: 'Edda' });
  await addTale(database.db, { title: 'Hidden', status: 'draft' });
  server = await openSyndicationServer(database);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const TALE = `${SITE}/tale/the-b-raven-b-i`;
const ask = (url: string, more = '') => server.get(`/oembed?url=${encodeURIComponent(url)}${more}`);

test('a tale is described as a link, in JSON and in XML', async () => {
  const { rows } = await database.pool.query("select slug from tales where status = 'published'");
  const url = `${SITE}/tale/${rows[0].slug}`;
  const json = await (await ask(url)).json();
  expect(json).toEqual({
    type: 'link',
    version: '1.0',
    title: 'The <b>Raven</b> & “I”',
    author_name: 'Edda',
    author_url: `${SITE}/author/edda`,
    provider_name: 'Talewood',
    provider_url: `${SITE}/`,
    cache_age: 86_400,
    thumbnail_url: expect.stringMatching(/^http:\/\/localhost:3000\/covers\/.*-share\.jpg$/),
    thumbnail_width: 1200,
    thumbnail_height: 630,
  });
  const answer = await ask(`${url}?utm=x#t-1`, '&format=xml');
  expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  const xml = parseXml(await answer.text());
  expect(Object.fromEntries(xml.children.map(({ name, text }) => [name, text]))).toEqual(
    Object.fromEntries(Object.entries(json).map(([name, value]) => [name, String(value)])),
  );
});

test('an old URL is accepted, and a deleted tale is gone', async () => {
  const old = await addTale(database.db, { title: 'Old' });
  await database.pool.query("insert into tale_slugs (slug, tale_id) values ('older', $1)", [old.id]);
  expect((await (await ask(`${SITE}/tale/older`)).json()).title).toBe('Old');
  expect((await server.get('/opds/v2/tale/older')).status).toBe(200);
  await database.pool.query('update tales set deleted_at = now() where id = $1', [old.id]);
  server.invalidate();
  expect((await ask(`${SITE}/tale/${old.slug}`)).status).toBe(410);
});

test('the thumbnail fits the requested size or is omitted', async () => {
  const { rows } = await database.pool.query("select slug from tales where status = 'published'");
  const size = async (more: string) => {
    const { thumbnail_width: width, thumbnail_height: height } = await (await ask(`${SITE}/tale/${rows[0].slug}`, more)).json();
    return [width, height];
  };
  expect(await size('&maxwidth=1000')).toEqual([900, 1200]);
  expect(await size('&maxwidth=1000&maxheight=400')).toEqual([240, 320]);
  expect(await size('&maxwidth=100')).toEqual([undefined, undefined]);
});

test.each([
  ['no address', '', '', 400],
  ['another site', 'https://elsewhere.example/tale/hidden', '', 404],
  ['another page', `${SITE}/recent`, '', 404],
  ['no tale', `${SITE}/tale/no-such-tale`, '', 404],
  ['a draft', `${SITE}/tale/hidden`, '', 404],
  ['no address at all', 'tale', '', 404],
  ['a script', 'javascript:alert(1)', '', 404],
  ['another format', TALE, '&format=yaml', 501],
  ['no width', TALE, '&maxwidth=wide', 400],
  ['a width below all', TALE, '&maxwidth=-1', 400],
])('%s is rejected', async (_name, url, more, status) => {
  const answer = url === '' ? await server.get('/oembed') : await ask(url, more);
  expect(answer.status).toBe(status);
});
