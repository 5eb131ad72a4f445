import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCatalogue } from '#test/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { DIFFICULT_TEXT } from '#test/difficult-text.ts';
import { addTale, copyTale } from '#test/factories.ts';
import { atomEntryViolations, opdsViolations } from '#test/feed-rules.ts';
import { openSyndicationServer, SITE, type SyndicationServer } from '#test/syndication-server.ts';
import { all, links, linkTo, type Node, parseXml, textOf } from '#test/xml.ts';

/** The catalogue as e-readers walk it. */

const OPEN_ACCESS = 'http://opds-spec.org/acquisition/open-access';
const FACET = 'http://opds-spec.org/facet';
const ATOM = 'application/atom+xml;profile=opds-catalog';

let database: TestDatabase;
let server: SyndicationServer;

beforeAll(async () => {
  database = await createTestDatabase();
  await addCatalogue(database);
  server = await openSyndicationServer(database);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const get = async (address: string) => {
  const answer = await server.get(address);
  if (answer.status !== 200) throw new Error(`${address} is answered with ${answer.status}`);
  return answer;
};
const feed = async (address: string) => parseXml(await (await get(address)).text());
const tales = (node: Node) => all(node, 'entry').filter((entry) => !textOf(entry, 'title').endsWith(', in one book'));
const wayTo = (node: Node, title: string) => {
  const entry = all(node, 'entry').find((each) => textOf(each, 'title') === title);
  return all(entry as Node, 'link')[0]?.attributes.href ?? '';
};

describe('OPDS 1.2', () => {
  test('every page linked from the root, except facets, is valid', async () => {
    const seen = new Map<string, string>();
    const waiting = [`${SITE}/opds`];
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      if (seen.has(address)) continue;
      const answer = await get(address);
      const type = answer.headers.get('content-type') ?? '';
      const kind = type.includes('kind=navigation') ? 'navigation' : 'acquisition';
      seen.set(address, type);
      const page = parseXml(await answer.text());
      expect([address, opdsViolations(page, kind), linkTo(page, 'self')]).toEqual([address, [], address]);
      const ways = [...all(page, 'link'), ...all(page, 'entry').flatMap((entry) => all(entry, 'link'))].map(({ attributes }) => attributes);
      for (const { rel, type: said = '', href = '' } of ways) {
        if (said.includes('kind=') && rel !== FACET) waiting.push(href);
      }
      for (const { type: said, href } of ways.filter(({ rel }) => rel === 'self'))
        expect([href, type]).toEqual([href, `${said};charset=utf-8`]);
    }
    expect([...seen.keys()].filter((address) => /\/opds\/(categories|author|collections)\//.test(address)).length).toBeGreaterThan(10);
  });

  test('search, facets and categories lead from the root to a download', async () => {
    const root = await feed('/opds');
    const search = links(root, 'search')[0]?.href ?? '';
    const description = parseXml(await (await get(search)).text());
    const template =
      all(description, 'Url').find(({ attributes }) => attributes.type === `${ATOM};kind=acquisition`)?.attributes.template ?? '';
    const found = await feed(template.replace('{searchTerms}', encodeURIComponent('quillow')));
    expect(tales(found).map((entry) => textOf(entry, 'title'))).toEqual(['Tale 77']);
    expect(links(tales(found)[0] as Node, OPEN_ACCESS)).toEqual([
      { rel: OPEN_ACCESS, type: 'application/epub+zip', href: `${SITE}/tale/tale-77.epub`, title: 'EPUB' },
    ]);

    const dark = await feed(wayTo(await feed(wayTo(root, 'By category')), 'Dark'));
    const short = links(dark, FACET).find(({ title, 'opds:facetGroup': group }) => group === 'Reading time' && title === 'Up to 5 minutes');
    const narrowed = await feed(short?.href ?? '');
    expect(textOf(narrowed, 'opensearch:totalResults')).toBe(short?.['thr:count']);
    const active = links(narrowed, FACET).filter((link) => link['opds:activeFacet'] === 'true');
    expect(active.map(({ title }) => title)).toEqual([
      ...['Dark', 'Up to 5 minutes', 'Any age', 'Any origin', 'Any language', 'Any author', 'Newest first'],
    ]);
    const [tale] = tales(narrowed);
    expect(linkTo(tale as Node, OPEN_ACCESS)).toMatch(/^http:\/\/localhost:3000\/tale\/tale-\d+\.epub$/);
  });

  test.each([
    '/opds/tales',
    '/opds/recent',
    '/opds/tales?sort=title',
    '/opds/tales?sort=shortest',
    '/opds/categories/dark',
    '/opds/author/hans-christian-andersen',
    '/opds/collections/evenings',
    '/opds/tales?q=fox',
    '/opds/tales?language=en&minutes=5',
  ])('the pages of %s contain every entry once', async (start) => {
    const ids: string[] = [];
    let total = '';
    for (let address: string | undefined = start; address !== undefined; ) {
      const page = await feed(address);
      total = all(page, 'opensearch:totalResults')[0]?.text ?? '';
      expect(tales(page).length).toBeLessThanOrEqual(50);
      ids.push(...tales(page).map((entry) => textOf(entry, 'id')));
      address = linkTo(page, 'next');
    }
    expect([new Set(ids).size, String(ids.length)]).toEqual([ids.length, total]);
    expect(ids.length).toBeGreaterThan(10);
  });

  test('the first page links the whole list as one EPUB, with its sort order and filters', async () => {
    const [book] = all(await feed('/opds/tales?language=de&sort=title'), 'entry');
    expect(textOf(book as Node, 'title')).toBe('All tales: German, in one book');
    expect(linkTo(book as Node, OPEN_ACCESS)).toBe(`${SITE}/tales.epub?language=de&sort=title`);
    const first = await feed('/opds/author/hans-christian-andersen');
    expect(linkTo(all(first, 'entry')[0] as Node, OPEN_ACCESS)).toBe(`${SITE}/author/hans-christian-andersen.epub`);
    const next = await feed(linkTo(await feed('/opds/tales'), 'next') ?? '');
    expect(all(next, 'entry').length).toBe(tales(next).length);
    expect(all(await feed('/opds/recent'), 'entry').length).toBe(50);
  });

  test('an active facet can be removed, and empty facets are omitted', async () => {
    const page = await feed('/opds/tales?category=dark&language=de');
    const language = links(page, FACET).filter((link) => link['opds:facetGroup'] === 'Language');
    expect(language.map(({ title, href }) => [title, href])).toEqual([
      ['Any language', `${SITE}/opds/tales?category=dark`],
      ['English', `${SITE}/opds/tales?category=dark&language=en`],
      ['German', `${SITE}/opds/tales?category=dark&language=de`],
    ]);
    expect(links(page, FACET).some((link) => link['thr:count'] === '0')).toBe(false);
    expect(
      links(page, FACET)
        .filter((link) => link['opds:facetGroup'] === 'Category')
        .map(({ title }) => title),
    ).not.toContain('Romance');
  });

  test('each tale has an entry document', async () => {
    const page = await feed('/opds/tales?q=quillow');
    const own = links(tales(page)[0] as Node, 'alternate').find(({ type = '' }) => type.includes('type=entry'))?.href ?? '';
    const entry = await feed(own);
    expect([atomEntryViolations(entry), textOf(entry, 'title'), textOf(entry, 'dc:language')]).toEqual([[], 'Tale 77', 'en']);
  });

  test('difficult text is preserved', async () => {
    const shown = tales(await feed('/opds/author/odd-letters')).map((entry) => textOf(entry, 'title'));
    const wanted = Object.values(DIFFICULT_TEXT).map((text, n) => `${n} ${text}`.normalize('NFC').replace(/[\uFFFE\uFFFF]/g, '\uFFFD'));
    expect(shown.toSorted()).toEqual(wanted.toSorted());
  });
});

test('a client with a cached page gets 304', async () => {
  for (const page of ['/opds', '/opds/tales?minutes=10', '/opds/v2/author/odd-letters', '/opds/search.xml', '/opds/v2/tale/tale-77']) {
    const tag = (await server.get(page)).headers.get('etag') ?? '';
    expect([page, (await server.get(page, { 'If-None-Match': tag })).status]).toEqual([page, 304]);
  }
});

test('authors are listed in pages of a hundred', async () => {
  const more = await createTestDatabase();
  const own = await openSyndicationServer(more);
  const { id } = await addTale(more.db, { author: 'Teller 000' });
  await copyTale(more.pool, id, 202);
  await more.pool.query(
    `insert into authors (slug, name, sort_name) select 'teller-' || n, 'Teller ' || lpad(n::text, 3, '0'), 'Teller ' || lpad(n::text, 3, '0') from generate_series(1, 202) n`,
  );
  await more.pool.query("update tales t set author_id = a.id from authors a where a.slug = replace(t.slug, 'copy', 'teller')");
  const names: string[] = [];
  for (let address: string | undefined = '/opds/authors'; address !== undefined; ) {
    const page = parseXml(await (await own.get(address)).text());
    expect(opdsViolations(page, 'navigation')).toEqual([]);
    names.push(...all(page, 'entry').map((entry) => textOf(entry, 'title')));
    address = linkTo(page, 'next');
  }
  expect([names.length, new Set(names).size, names.toSorted()]).toEqual([203, 203, names]);
  expect((await own.get('/opds/authors?after=nobody')).status).toBe(400);
  await own.close();
  await more.drop();
});

test.each([
  ['/opds/tales?minutes=7', 400],
  ['/opds/tales?after=never', 400],
  ['/opds/v2/tales?sort=random', 400],
  ['/opds/v2/search?query=fox&after=%00', 400],
  ['/opds/tales?category=nowhere', 404],
  ['/opds/categories/nowhere', 404],
  ['/opds/author/nobody', 404],
  ['/opds/tale/no-such-tale', 404],
  ['/opds/v2/tale/no-such-tale', 404],
  ['/opds/constructor', 404],
  ['/opds/__proto__', 404],
  ['/opds/v2/search.xml', 404],
  ['/opds/search', 404],
  ['/opdsx', 404],
])('%s returns %i', async (address, status) => {
  expect((await server.get(address)).status).toBe(status);
});
