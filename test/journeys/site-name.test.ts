import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { unescapeHtml } from '#src/ui/escape-html.ts';
import { type Site, startSite } from '../site.ts';
import { journey, visit, waitForPage } from './journey.ts';
import { toast } from './users.ts';

/** The name of the site, on a site of its own. */

const HOSTILE = `Mum & Dad's "Tales" <3 </script>`;
const ADMIN = { email: 'queen@tales.example', password: 'correct horse battery 9' };
const TALE = '/tale/rapunzel';

/** Where texts speak of the software, or of those who retold the starter library. */
const SOFTWARE = /Talewood is free software|come with Talewood|developers of Talewood|Retold for Talewood|© Talewood contributors/g;

let site: Site;
let cookie: string;

beforeAll(async () => {
  site = await startSite({ env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } });
  cookie = (await send('POST', '/session', ADMIN)).headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
});
afterAll(() => site?.stop());

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(new URL(address, site.origin), { redirect: 'manual', headers: { accept: 'text/html', ...headers } });
const send = (method: string, address: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${site.origin}/api/v1${address}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', Origin: site.origin, ...headers },
  });

async function rename(name: string): Promise<void> {
  const { tag, publish_requires_source } = await (await get('/api/v1/admin/site-settings', { cookie })).json();
  const headers = { cookie, 'If-Match': `"${tag}"` };
  expect((await send('PUT', '/admin/site-settings', { publish_requires_source, name }, headers)).status).toBe(200);
}

const asHtml = (text: string) => unescapeHtml(text);
const asXml = (text: string) => unescapeHtml(text.replaceAll('&#39;', "'"));
const asJson = (text: string) => JSON.stringify(JSON.parse(text), null, 1).replaceAll('\\"', '"');
const book = (bytes: Uint8Array) =>
  Object.entries(unzipSync(bytes))
    .filter(([name]) => /\.(opf|xhtml)$/.test(name))
    .map(([, content]) => asXml(new TextDecoder().decode(content)))
    .join('\n');

/** Path, how to read it, and what it must contain beside the name. */
const OUTPUTS: [address: string, read: (text: string) => string, contains: string[]][] = [
  [
    '/',
    asHtml,
    [`Fairy tales from the old wood · ${HOSTILE}</title>`, `<meta property="og:site_name" content="${HOSTILE}">`, `${HOSTILE} (OPDS)`],
  ],
  [TALE, asHtml, [`Rapunzel · ${HOSTILE}</title>`, '<meta property="og:title" content="Rapunzel">']],
  ['/recent', asHtml, [`The newest fairy tales of ${HOSTILE}.`]],
  ['/about', asHtml, [`<p>${HOSTILE} is a place to read fairy tales`, `About: ${HOSTILE}, fairy tales`]],
  ['/accessibility', asHtml, [`applies to this site, ${HOSTILE}.`]],
  ['/login', asHtml, [`New to ${HOSTILE}?`]],
  ['/login/link?token=x', asHtml, []],
  ['/register', asHtml, [`<span>${HOSTILE}</span>`]],
  ['/newsletter', asHtml, [`All issues of the ${HOSTILE} newsletter`]],
  ['/shared?t=rapunzel', asHtml, []],
  ['/api', asHtml, [`The API · ${HOSTILE}</title>`]],
  ['/no-such-page', asHtml, [`Page not found · ${HOSTILE}</title>`]],
  ['/tale/no-such-tale', asHtml, [`Tale Not Found · ${HOSTILE}</title>`]],
  ['/tales?after=wrong', asHtml, [`Invalid link · ${HOSTILE}</title>`]],
  [`/preview/${'x'.repeat(43)}`, asHtml, [`Tale Not Found · ${HOSTILE}</title>`]],
  ['/recent.atom', asXml, [`<title>Recent tales · ${HOSTILE}</title>`, `<name>${HOSTILE}</name>`]],
  ['/recent.rss', asXml, [`<title>Recent tales · ${HOSTILE}</title>`]],
  ['/recent.json', asJson, [`"title": "Recent tales · ${HOSTILE}"`, `"name": "${HOSTILE}"`]],
  ['/newsletter.atom', asXml, [`<title>Newsletter · ${HOSTILE}</title>`]],
  ['/tonight.rss', asXml, [`<title>Tonight’s tale · ${HOSTILE}</title>`]],
  ['/opds', asXml, [`<title>${HOSTILE}</title>`]],
  ['/opds/recent', asXml, [`<dc:publisher>${HOSTILE}</dc:publisher>`]],
  ['/opds/v2', asJson, [`"title": "${HOSTILE}"`]],
  ['/opds/v2/recent', asJson, [`"publisher": "${HOSTILE}"`]],
  ['/opds/search.xml', asXml, [`<ShortName>${HOSTILE}</ShortName>`]],
  ['/oembed?format=json&url=ORIGIN/tale/rapunzel', asJson, [`"provider_name": "${HOSTILE}"`]],
  ['/oembed?format=xml&url=ORIGIN/tale/rapunzel', asXml, [`<provider_name>${HOSTILE}</provider_name>`]],
  ['/manifest.webmanifest', asJson, [`"name": "${HOSTILE}"`, `"short_name": "${HOSTILE}"`]],
];

