import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type Doors, openDoors, SITE } from '#test/doors.ts';
import { addTale } from '#test/factories.ts';
import { atomBreaches, jsonBreaches, rssBreaches } from '#test/feed-rules.ts';
import { INSERT_LETTER } from '#test/letter-contents.ts';
import { all, linkTo, type Node, parseXml, textOf } from '#test/xml.ts';

let database: TestDatabase;
let doors: Doors;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('delete from newsletter_issues');
  await database.pool.query('delete from tales');
  doors = await openDoors(database);
});
afterEach(() => doors.close());
afterAll(() => database.drop());

const read = async (address: string) => (await doors.get(address)).text();
const sendLetter = (day: string, subject: string, slugs: string[]) => database.pool.query(INSERT_LETTER, [day, subject, slugs]);

test('without letters the feeds are there, and in order', async () => {
  const [atom, rss, json] = await Promise.all(['atom', 'rss', 'json'].map((ending) => read(`/newsletter.${ending}`)));
  expect([atomBreaches(parseXml(atom ?? '')), rssBreaches(parseXml(rss ?? '')), jsonBreaches(JSON.parse(json ?? ''), 'jsonFeed')]).toEqual([
    [],
    [],
    [],
  ]);
});

test('each letter is an entry with all that it says, the newest first', async () => {
  const { slug } = await addTale(database.db, { title: 'The <i>Frog</i> & King', daysAgo: 400, excerpt: 'A "ball".' });
  await sendLetter('2026-01-04', 'An older letter', []);
  await sendLetter('2026-01-11', 'Frogs & kings', [slug]);
  await database.pool.query(
    "insert into newsletter_issues (issue_date, status, send_at, subject, parts) values ('2026-01-18', 'draft', now(), 'Not yet', '[]')",
  );
  const feed = parseXml(await read('/newsletter.atom'));
  const channel = parseXml(await read('/newsletter.rss'));
  const json = JSON.parse(await read('/newsletter.json'));
  expect([atomBreaches(feed), rssBreaches(channel), jsonBreaches(json, 'jsonFeed')]).toEqual([[], [], []]);
  const titles = ['Frogs & kings', 'An older letter'];
  expect(all(feed, 'entry').map((entry) => textOf(entry, 'title'))).toEqual(titles);
  expect(all(all(channel, 'channel')[0] as Node, 'item').map((item) => textOf(item, 'title'))).toEqual(titles);
  expect(json.items.map(({ title }: { title: string }) => title)).toEqual(titles);
  expect([linkTo(feed, 'self'), linkTo(feed, 'alternate')]).toEqual([`${SITE}/newsletter.atom`, `${SITE}/newsletter`]);
  const [first] = all(feed, 'entry');
  const content = first === undefined ? '' : textOf(first, 'content');
  expect(content).toContain(`<a href="${SITE}/tale/${slug}">The &lt;i&gt;Frog&lt;/i&gt; &amp; King</a>`);
  expect(content).toContain('Read it aloud.');
  expect(json.items[0]).toMatchObject({ content_html: content, url: `${SITE}/newsletter/2026-01-11` });
  await database.pool.query("update tales set status = 'draft'");
  doors.forget();
  expect(await read('/newsletter.json')).not.toContain(slug);
});

test('thirty at a time, and the next ones lead to the end', async () => {
  await database.pool.query(
    `insert into newsletter_issues (issue_date, status, send_at, subject, parts, html, text, sending_at, sent_at)
     select '2020-01-05'::date + 7 * n, 'sent', now(), 'Letter ' || n, '[]', 'x', 'x', '2020-01-05'::date + 7 * n, now() from generate_series(1, 64) n`,
  );
  const seen: string[] = [];
  const sizes: number[] = [];
  for (let address: string | undefined = '/newsletter.atom'; address !== undefined; ) {
    const feed = parseXml(await read(address));
    expect(atomBreaches(feed)).toEqual([]);
    seen.push(...all(feed, 'entry').map((entry) => textOf(entry, 'title')));
    sizes.push(all(feed, 'entry').length);
    address = linkTo(feed, 'next');
  }
  expect([sizes, new Set(seen).size, seen[0]]).toEqual([[30, 30, 4], 64, 'Letter 64']);
});

test('a place that never was is refused', async () => {
  for (const address of ['/newsletter.atom?after=never', '/newsletter.json?after=%20'])
    expect((await doors.get(address)).status, address).toBe(400);
});
