import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPreviewLink, revokePreviewLinks } from '#src/features/tales/admin/previews/preview-links.ts';
import type { TaleInput } from '#src/features/tales/tales.ts';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { silent } from '../database.ts';
import { addTale } from '../factories.ts';
import { type LogLine, type Site, startSite } from '../site.ts';
import { addUser } from '../users.ts';

/** Scheduled publishing, pages of readers with a session, and preview links, in two server processes on one database. */

let sites: [Site, Site];
let pool: pg.Pool;
let db: Db;

beforeAll(async () => {
  const first = await startSite();
  sites = [first, await startSite({ databaseUrl: first.databaseUrl })];
  pool = openPool(first.databaseUrl, { log: silent, max: 4 });
  db = openDb(pool);
}, 120_000);
afterAll(async () => {
  await pool?.end();
  for (const site of sites?.toReversed() ?? []) expect(await site.stop()).toBe(0);
});

const request = (path: string, site = sites[0]) => fetch(site.origin + path, { redirect: 'manual' });
const read = async (path: string, site?: Site) => (await request(path, site)).text();
const readJson = async (path: string) => (await request(`/api/v1${path}`)).json();
const inSeconds = (seconds: number) => new Date(Date.now() + 1_000 * seconds).toISOString();

describe('a scheduled date', () => {
  test('publishes the tale in every process within a minute, also on cached pages, and is logged once', {
    timeout: 90_000,
  }, async () => {
    const [{ slug: neighbour, category }] = (await readJson('/tales?sort=newest')).tales;
    const due = Date.now() + 6_000;
    const { id, slug } = await addTale(db, {
      ...{ title: 'The Punctual Clock', category: category.slug, publish_date: new Date(due).toISOString() },
    });
    const pages = ['/', '/tales', '/recent', `/tale/${neighbour}`, '/api/v1/home'];
    const shown = async () => {
      const all = await Promise.all(sites.flatMap((site) => pages.map((page) => read(page, site))));
      return all.filter((body) => body.includes('The Punctual Clock')).length;
    };
    // Twice: rendered, and then cached.
    expect([await shown(), await shown()]).toEqual([0, 0]);
    expect((await request(`/tale/${slug}`)).status).toBe(404);
    expect(Date.now(), 'the pages were cached before the date').toBeLessThan(due);
    await expect.poll(shown, { timeout: 50_000, interval: 250 }).toBe(sites.length * pages.length);
    expect(Date.now() - due).toBeLessThan(60_000);
    for (const site of sites) expect((await request(`/tale/${slug}`, site)).status).toBe(200);
    const { rows } = await pool.query("select actor_kind from audit_log where action = 'tale.went-public' and subject_id = $1", [id]);
    expect(rows).toEqual([{ actor_kind: 'site' }]);
    const isPublication = ({ event, tale }: LogLine) => event === 'tale_went_public' && tale === id;
    await Promise.race(sites.map((site) => site.logged(isPublication)));
    expect(sites.flatMap(({ log }) => log).filter(isPublication)).toHaveLength(1);
  });
});

test('a reader with a session gets stored pages, and sees each write at once in every process', { timeout: 60_000 }, async () => {
  const { id, slug } = await addTale(db, { title: 'Version 0' });
  const page = `/tale/${slug}`;
  const readPrivately = async (site: Site) => {
    const response = await fetch(site.origin + page, { headers: { cookie: 'talewood_session=unknown' } });
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    return response.text();
  };
  for (const site of sites) {
    const isHit = async () => {
      const before = site.log.length;
      await read(page, site);
      await readPrivately(site);
      await expect.poll(() => site.log.slice(before).filter((line) => line.path === page).length).toBe(2);
      return site.log.findLast((line) => line.path === page)?.cache;
    };
    await expect.poll(isHit, { timeout: 30_000 }).toBe('hit');
  }
  for (let version = 1; version <= 20; version += 1) {
    await pool.query('update tales set title = $1 where id = $2', [`Version ${version}`, id]);
    for (const site of sites) expect(await readPrivately(site)).toContain(`<h1 lang="en">Version ${version}</h1>`);
  }
});

