import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Site, startSite } from '../site.ts';
import { runSql } from '../sql.ts';

/** Links of pages to feeds, OPDS catalogues, oEmbed and EPUB files, and their targets. */

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
])('%s links its feeds and its OPDS catalogue, in the head and visibly', async (page) => {
  const [collection] = await runSql<{ slug: string }>(site.databaseUrl, 'select slug from collections order by position limit 1');
  const html = await read(page.replace(':any', collection?.slug ?? ''));
  const alternates = alternatesOf(html);
  expect(alternates.map(({ type }) => type)).toEqual([...FEEDS, CATALOGUE]);
  const visible = [...html.matchAll(/<a class="link" href="([^"]+)"/g)].map(([, href = '']) => site.origin + plainOf(href));
  for (const { type, href } of alternates) {
    const response = await fetch(href);
    expect([href, response.status, (response.headers.get('content-type') ?? '').startsWith(type)]).toEqual([href, 200, true]);
    expect(visible.map((each) => each.replace('&sort=title', ''))).toContain(href.replace('&sort=title', ''));
  }
});

test('the home page links the feeds of recent tales and the OPDS root', async () => {
  const alternates = alternatesOf(await read('/'));
  expect(alternates.map(({ href }) => href.slice(site.origin.length))).toEqual([
    '/recent.atom',
    '/recent.rss',
    '/recent.json',
    '/opds',
    '/opds/v2',
  ]);
  for (const { href } of alternates) expect((await fetch(href)).status).toBe(200);
});

test('a tale links its oEmbed data', async () => {
  const alternates = alternatesOf(await read('/tale/rapunzel'));
  expect(alternates.map(({ type }) => type)).toEqual(['application/json+oembed', 'text/xml+oembed']);
  const embed = await (await fetch(alternates[0]?.href ?? '')).json();
  expect([embed.type, embed.title]).toEqual(['link', 'Rapunzel']);
  const image = await fetch(embed.thumbnail_url);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test('covers of the OPDS catalogue are JPEG images', { timeout: 60_000 }, async () => {
  const catalogue = await (await fetch(`${site.origin}/opds/v2/recent`)).json();
  for (const { href, type } of catalogue.publications[0].images) {
    const image = await fetch(href);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, type]);
    expect(new Uint8Array(await image.arrayBuffer()).slice(0, 3)).toEqual(new Uint8Array([0xff, 0xd8, 0xff]));
  }
});

test('EPUB files are served for a tale, a list and a selection of tales', { timeout: 120_000 }, async () => {
  const dark = await (await fetch(`${site.origin}/opds/v2/categories/dark`)).json();
  const [whole, tale] = dark.publications.map(
    ({ links }: { links: { rel: string; href: string }[] }) => links.find(({ rel }) => rel.endsWith('open-access'))?.href,
  );
  expect(whole).toBe(`${site.origin}/categories/dark.epub`);
  const selection = new Request(`${site.origin}/books`, {
    method: 'POST',
    headers: { Origin: site.origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ slugs: ['rapunzel', 'no-such-tale', 'tattercoats'] }),
  });
  // One after the other: the server drops clients that do not read.
  for (const wanted of [whole, tale, selection]) {
    const book = await fetch(wanted);
    expect([book.status, book.headers.get('content-type')]).toEqual([200, 'application/epub+zip']);
    const files = Object.keys(unzipSync(new Uint8Array(await book.arrayBuffer())));
    expect(files[0]).toBe('mimetype');
    const texts = files.filter((file) => /tale|rapunzel|tattercoats/.test(file) && file.endsWith('.xhtml')).length;
    expect(texts).toBeGreaterThanOrEqual(wanted === tale ? 1 : 2);
    if (wanted === selection) expect(book.headers.get('cache-control')).toContain('private');
  }
});

test('a change updates the feeds', async () => {
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

test('robots.txt excludes OPDS, downloads and lists as data', async () => {
  const robots = await read('/robots.txt');
  for (const line of ['/opds', '/books', '/tales.', '/categories/*.epub', '/author/*.epub', '/collections/*.epub']) {
    expect(robots).toContain(`Disallow: ${line}\n`);
  }
});
