import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Site, startSite } from '../site.ts';
import { runSql } from '../sql.ts';

/** Files at fixed URLs, and cache invalidation across two server processes. */

let first: Site;
let second: Site;

beforeAll(async () => {
  first = await startSite({ env: { CONTACT_EMAIL: 'keeper@tales.example' } });
  second = await startSite({ databaseUrl: first.databaseUrl });
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

test('robots.txt links the sitemap, which lists every public page once, and each page exists', async () => {
  const robots = await textOf('/robots.txt');
  const index = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? '';
  expect(index).toBe(`${first.origin}/sitemap.xml`);
  const parts = locations(await textOf('/sitemap.xml'));
  const all = (await Promise.all(parts.map((part) => textOf(part.slice(first.origin.length))))).flatMap(locations);
  expect(new Set(all).size).toBe(all.length);
  const slugs = await runSql<{ slug: string }>(
    first.databaseUrl,
    "select slug from tales where status = 'published' and deleted_at is null and publish_date <= now()",
  );
  expect(slugs.length).toBeGreaterThanOrEqual(24);
  expect(all).toEqual(expect.arrayContaining(slugs.map(({ slug }) => `${first.origin}/tale/${slug}`)));
  for (const address of all) {
    expect(address.startsWith(`${first.origin}/`)).toBe(true);
    expect((await fetch(address, { redirect: 'manual' })).status, address).toBe(200);
  }
});

test('security.txt has contact, canonical URL and expiry (RFC 9116)', async () => {
  const answer = await fetch(`${first.origin}/.well-known/security.txt`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain; charset=utf-8$/i)]);
  const fields = (await answer.text())
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/s, 2));
  expect(fields.map(([name]) => name)).toEqual(['Contact', 'Contact', 'Expires', 'Canonical', 'Preferred-Languages']);
  const [, email, page, expires = '', canonical] = ['', ...fields.map(([, value]) => value)];
  expect([email, page, canonical]).toEqual([
    'mailto:keeper@tales.example',
    `${first.origin}/contact`,
    `${first.origin}/.well-known/security.txt`,
  ]);
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect([days > 30, days < 365]).toEqual([true, true]);
  expect((await fetch(page ?? '')).status).toBe(200);
  const other = await (await fetch(`${second.origin}/.well-known/security.txt`)).text();
  expect(other).toMatch(/^Contact: http/);
});

/** The install criteria of browsers (web.dev/articles/install-criteria) and app stores. */
test('the manifest makes the site installable', async () => {
  const page = await (await fetch(first.origin)).text();
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  const manifest = await (await fetch(`${first.origin}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ id: '/', name: 'Talewood', start_url: '/', scope: '/', display: 'standalone' });
  for (const field of ['short_name', 'description', 'theme_color', 'background_color']) expect(manifest[field], field).toMatch(/\S/);
  const sizes = (purpose?: string) =>
    manifest.icons.filter((icon: { purpose?: string }) => icon.purpose === purpose).map((icon: { sizes: string }) => icon.sizes);
  expect(sizes()).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(sizes('maskable')).toEqual(['512x512']);
  for (const { url, icons } of manifest.shortcuts) {
    expect((await fetch(first.origin + url)).status, url).toBe(200);
    expect(icons[0].sizes).toBe('192x192');
  }
});

test('the service worker is revalidated each time, and all its files exist', async () => {
  const answer = await fetch(`${first.origin}/sw.js`);
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('content-security-policy')).toMatch(/; manifest-src 'self'; worker-src 'self';/);
  const code = await answer.text();
  const [about = ''] = code.split('\n', 1);
  const { files, drawings } = JSON.parse(about.slice('const BUILD='.length, -1)) as { files: string[]; drawings: string[] };
  // A missing file would prevent the installation of the worker.
  for (const address of [...files, ...drawings, '/offline']) expect((await fetch(first.origin + address)).status, address).toBe(200);
});

test('the icons of the manifest exist', async () => {
  const response = await fetch(`${first.origin}/manifest.webmanifest`);
  expect(response.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await response.json()) as { name: string; start_url: string; icons: { src: string; type: string; sizes: string }[] };
  expect(manifest).toMatchObject({ name: 'Talewood', start_url: '/' });
  for (const icon of manifest.icons) {
    const answer = await fetch(first.origin + icon.src);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, icon.type]);
  }
  for (const icon of ['/favicon.svg', '/icons/apple-touch-icon.png']) expect((await fetch(first.origin + icon)).status, icon).toBe(200);
});

// Cached pages are fresh for a minute: a page that shows the change earlier was invalidated.
test('a change invalidates cached pages of both processes', async () => {
  const sites = [first, second];
  const addresses = ['/tale/rapunzel', '/author/the-brothers-grimm', '/api/v1/tales/rapunzel'];
  // Twice, so that the cache is filled.
  for (let n = 0; n < 2; n++) for (const site of sites) for (const address of addresses) await textOf(address, site);

  const excerpt = 'A girl, a tower, and a braid let down from the window.';
  await runSql(first.databaseUrl, "update tales set excerpt = $1 where slug = 'rapunzel'", [excerpt]);
  await Promise.all(sites.flatMap((site) => addresses.map((address) => until(site, address, excerpt))));
});

test('a deleted tale is gone in both processes', async () => {
  for (const site of [first, second]) expect((await fetch(`${site.origin}/tale/tattercoats`)).status).toBe(200);
  await runSql(first.databaseUrl, "update tales set deleted_at = now() where slug = 'tattercoats'");
  for (const site of [first, second]) {
    await expect.poll(async () => (await fetch(`${site.origin}/tale/tattercoats`)).status).toBe(410);
  }
});

async function textOf(address: string, site = first): Promise<string> {
  const response = await fetch(site.origin + address);
  expect(response.status, address).toBe(200);
  return response.text();
}

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
}

/** Requests the page until it contains the text. Fails after 10 s. */
async function until(site: Site, address: string, text: string): Promise<void> {
  const limit = performance.now() + 10_000;
  while (!(await textOf(address, site)).includes(text)) {
    if (performance.now() > limit) throw new Error(`${site.origin}${address} does not show the change.`);
  }
}
