import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Site, startSite } from '../site.ts';
import { runSql } from '../sql.ts';

/** What pages say of where else they stand, and that it is so. */

let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

const read = async (path: string) => (await fetch(site.origin + path)).text();
const plainOf = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');

function alternatesOf(html: string): { type: string; title: string; href: string }[] {
  return [...html.matchAll(/<link rel="alternate" type="([^"]+)" title="([^"]+)" href="([^"]+)">/g)].map(
    ([, type = '', title = '', href = '']) => ({
      type,
      title: plainOf(title),
      href: plainOf(href),
    }),
  );
}

const FEEDS = ['application/atom+xml', 'application/rss+xml', 'application/feed+json'];
const CATALOGUE = 'application/atom+xml;profile=opds-catalog;kind=acquisition';

test.each([
  '/recent',
  '/tales',
  '/tales?category=dark&minutes=10&sort=title',
  '/categories/dark',
  '/author/the-brothers-grimm',
  '/collections/:any',
])('%s names its feeds and its place in the catalogue, in its head and to be seen', async (page) => {
  const [collection] = await runSql<{ slug: string }>(site.databaseUrl, 'select slug from collections order by position limit 1');
  const html = await read(page.replace(':any', collection?.slug ?? ''));
  const named = alternatesOf(html);
  expect(named.map(({ type }) => type)).toEqual([...FEEDS, CATALOGUE]);
  const seen = [...html.matchAll(/<a class="link" href="([^"]+)"/g)].map(([, href = '']) => site.origin + plainOf(href));
  for (const { type, href } of named) {
    const answer = await fetch(href);
    expect([href, answer.status, (answer.headers.get('content-type') ?? '').startsWith(type)]).toEqual([href, 200, true]);
    expect(seen.map((each) => each.replace('&sort=title', ''))).toContain(href.replace('&sort=title', ''));
  }
});

test('the home page leads to what is new and to the root of the catalogue', async () => {
  const named = alternatesOf(await read('/'));
  expect(named.map(({ href }) => href.slice(site.origin.length))).toEqual([
    '/recent.atom',
    '/recent.rss',
    '/recent.json',
    '/opds',
    '/opds/v2',
  ]);
  for (const { href } of named) expect((await fetch(href)).status).toBe(200);
});

test('a tale says where it can be embedded from', async () => {
  const named = alternatesOf(await read('/tale/rapunzel'));
  expect(named.map(({ type }) => type)).toEqual(['application/json+oembed', 'text/xml+oembed']);
  const said = await (await fetch(named[0]?.href ?? '')).json();
  expect([said.type, said.title]).toEqual(['link', 'Rapunzel']);
  const picture = await fetch(said.thumbnail_url);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test('covers of the catalogue are pictures that e-readers show', { timeout: 60_000 }, async () => {
  const catalogue = await (await fetch(`${site.origin}/opds/v2/recent`)).json();
  for (const { href, type } of catalogue.publications[0].images) {
    const picture = await fetch(href);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, type]);
    expect(new Uint8Array(await picture.arrayBuffer()).slice(0, 3)).toEqual(new Uint8Array([0xff, 0xd8, 0xff]));
  }
});

test('one comes from the catalogue to a book, of a tale, of a list and of what one names', { timeout: 120_000 }, async () => {
  const dark = await (await fetch(`${site.origin}/opds/v2/categories/dark`)).json();
  const [whole, tale] = dark.publications.map(
    ({ links }: { links: { rel: string; href: string }[] }) => links.find(({ rel }) => rel.endsWith('open-access'))?.href,
  );
  expect(whole).toBe(`${site.origin}/categories/dark.epub`);
  const named = new Request(`${site.origin}/books`, {
    method: 'POST',
    headers: { Origin: site.origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ slugs: ['rapunzel', 'no-such-tale', 'tattercoats'] }),
  });
  // One after the other: who does not take what is sent is left by the server.
  for (const wanted of [whole, tale, named]) {
    const book = await fetch(wanted);
    expect([book.status, book.headers.get('content-type')]).toEqual([200, 'application/epub+zip']);
    const files = Object.keys(unzipSync(new Uint8Array(await book.arrayBuffer())));
    expect(files[0]).toBe('mimetype');
    const texts = files.filter((file) => /tale|rapunzel|tattercoats/.test(file) && file.endsWith('.xhtml')).length;
    expect(texts).toBeGreaterThanOrEqual(wanted === tale ? 1 : 2);
    if (wanted === named) expect(book.headers.get('cache-control')).toContain('private');
  }
});

test('a change is heard of by the feeds', async () => {
  const address = `${site.origin}/author/the-brothers-grimm.atom`;
  const first = await fetch(address);
  await first.text();
  await runSql(
    site.databaseUrl,
    "update tales set content = content || '<p>And a hedgehog.</p>', updated_at = now() where slug = 'rapunzel'",
  );
  await expect.poll(async () => (await fetch(address, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } })).status).toBe(200);
  expect(await (await fetch(address)).text()).toContain('And a hedgehog.');
});

test('searches and other pages are not for machines to wander in', async () => {
  const robots = await read('/robots.txt');
  for (const line of ['/opds', '/books', '/tales.', '/categories/*.epub', '/author/*.epub', '/collections/*.epub']) {
    expect(robots).toContain(`Disallow: ${line}\n`);
  }
});