journey('a name with signs of every syntax is shown right in every kind of output, at once', async () => {
  await rename('');
  const before = new Map<string, string | null>();
  const at = (address: string) => address.replace('ORIGIN', site.origin);
  for (const [address] of OUTPUTS) before.set(address, (await get(at(address))).headers.get('etag'));
  const oldImage = /"og:image" content="[^"]*(\/covers\/[^"]*)"/.exec(await (await get(TALE)).text())?.[1] ?? '';
  await rename(HOSTILE);
  for (const [address, read, contains] of OUTPUTS) {
    // The change reaches the page cache just after the response, and a page that takes long to render is shown as it was meanwhile.
    await vi.waitFor(async () => {
      const response = await get(at(address), { 'If-None-Match': before.get(address) ?? '"none"' });
      const text = await response.text();
      expect(response.status, address).not.toBe(304);
      expect(text, address).not.toContain('</script> ·');
      for (const each of [HOSTILE, ...contains]) expect(read(text), address).toContain(each);
      expect(read(text).replace(SOFTWARE, ''), address).not.toContain('Talewood');
    }, 10_000);
  }
  const home = await (await get('/')).text();
  for (const [, json = ''] of home.matchAll(/<script type="application\/[^>]*>(.*?)<\/script>/g)) JSON.parse(json);
  expect(JSON.parse(/ld\+json">(.*?)<\/script>/.exec(home)?.[1] ?? '')).toMatchObject({ '@type': 'WebSite', name: HOSTILE });
  expect(home).toContain('/icons/share-unnamed.png');
  expect((await get(oldImage)).headers.get('location')).toMatch(/-share\.jpg$/);
  expect((await get('/icons/share-unnamed.png')).status).toBe(200);
  const epub = await get(`${TALE}.epub`);
  const pages = book(new Uint8Array(await epub.arrayBuffer()));
  for (const each of [`<dc:publisher>${HOSTILE}</dc:publisher>`, `Created by ${HOSTILE} from`]) expect(pages).toContain(each);
  expect(pages.replace(SOFTWARE, '')).not.toContain('Talewood');
});

journey('emails are sent in the name of the site', async () => {
  await rename(HOSTILE);
  await send('POST', '/password-resets', { email: ADMIN.email });
  const folder = path.join(site.dataDir, 'outbox');
  await expect.poll(async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).length).toBe(1);
  const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.eml'));
  const { from, text = '', html = '' } = await PostalMime.parse(await readFile(path.join(folder, name)));
  expect(from).toMatchObject({ name: HOSTILE, address: 'talewood@localhost' });
  expect(text).toMatch(HOSTILE);
  expect(unescapeHtml(html)).toContain(`password for your ${HOSTILE} account.`);
  expect(text + html).not.toContain('Talewood');
});

const brand = (page: Page) => page.getByRole('banner').getByRole('link').first();
const isOverflowing = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

journey('an administrator names the site, and sees the name at once and after each navigation', async ({ open }) => {
  await rename('');
  const page = await open({ origin: site.origin, expected: [/status of 422/] });
  const [name = '', value = ''] = cookie.split('; ').map((each) => each.split('='))[0] ?? [];
  await page.context().addCookies([{ name, value: decodeURIComponent(value), url: site.origin }]);
  await visit(page, '/manage-settings');
  const field = page.getByLabel('Site name');
  await field.fill('x'.repeat(41));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Must be 40 characters or fewer' }).waitFor();
  expect(await field.inputValue()).toBe('x'.repeat(41));
  await field.fill('Grandmother’s Barn');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Settings saved', 'They apply from now on.').waitFor();
  expect([await brand(page).textContent(), await page.title()]).toEqual(['Grandmother’s Barn', 'Site settings · Grandmother’s Barn']);
  await page.getByRole('banner').getByRole('link', { name: 'Categories' }).click();
  await waitForPage(page, '**/categories', 'Categories');
  expect([await brand(page).textContent(), await page.title()]).toEqual(['Grandmother’s Barn', 'Categories · Grandmother’s Barn']);
});

journey('long names and names from right to left fit on the smallest phone', async ({ open }) => {
  const page = await open({ origin: site.origin, viewport: { width: 320, height: 640 } });
  const heights: number[] = [];
  for (const name of [
    '',
    'W'.repeat(40),
    'Once upon a time in a barn by the river',
    'حكايات الجدة القديمة من الغابة البعيدة',
    '語'.repeat(40),
  ]) {
    await rename(name);
    for (const address of ['/', '/login', '/login/link?token=x', '/about']) {
      await visit(page, address);
      expect(await isOverflowing(page), `${name} on ${address}`).toBe(false);
    }
    await visit(page, '/');
    heights.push((await page.getByRole('banner').boundingBox())?.height ?? 0);
  }
  expect(new Set(heights).size, `heights of the bar: ${heights}`).toBe(1);
});
