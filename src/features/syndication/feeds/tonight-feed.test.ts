import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { DIFFICULT_TEXT } from '#test/difficult-text.ts';
import { addTale, wordsOf } from '#test/factories.ts';
import { atomViolations, jsonViolations, rssViolations } from '#test/feed-rules.ts';
import { parseCalendar } from '#test/icalendar.ts';
import { openSyndicationServer, SITE, type SyndicationServer } from '#test/syndication-server.ts';
import { all, linkTo, type Node, parseXml, textOf } from '#test/xml.ts';

let database: TestDatabase;
let server: SyndicationServer;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('delete from tales');
  server = await openSyndicationServer(database);
});
afterEach(() => server.close());
afterAll(() => database.drop());

const read = async (address: string) => (await server.get(address)).text();
const BEFORE = 'insert into daily_tales (night, tale_id) select current_date - n, $1 from generate_series(2, 9) n';

test('without tales the feeds and the calendar are valid', async () => {
  const [atom, rss, json, calendar] = await Promise.all(['atom', 'rss', 'json', 'ics'].map((ending) => read(`/tonight.${ending}`)));
  expect([
    atomViolations(parseXml(atom ?? '')),
    rssViolations(parseXml(rss ?? '')),
    jsonViolations(JSON.parse(json ?? ''), 'jsonFeed'),
  ]).toEqual([[], [], []]);
  expect(parseCalendar(calendar ?? '').events).toEqual([]);
});

test('each night is a separate entry, even with a repeated tale', async () => {
  const { id } = await addTale(database.db, { title: 'The <i>Frog</i> & King', excerpt: 'A "ball".', content: wordsOf(800) });
  await database.pool.query(BEFORE, [id]);
  const feed = parseXml(await read('/tonight.atom'));
  const channel = parseXml(await read('/tonight.rss'));
  const json = JSON.parse(await read('/tonight.json'));
  expect([atomViolations(feed), rssViolations(channel), jsonViolations(json, 'jsonFeed')]).toEqual([[], [], []]);
  const ids = all(feed, 'entry').map((entry) => textOf(entry, 'id'));
  expect([ids.length, new Set(ids).size]).toEqual([9, 9]);
  expect(ids.every((each) => /^http:\/\/localhost:3000\/tonight#\d{4}-\d\d-\d\d$/.test(each))).toBe(true);
  expect(json.items.map((item: { id: string }) => item.id)).toEqual(ids);
  expect(all(all(channel, 'channel')[0] as Node, 'item').map((item) => textOf(item, 'guid'))).toEqual(ids);
  expect([linkTo(feed, 'self'), linkTo(feed, 'alternate')]).toEqual([`${SITE}/tonight.atom`, `${SITE}/tonight`]);
  expect(json.items[0]).toMatchObject({ title: 'The <i>Frog</i> & King', summary: 'A "ball".' });
  expect(json.items[0].content_html).toContain('4 min, 7 aloud');
});

test('the calendar has tonight and the next thirteen nights, the same for each request', async () => {
  for (let n = 0; n < 20; n += 1) await addTale(database.db, { title: `Tale ${n}`, content: wordsOf(800) });
  const answer = await server.get('/tonight.ics');
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const { properties, events } = parseCalendar(await answer.text());
  expect(properties).toMatchObject({ VERSION: '2.0', METHOD: 'PUBLISH', CALSCALE: 'GREGORIAN' });
  expect([events.length, new Set(events.map(({ UID }) => UID)).size, new Set(events.map(({ URL: url }) => url)).size]).toEqual([
    14, 14, 14,
  ]);
  const days = events.map(({ DTSTART }) => DTSTART);
  expect(days.toSorted()).toEqual(days);
  server.invalidate();
  expect(parseCalendar(await read('/tonight.ics')).events).toEqual(events);
});

test.each(Object.entries(DIFFICULT_TEXT))('%s comes through the calendar', async (_name, text) => {
  const title = `T; ${text}`.normalize('NFC');
  await addTale(database.db, { title, excerpt: `E, \\n ${text}`, content: wordsOf(800) });
  const [first] = parseCalendar(await read('/tonight.ics')).events;
  // Characters that are invalid in a calendar are removed.
  expect(first?.SUMMARY).toBe(`${title} (7 min aloud)`.replace(/(?!\t)\p{Cc}/gu, (sign) => (sign > '\u007f' ? sign : '')));
});
