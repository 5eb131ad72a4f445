import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, attach } from '#test/attached-files.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { atomEntryViolations, atomViolations, jsonViolations, opdsViolations, rssViolations } from '#test/feed-rules.ts';
import { openSyndicationServer, SITE, type SyndicationServer } from '#test/syndication-server.ts';
import { all, links, type Node, parseXml } from '#test/xml.ts';

let database: TestDatabase;
let server: SyndicationServer;
let page: string;
let sheet: string;
let song: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await openSyndicationServer(database);
  const { pool } = database;
  const tale = await addTale(database.db, { title: 'The Raven' });
  page = tale.slug;
  sheet = await addFile(pool, { name: 'sheet.pdf' });
  song = await addFile(pool, { name: 'song & dance.mp3', mediaType: 'audio/mpeg', bytes: 5_000_000 });
  const hidden = [
    await addFile(pool, { name: 'members.pdf', access: 'members' }),
    await addFile(pool, { name: 'own.pdf', access: 'private' }),
  ];
  await attach(pool, tale.id, [sheet, song, ...hidden]);
});
afterAll(async () => {
  server.close();
  await database.drop();
});

const read = async (address: string) => (await server.get(address)).text();
const files = () => [
  { href: `${SITE}/files/${sheet}/sheet.pdf?v=1`, type: 'application/pdf', length: '1234', title: 'sheet' },
  { href: `${SITE}/files/${song}/song%20%26%20dance.mp3?v=1`, type: 'audio/mpeg', length: '5000000', title: 'song & dance' },
];

test('feeds name the public files of a tale as enclosures', async () => {
  const [atom, rss, json] = [await read('/recent.atom'), await read('/recent.rss'), JSON.parse(await read('/recent.json'))];
  expect([atomViolations(parseXml(atom)), rssViolations(parseXml(rss)), jsonViolations(json, 'jsonFeed')]).toEqual([[], [], []]);
  expect(links(all(parseXml(atom), 'entry')[0] as Node, 'enclosure')).toEqual(files().map((file) => ({ ...file, rel: 'enclosure' })));
  // The recording, for podcast players.
  const [, { href: url, type, length }] = files() as [object, Record<'href' | 'type' | 'length', string>];
  const [item] = all(all(parseXml(rss), 'channel')[0] as Node, 'item');
  expect(all(item as Node, 'enclosure').map(({ attributes }) => attributes)).toEqual([{ url, type, length }]);
  expect(json.items[0].attachments).toEqual(
    files().map((file) => ({ url: file.href, mime_type: file.type, title: file.title, size_in_bytes: Number(file.length) })),
  );
});

test('catalogues name them as related to the tale', async () => {
  const [opds, entry] = [await read('/opds/recent'), await read(`/opds/tale/${page}`)];
  expect([opdsViolations(parseXml(opds), 'acquisition'), atomEntryViolations(parseXml(entry))]).toEqual([[], []]);
  expect(links(parseXml(entry), 'related')).toEqual(files().map((file) => ({ ...file, rel: 'related' })));
  const json = JSON.parse(await read(`/opds/v2/tale/${page}`));
  expect(jsonViolations(json, 'publication')).toEqual([]);
  expect(json.links.filter(({ rel }: { rel: string }) => rel === 'related')).toEqual(
    files().map(({ href, type, title }) => ({ rel: 'related', href, type, title })),
  );
});

test.each(['/recent.atom', '/recent.rss', '/recent.json', '/opds/recent'])('%s has no files for members or editors', async (address) => {
  expect(await read(address)).not.toMatch(/members\.pdf|own\.pdf/);
});
