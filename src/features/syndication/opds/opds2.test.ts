import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCatalogue, CATALOGUE_SIZE } from '#test/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { jsonViolations } from '#test/feed-rules.ts';
import { openSyndicationServer, SITE, type SyndicationServer } from '#test/syndication-server.ts';

/** The catalogue as newer programs read it. */

const OPEN_ACCESS = 'http://opds-spec.org/acquisition/open-access';
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

type Link = { href: string; rel?: string; type?: string; title?: string; properties?: { numberOfItems: number } };
type Publication = { metadata: { title: string; identifier: string }; links: Link[]; images: Link[] };
type Feed2 = {
  metadata: { numberOfItems?: number };
  links: Link[];
  navigation?: Link[];
  publications?: Publication[];
  facets?: { metadata: { title: string }; links: Link[] }[];
  groups?: { publications?: Publication[]; navigation?: Link[] }[];
};

describe('OPDS 2.0', () => {
  const pageOf = async (address: string): Promise<Feed2> => {
    const page = await (await get(address)).json();
    expect([address, jsonViolations(page, 'opds2')]).toEqual([address, []]);
    return page;
  };
  const rel = (page: Feed2, name: string) => page.links.find((link) => link.rel === name)?.href;
  const own = (page: Feed2) => (page.publications ?? []).filter(({ metadata }) => !metadata.title.endsWith(', in one book'));

  test('every page linked from the root, except facets, is valid', async () => {
    const seen = new Set<string>();
    const waiting = [`${SITE}/opds/v2`];
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      if (seen.has(address)) continue;
      seen.add(address);
      const page = await pageOf(address);
      expect(rel(page, 'self')).toBe(address);
      const ways = [
        ...page.links.filter((link) => link.rel !== 'search'),
        ...(page.navigation ?? []),
        ...(page.groups ?? []).flatMap((group) => group.navigation ?? []),
      ];
      waiting.push(...ways.filter(({ type }) => type === 'application/opds+json').map(({ href }) => href));
    }
    expect(seen.size).toBeGreaterThan(25);
  });

  test('search, facets and categories lead from the root to a download', async () => {
    const root = await pageOf('/opds/v2');
    expect(root.groups?.map((group) => (group.publications ?? group.navigation ?? []).length)).toEqual([12, 3]);
    const search = rel(root, 'search') ?? '';
    const found = await pageOf(search.replace('{?query}', '?query=quillow'));
    const link = own(found)[0]?.links.find((each) => each.rel === OPEN_ACCESS);
    expect([link?.href, link?.type]).toEqual([`${SITE}/tale/tale-77.epub`, 'application/epub+zip']);

    const categories = await pageOf(root.navigation?.find(({ title }) => title === 'By category')?.href ?? '');
    const dark = await pageOf(categories.navigation?.find(({ title }) => title === 'Dark')?.href ?? '');
    const german = dark.facets?.find(({ metadata }) => metadata.title === 'Language')?.links.find(({ title }) => title === 'German');
    const narrowed = await pageOf(german?.href ?? '');
    expect(narrowed.metadata.numberOfItems).toBe(german?.properties?.numberOfItems);
    expect(own(narrowed)).toHaveLength(german?.properties?.numberOfItems ?? 0);
    const chosen = narrowed.facets?.flatMap((group) => group.links.filter((each) => each.rel === 'self').map(({ title }) => title));
    expect(chosen).toEqual(expect.arrayContaining(['Dark', 'German', 'Any length', 'Newest first']));
  });

  test('next links lead to the last page', async () => {
    const ids: string[] = [];
    for (let address: string | undefined = '/opds/v2/tales'; address !== undefined; ) {
      const page = await pageOf(address);
      ids.push(...own(page).map(({ metadata }) => metadata.identifier));
      address = rel(page, 'next');
    }
    expect([ids.length, new Set(ids).size]).toEqual([CATALOGUE_SIZE, ids.length]);
  });

  test('a publication has its own URL', async () => {
    const [tale] = own(await pageOf('/opds/v2/search?query=quillow'));
    const answer = await get(tale?.links.find((link) => link.rel === 'self')?.href ?? '');
    expect(answer.headers.get('content-type')).toBe('application/opds-publication+json');
    const publication = await answer.json();
    expect([jsonViolations(publication, 'publication'), publication]).toEqual([[], tale]);
  });

  test('the URLs of 1.2 return it only if requested by media type', async () => {
    const ask = async (accept: string) => (await server.get('/opds/categories/dark', { Accept: accept })).headers.get('content-type') ?? '';
    for (let round = 0; round < 2; round++) {
      expect(await ask('application/opds+json')).toBe('application/opds+json');
      expect(await ask('application/atom+xml;q=0.5, application/opds+json, */*;q=0.1')).toBe('application/opds+json');
      for (const other of ['*/*', 'application/atom+xml, application/opds+json;q=0.9', 'application/opds+json;q=0', 'text/html']) {
        expect([other, await ask(other)]).toEqual([other, `${ATOM};kind=acquisition;charset=utf-8`]);
      }
    }
    expect((await server.get('/opds')).headers.get('vary')).toBe('Accept, Accept-Encoding');
  });
});
