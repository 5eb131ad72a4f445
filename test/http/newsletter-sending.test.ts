import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INSERT_ISSUE } from '../issue-contents.ts';
import { type Site, startSite } from '../site.ts';
import { runSql } from '../sql.ts';
import { addUser } from '../users.ts';

/** Newsletter issues on the site, in feeds and in the API, in two server processes. */

let site: Site;
let other: Site;
let cookie = '';

beforeAll(async () => {
  // In development, emails are written to files.
  const env = { NODE_ENV: 'development' };
  site = await startSite({ env });
  other = await startSite({ env, databaseUrl: site.databaseUrl });
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  cookie = (await addUser(client, { role: 'admin' })).cookie;
  await client.end();
});
afterAll(async () => {
  await other?.stop();
  await site?.stop();
});

const get = async (path: string, from = site) => {
  const response = await fetch(from.origin + path, { redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

async function ask(method: string, path: string, match?: number) {
  const headers = { cookie, origin: site.origin, ...(match !== undefined && { 'if-match': `"${match}"` }) };
  const response = await fetch(`${site.origin}/api/v1/admin/newsletter${path}`, { method, headers });
  return { status: response.status, body: await response.json().catch(() => undefined) };
}

test('before the first issue the archive is empty, with its feeds in the head', async () => {
  const { status, text } = await get('/newsletter');
  expect(status).toBe(200);
  expect(text).toContain('No issues yet. Check back soon!');
  for (const ending of ['atom', 'rss', 'json']) {
    expect(text).toContain(`href="${site.origin}/newsletter.${ending}"`);
    expect((await get(`/newsletter.${ending}`)).status).toBe(200);
  }
});

describe('a sent issue', () => {
  test('appears at once on its page, in the archive, the feeds and the sitemap of every process', async () => {
    // Twice, so that the cache is filled.
    for (const each of [site, other, site, other])
      for (const path of ['/newsletter', '/newsletter.atom', '/sitemaps/pages.xml']) await get(path, each);
    const created = await ask('POST', '/issues');
    expect(created.status === 201 || created.body.code === 'draft_open').toBe(true);
    const { draft } = (await ask('GET', '')).body;
    expect(draft.parts.length).toBeGreaterThan(3);
    expect((await get(`/newsletter/${draft.issue_date}`)).status).toBe(404);
    expect((await ask('POST', `/issues/${draft.id}/send`, draft.version)).status).toBe(202);
    const [{ day } = { day: '' }] = await runSql<{ day: string }>(
      site.databaseUrl,
      'select issue_date::text as day from newsletter_issues',
    );
    for (const each of [site, other])
      for (const path of ['/newsletter', '/newsletter.atom', '/newsletter.json', '/sitemaps/pages.xml', '/api/v1/letters'])
        await expect.poll(async () => (await get(path, each)).text, { message: path }).toContain(day);
    const page = await get(`/newsletter/${day}`);
    expect(page.status).toBe(200);
    for (const { tale } of draft.parts) expect(page.text).toContain(`href="/tale/${tale.slug}"`);
    expect(page.text).not.toMatch(/reader\.invalid|<table/);
    const [{ slug } = { slug: '' }] = [draft.parts[0].tale];
    await runSql(site.databaseUrl, "update tales set status = 'draft' where slug = $1", [slug]);
    await expect.poll(async () => (await get(`/newsletter/${day}`)).text).not.toContain(`href="/tale/${slug}"`);
  });

  test('links to the previous and next issue', async () => {
    for (const day of ['2020-01-05', '2020-01-12', '2020-01-19']) await runSql(site.databaseUrl, INSERT_ISSUE, [day, `Of ${day}`, []]);
    const { text } = await get('/newsletter/2020-01-12');
    for (const day of ['2020-01-05', '2020-01-19']) expect(text).toContain(`href="/newsletter/${day}"`);
    expect(JSON.parse((await get('/api/v1/letters/2020-01-05')).text)).toMatchObject({ previous: null, next: { slug: '2020-01-12' } });
  });
});

test.each(['2020-01-06', '2026-02-30', '2026-13-01', '0000-00-00', 'soon', '2020-01-12x', '20200112'])(
  'an unknown or invalid date is not found: %s',
  async (day) => {
    for (const path of [`/newsletter/${day}`, `/api/v1/letters/${day}`]) expect((await get(path)).status, path).toBe(404);
  },
);

test('an invalid cursor is rejected', async () => {
  for (const path of ['/newsletter?after=never', '/api/v1/letters?after=never']) expect((await get(path)).status, path).toBe(400);
});

test('only pages of the site may frame the preview of an issue', async () => {
  expect((await get('/newsletter')).headers.get('content-security-policy')).toMatch(/frame-src 'self'.*frame-ancestors 'none'/);
  const [{ id } = { id: '' }] = await runSql<{ id: string }>(site.databaseUrl, 'select id from newsletter_issues limit 1');
  const response = await fetch(`${site.origin}/api/v1/admin/newsletter/issues/${id}/preview`, { headers: { cookie } });
  expect([response.status, response.headers.get('x-frame-options')]).toEqual([200, 'SAMEORIGIN']);
  expect(response.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'; sandbox$/);
  expect((await get(`/api/v1/admin/newsletter/issues/${id}/preview`)).status).toBe(401);
});
