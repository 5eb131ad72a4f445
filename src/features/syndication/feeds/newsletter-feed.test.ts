import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { atomViolations, jsonViolations, rssViolations } from '#test/feed-rules.ts';
import { INSERT_ISSUE } from '#test/issue-contents.ts';
import { openSyndicationServer, SITE, type SyndicationServer } from '#test/syndication-server.ts';
import { all, linkTo, type Node, parseXml, textOf } from '#test/xml.ts';

let database: TestDatabase;
let server: SyndicationServer;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('delete from newsletter_issues');
  await database.pool.query('delete from tales');
  server = await openSyndicationServer(database);
});
afterEach(() => server.close());
afterAll(() => database.drop());

const read = async (address: string) => (await server.get(address)).text();
const sendIssue = (day: string, subject: string, slugs: string[]) => database.pool.query(INSERT_ISSUE, [day, subject, slugs]);

test('feeds without issues are valid', async () => {
  const [atom, rss, json] = await Promise.all(['atom', 'rss', 'json'].map((ending) => read(`/newsletter.${ending}`)));
  expect([
    atomViolations(parseXml(atom ?? '')),
    rssViolations(parseXml(rss ?? '')),
    jsonViolations(JSON.parse(json ?? ''), 'jsonFeed'),
  ]).toEqual([[], [], []]);
});

test('each issue is an entry with its content, newest first', async () => {
  const { slug } = await addTale(database.db, { title: 'The <i>Frog</i> & King', daysAgo: 400, excerpt: 'A "ball".' });
  await sendIssue('2026-01-04', 'An older issue', []);
  await sendIssue('2026-01-11', 'Frogs & kings', [slug]);
  await database.pool.query(
    "insert into newsletter_issues (issue_date, status, send_at, subject, parts) values ('2026-01-18', 'draft', now(), 'Not yet', '[]')",
  );
  const feed = parseXml(await read('/newsletter.atom'));
  const channel = parseXml(await read('/newsletter.rss'));
  const json = JSON.parse(await read('/newsletter.json'));
  expect([atomViolations(feed), rssViolations(channel), jsonViolations(json, 'jsonFeed')]).toEqual([[], [], []]);
  const titles = ['Frogs & kings', 'An older issue'];
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
  server.invalidate();
  expect(await read('/newsletter.json')).not.toContain(slug);
});

test('are paged, 30 entries each', async () => {
  await database.pool.query(
    `insert into newsletter_issues (issue_date, status, send_at, subject, parts, html, text, sending_at, sent_at)
     select '2020-01-05'::date + 7 * n, 'sent', now(), 'Issue ' || n, '[]', 'x', 'x', '2020-01-05'::date + 7 * n, now() from generate_series(1, 64) n`,
  );
  const seen: string[] = [];
  const sizes: number[] = [];
  for (let address: string | undefined = '/newsletter.atom'; address !== undefined; ) {
    const feed = parseXml(await read(address));
    expect(atomViolations(feed)).toEqual([]);
    seen.push(...all(feed, 'entry').map((entry) => textOf(entry, 'title')));
    sizes.push(all(feed, 'entry').length);
    address = linkTo(feed, 'next');
  }
  expect([sizes, new Set(seen).size, seen[0]]).toEqual([[30, 30, 4], 64, 'Issue 64']);
});

test('an invalid cursor is rejected', async () => {
  for (const address of ['/newsletter.atom?after=never', '/newsletter.json?after=%20'])
    expect((await server.get(address)).status, address).toBe(400);
});
