import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { DIFFICULT_TEXT } from '#test/difficult-text.ts';
import { addTale, copyTale } from '#test/factories.ts';
import { atomViolations, jsonViolations, rssViolations } from '#test/feed-rules.ts';
import { openSyndicationServer, SITE, type SyndicationServer } from '#test/syndication-server.ts';
import { all, linkTo, type Node, parseXml, textOf } from '#test/xml.ts';

let database: TestDatabase;
let server: SyndicationServer;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    "insert into collections (slug, title, description, position) values ('evenings', 'Long evenings', 'By the stove', 1)",
  );
});
beforeEach(async () => {
  await database.pool.query('delete from tales');
  server = await openSyndicationServer(database);
});
afterEach(() => server.close());
afterAll(() => database.drop());

const LISTS = ['/recent', '/tales', '/categories/dark', '/author/the-miller', '/collections/evenings'];
const read = async (address: string) => (await server.get(address)).text();
const atom = async (address: string) => parseXml(await read(address));
const json = async (address: string) => JSON.parse(await read(address));
const rss = async (address: string) => all(parseXml(await read(address)), 'channel')[0] as Node;
const titles = (feed: Node) => all(feed, 'entry').map((entry) => textOf(entry, 'title'));

async function addDark(about: Parameters<typeof addTale>[1] = {}) {
  const tale = await addTale(database.db, { category: 'dark', ...about });
  await database.pool.query(
    "insert into collection_tales (collection_id, tale_id, position) select id, $1, 1 from collections where slug = 'evenings'",
    [tale.id],
  );
  return tale;
}

describe('every list has its feeds', () => {
  test.each(LISTS)('%s', async (page) => {
    await addDark({ title: 'The Raven' });
    await addDark({ title: 'The Crow', tags: ['folklore'] });
    const [feed, channel, items] = [await atom(`${page}.atom`), parseXml(await read(`${page}.rss`)), await json(`${page}.json`)];
    expect([atomViolations(feed), rssViolations(channel), jsonViolations(items, 'jsonFeed')]).toEqual([[], [], []]);
    expect(linkTo(feed, 'self')).toBe(`${SITE}${page}.atom`);
    expect(linkTo(feed, 'alternate')).toBe(SITE + page);
    expect([items.feed_url, items.home_page_url]).toEqual([`${SITE}${page}.json`, SITE + page]);
    expect(titles(feed)).toEqual(['The Raven', 'The Crow']);
    expect(items.items.map(({ title }: { title: string }) => title)).toEqual(titles(feed));
    expect(all(all(channel, 'channel')[0] as Node, 'item').map((item) => textOf(item, 'title'))).toEqual(titles(feed));
    expect(items.items.map(({ id }: { id: string }) => id)).toEqual(all(feed, 'entry').map((entry) => textOf(entry, 'id')));
  });

  test.each(LISTS.slice(0, 3))('%s has them without tales too', async (page) => {
    const [feed, channel, items] = [await atom(`${page}.atom`), parseXml(await read(`${page}.rss`)), await json(`${page}.json`)];
    expect([atomViolations(feed), rssViolations(channel), jsonViolations(items, 'jsonFeed'), titles(feed)]).toEqual([[], [], [], []]);
  });

  test('each has its content type', async () => {
    const types = await Promise.all(
      ['atom', 'rss', 'json'].map(async (each) => (await server.get(`/recent.${each}`)).headers.get('content-type')),
    );
    expect(types).toEqual(['application/atom+xml; charset=utf-8', 'application/rss+xml; charset=utf-8', 'application/feed+json']);
    expect((await server.get('/recent.atom')).headers.get('access-control-allow-origin')).toBe('*');
  });
});