describe('a preview link', () => {
  let editor: { id: string; name: string };
  beforeAll(async () => {
    editor = await addUser(pool, { role: 'admin', name: 'Marian Holt' });
  });

  const createPreview = async (about: Partial<TaleInput> = {}) => {
    const tale = await addTale(db, {
      title: 'The Unseen Mill',
      content: '<p>Nobody has seen <em>it</em> yet.</p>',
      status: 'draft',
      ...about,
    });
    const link = await createPreviewLink(db, editor, tale.id);
    return { tale, ...link, path: `/preview/${link.token}` };
  };

  test('shows the tale as readers will see it, without caching, indexing and referrer', async () => {
    const { path } = await createPreview();
    const response = await request(path);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(
      Object.fromEntries(['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => [name, response.headers.get(name)])),
    ).toEqual({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(html).toContain('This is a preview');
    expect(html).toContain('<h1 lang="en">The Unseen Mill</h1>');
    expect(html).toContain('<p>Nobody has seen <em>it</em> yet.</p>');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toMatch(/data-app|ld\+json|rel="canonical"|og:url/);
  });

  test('shows the current version', async () => {
    const { path, tale } = await createPreview();
    await read(path);
    await pool.query("update tales set title = 'The Mill, Seen' where id = $1", [tale.id]);
    for (const site of sites) expect(await read(path, site)).toContain('The Mill, Seen');
  });

  test('serves the generated cover, which has no public URL', async () => {
    const { path, tale } = await createPreview();
    const [, cover = ''] = / src="(\/preview\/[^"]+)"/.exec(await read(path)) ?? [];
    expect(cover).toBe(`${path}/cover.svg`);
    const response = await request(cover);
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'image/svg+xml',
      'no-store',
    ]);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect((await request(`/covers/${tale.slug}.svg`)).status).toBe(404);
  });

  test('works for a scheduled tale, and redirects to a public one', async () => {
    const scheduled = await createPreview({ publish_date: inSeconds(86_400), status: 'published' });
    expect((await request(scheduled.path)).status).toBe(200);
    const open = await createPreview({ status: 'published' });
    const response = await request(open.path);
    expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
      302,
      `/tale/${open.tale.slug}`,
      'no-store',
    ]);
  });

  test('is not found if it is revoked, expired, unknown, or its tale is in the trash', async () => {
    const [revoked, expired, trashed] = [await createPreview(), await createPreview(), await createPreview()];
    await revokePreviewLinks(db, editor, revoked.tale.id);
    await pool.query("update preview_links set expires_at = now() - interval '1 second' where id = $1", [expired.id]);
    await pool.query('update tales set deleted_at = now() where id = $1', [trashed.tale.id]);
    const unknown = `/preview/${'a'.repeat(43)}`;
    for (const path of [revoked.path, expired.path, trashed.path, unknown, '/preview/x', '/preview/%00', `/preview/${'a'.repeat(3_000)}`]) {
      const response = await request(path);
      const html = await response.text();
      if (response.status === 400) continue;
      expect([path, response.status, response.headers.get('cache-control'), response.headers.get('referrer-policy')]).toEqual([
        ...[path, 404, 'no-store', 'no-referrer'],
      ]);
      expect(html).toContain('Tale Not Found');
      expect((await request(`${path}/cover.svg`)).status).toBe(404);
    }
  });

  test('with the id of the tale works only for editors', async () => {
    const { tale } = await createPreview();
    const [otherEditor, user] = [await addUser(pool, { role: 'admin' }), await addUser(pool)];
    for (const [path, type] of [
      [`/preview/${tale.id}`, 'text/html'],
      [`/preview/${tale.id}/cover.svg`, 'image/svg+xml'],
    ] as const) {
      const as = (cookie: string) => fetch(sites[0].origin + path, { headers: { cookie } });
      const response = await as(otherEditor.cookie);
      expect([response.status, response.headers.get('content-type')?.split(';')[0], response.headers.get('cache-control')]).toEqual([
        200,
        type,
        'no-store',
      ]);
      if (type === 'text/html') expect(await response.text()).toContain('Only editors can open this URL');
      expect([(await as(user.cookie)).status, (await as('')).status]).toEqual([404, 404]);
    }
    await pool.query("update users set role = 'user' where id = $1", [otherEditor.id]);
    expect((await fetch(`${sites[0].origin}/preview/${tale.id}`, { headers: { cookie: otherEditor.cookie } })).status).toBe(404);
  });

  test('is not logged', async () => {
    const { path, token } = await createPreview();
    await read(path);
    await read(`${path}/cover.svg?x=1`);
    await sites[0].logged(({ path: logged }) => logged === '/preview/[hidden]/cover.svg?x=[hidden]');
    expect(JSON.stringify(sites[0].log)).not.toContain(token);
  });

  test('is rate limited against guessing, and works again after the limit expires', async () => {
    const { path } = await createPreview();
    const guess = (index: number) => request(`/preview/${String(index).padEnd(43, 'x')}`, sites[index % 2]);
    const statuses = await Promise.all(Array.from({ length: 90 }, async (_, index) => (await guess(index)).status));
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(60);
    const refused = await request(path);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0, refused.headers.get('cache-control')]).toEqual([
      429,
      true,
      'no-store',
    ]);
    await pool.query("update rate_limits set expires_at = now() - interval '1 second'");
    expect((await request(path)).status).toBe(200);
  });
});