test('filters and searches are in the URL and in the title', async () => {
  await addTale(database.db, { title: 'Der Rabe', language: 'de', content: '<p>Es war ein Rabe mit Krähenfüßen.</p>', age_band: '9-12' });
  await addTale(database.db, { title: 'The Mill' });
  const german = await atom('/tales.atom?language=de&utm=x');
  expect([titles(german), textOf(german, 'title')]).toEqual([['Der Rabe'], 'All tales: German · Talewood']);
  expect(linkTo(german, 'self')).toBe(`${SITE}/tales.atom?language=de`);
  expect(titles(await atom('/tales.atom?age=6-8,9-12'))).toHaveLength(2);
  const found = await atom('/tales.atom?q=kr%C3%A4henf%C3%BC%C3%9Fen');
  expect([titles(found), textOf(found, 'title')]).toEqual([['Der Rabe'], 'Tales about “krähenfüßen” · Talewood']);
});

test('the newest come first, in any sort order of the page', async () => {
  await addDark({ title: 'A, old', daysAgo: 9 });
  await addDark({ title: 'C, new', daysAgo: 1 });
  await addDark({ title: 'B, older', daysAgo: 5 });
  for (const page of ['/tales.atom?sort=title', '/collections/evenings.atom', '/tales.atom?q=mill']) {
    expect([page, titles(await atom(page))]).toEqual([page, ['C, new', 'B, older', 'A, old']]);
  }
});

test('pages of thirty cover all entries once', async () => {
  const { id } = await addDark({ title: 'Copy 0', daysAgo: 1 });
  await copyTale(database.pool, id, 64);
  await database.pool.query("update tales set publish_date = date_trunc('day', publish_date)");
  await database.pool.query(
    'insert into collection_tales (collection_id, tale_id, position) select c.id, t.id, 2 from collections c, tales t where t.id <> $1',
    [id],
  );
  for (const page of LISTS.map((list) => `${list}.atom`)) {
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let address: string | undefined = page; address !== undefined; ) {
      const feed = await atom(address);
      expect(atomViolations(feed)).toEqual([]);
      sizes.push(titles(feed).length);
      seen.push(...titles(feed));
      address = linkTo(feed, 'next');
    }
    expect([page, sizes, new Set(seen).size]).toEqual([page, [30, 30, 5], 65]);
  }
  expect((await json('/recent.json')).next_url).toMatch(/^http:\/\/localhost:3000\/recent\.json\?after=/);
  expect(all(await rss('/recent.rss'), 'atom:link').map(({ attributes }) => attributes.rel)).toEqual(['self', 'next']);
});

test('the text is complete, with absolute URLs', async () => {
  const content =
    '<p>See <a href="/tale/other">the other</a>, <a href="#t-note">a note</a> and <a href="https://far.example/x">far away</a>.</p>' +
    '<figure><img src="/media/0123456789abcdef0123-800x600/800.webp" alt="A &quot;mill&quot; &gt; /" /></figure><p id="t-note">Note</p>';
  const { slug } = await addDark({ content });
  const told = textOf(all(await atom('/recent.atom'), 'entry')[0] as Node, 'content');
  expect(told).toContain(`href="${SITE}/tale/other"`);
  expect(told).toContain(`href="${SITE}/tale/${slug}#t-note"`);
  expect(told).toContain('href="https://far.example/x"');
  expect(told).toContain(`src="${SITE}/media/0123456789abcdef0123-800x600/800.webp"`);
  expect((await json('/recent.json')).items[0].content_html).toBe(told);
});

test.each(Object.entries(DIFFICULT_TEXT))('%s comes through', async (_name, text) => {
  await addDark({
    title: `T ${text}`,
    author: `A ${[...text].slice(0, 100).join('')}`,
    excerpt: `E ${text}`,
    content: `<p>${text.replace(/[&<>]/g, '')}</p>`,
  });
  const title = `T ${text}`.normalize('NFC');
  const shown = title.replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
  const feed = await atom('/recent.atom');
  expect([atomViolations(feed), titles(feed)]).toEqual([[], [shown]]);
  const channel = parseXml(await read('/recent.rss'));
  expect([rssViolations(channel), textOf(all(all(channel, 'channel')[0] as Node, 'item')[0] as Node, 'title')]).toEqual([[], shown]);
  const items = await json('/recent.json');
  expect([jsonViolations(items, 'jsonFeed'), items.items[0].title]).toEqual([[], title]);
});

describe('a client with a cached feed', () => {
  test('gets 304 by ETag and by Last-Modified', async () => {
    await addDark();
    for (const page of ['/recent.atom', '/author/the-miller.rss', '/tales.json?q=mill']) {
      for (let round = 0; round < 2; round++) {
        const first = await server.get(page);
        const [tag, time] = [first.headers.get('etag') ?? '', first.headers.get('last-modified') ?? ''];
        expect([(await first.text()).length > 0, tag !== '', time !== '']).toEqual([true, true, true]);
        for (const held of [
          { 'If-None-Match': tag },
          { 'If-Modified-Since': time },
          { 'If-None-Match': tag, 'If-Modified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
        ]) {
          const again = await server.get(page, held as Record<string, string>);
          expect([page, again.status, await again.text(), again.headers.get('last-modified')]).toEqual([page, 304, '', time]);
        }
        expect((await server.get(page, { 'If-None-Match': '"other"', 'If-Modified-Since': time })).status).toBe(200);
        expect((await server.get(page, { 'If-Modified-Since': 'Mon, 01 Jan 2035 00:00:00 GMT' })).status).toBe(200);
      }
    }
  });

  test('gets it again when a tale was deleted', async () => {
    await addDark();
    const { id } = await addDark();
    await database.pool.query("update tales set updated_at = now() + interval '1 minute' where id = $1", [id]);
    const before = await server.get('/recent.atom');
    await database.pool.query('update tales set deleted_at = now() where id = $1', [id]);
    server.invalidate();
    const held = { 'If-Modified-Since': before.headers.get('last-modified') ?? '' };
    expect((await server.get('/recent.atom', held)).status).toBe(200);
  });
});

test.each([
  ['/recent.atom?after=%20', 400],
  ['/recent.atom?after=never', 400],
  ['/tales.rss?minutes=7', 400],
  ['/tales.json?sort=random', 400],
  ['/tales.json?age=old', 400],
  ['/tales.atom?category=nowhere', 404],
  ['/categories/nowhere.atom', 404],
  ['/author/nobody.rss', 404],
  ['/collections/mine.json', 404],
  ['/recent.xml', 404],
  ['/home.atom', 404],
  ['/categories/Dark.atom', 404],
])('%s returns %i', async (address, status) => {
  expect((await server.get(address)).status).toBe(status);
});

test('the feed of a renamed list redirects like the list', async () => {
  await addDark();
  const { rows } = await database.pool.query("select id from authors where slug = 'the-miller'");
  await database.pool.query("insert into author_slugs (slug, owner_id) values ('old-miller', $1)", [rows[0].id]);
  const answer = await server.get('/author/old-miller.json');
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/author/the-miller.json']);
  const filtered = await server.get('/tales.rss?author=old-miller&minutes=10');
  expect([filtered.status, filtered.headers.get('location')]).toEqual([301, '/tales.rss?minutes=10&author=the-miller']);
  await database.pool.query("delete from author_slugs where slug = 'old-miller'");
});

test('an Atom entry names the rights of its tale, if they are known', async () => {
  await addTale(database.db, { title: 'The Mill', rights: 'CC BY 4.0, Talewood' });
  await addTale(database.db, { title: 'The Raven', rights: '' });
  const feed = await atom('/recent.atom');
  const rights = all(feed, 'entry').map((entry) => [textOf(entry, 'title'), all(entry, 'rights').map(({ text }) => text)]);
  expect(Object.fromEntries(rights)).toEqual({ 'The Mill': ['CC BY 4.0, Talewood'], 'The Raven': [] });
});
