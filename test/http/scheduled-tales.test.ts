import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPreviewLink, revokePreviewLinks } from '#src/features/tales/admin/previews/preview-links.ts';
import type { TaleInput } from '#src/features/tales/tales.ts';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { silent } from '../database.ts';
import { addTale } from '../factories.ts';
import { type LogLine, type Site, startSite } from '../site.ts';
import { addPerson } from '../users.ts';

/** Tales whose date comes, and tales that are seen before it by who has a link: in two whole processes on one database. */

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

const ask = (path: string, site = sites[0]) => fetch(site.origin + path, { redirect: 'manual' });
const read = async (path: string, site?: Site) => (await ask(path, site)).text();
const readJson = async (path: string) => (await ask(`/api/v1${path}`)).json();
const inSeconds = (seconds: number) => new Date(Date.now() + 1_000 * seconds).toISOString();

describe('a date that comes', () => {
  test('shows the tale in every process within a minute, wherever pages were kept, once in the log of the site', {
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
    // Twice: drawn, and then as it is kept.
    expect([await shown(), await shown()]).toEqual([0, 0]);
    expect((await ask(`/tale/${slug}`)).status).toBe(404);
    expect(Date.now(), 'the pages were kept before the date').toBeLessThan(due);
    await expect.poll(shown, { timeout: 50_000, interval: 250 }).toBe(sites.length * pages.length);
    expect(Date.now() - due).toBeLessThan(60_000);
    for (const site of sites) expect((await ask(`/tale/${slug}`, site)).status).toBe(200);
    const { rows } = await pool.query("select actor_kind from audit_log where action = 'tale.went-public' and subject_id = $1", [id]);
    expect(rows).toEqual([{ actor_kind: 'site' }]);
    const isIt = ({ event, tale }: LogLine) => event === 'tale_went_public' && tale === id;
    await Promise.race(sites.map((site) => site.logged(isIt)));
    expect(sites.flatMap(({ log }) => log).filter(isIt)).toHaveLength(1);
  });
});

describe('a link to a preview', () => {
  let editor: { id: string; name: string };
  beforeAll(async () => {
    editor = await addPerson(pool, { role: 'admin', name: 'Marian Holt' });
  });

  const make = async (about: Partial<TaleInput> = {}) => {
    const tale = await addTale(db, {
      title: 'The Unseen Mill',
      content: '<p>Nobody has seen <em>it</em> yet.</p>',
      status: 'draft',
      ...about,
    });
    const link = await createPreviewLink(db, editor, tale.id);
    return { tale, ...link, path: `/preview/${link.token}` };
  };

  test('shows the tale as readers will see it, to who has it, and to no cache, search engine or other site', async () => {
    const { path } = await make();
    const answer = await ask(path);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(
      Object.fromEntries(['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => [name, answer.headers.get(name)])),
    ).toEqual({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(html).toContain('This is a preview');
    expect(html).toContain('<h1 lang="en">The Unseen Mill</h1>');
    expect(html).toContain('<p>Nobody has seen <em>it</em> yet.</p>');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toMatch(/data-app|ld\+json|rel="canonical"|og:url/);
  });

  test('shows what is there at that moment', async () => {
    const { path, tale } = await make();
    await read(path);
    await pool.query("update tales set title = 'The Mill, Seen' where id = $1", [tale.id]);
    for (const site of sites) expect(await read(path, site)).toContain('The Mill, Seen');
  });

  test('brings the drawn cover, which stands nowhere else', async () => {
    const { path, tale } = await make();
    const [, cover = ''] = / src="(\/preview\/[^"]+)"/.exec(await read(path)) ?? [];
    expect(cover).toBe(`${path}/cover.svg`);
    const answer = await ask(cover);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/svg+xml',
      'no-store',
    ]);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect((await ask(`/covers/${tale.slug}.svg`)).status).toBe(404);
  });

  test('works for a scheduled tale, and leads to one that is public', async () => {
    const scheduled = await make({ publish_date: inSeconds(86_400), status: 'published' });
    expect((await ask(scheduled.path)).status).toBe(200);
    const open = await make({ status: 'published' });
    const answer = await ask(open.path);
    expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
      302,
      `/tale/${open.tale.slug}`,
      'no-store',
    ]);
  });

  test('opens nothing when it is withdrawn, past its time, or its tale in the bin: no tale is found, as for any other word', async () => {
    const [withdrawn, late, binned] = [await make(), await make(), await make()];
    await revokePreviewLinks(db, editor, withdrawn.tale.id);
    await pool.query("update preview_links set expires_at = now() - interval '1 second' where id = $1", [late.id]);
    await pool.query('update tales set deleted_at = now() where id = $1', [binned.tale.id]);
    const never = `/preview/${'a'.repeat(43)}`;
    for (const path of [withdrawn.path, late.path, binned.path, never, '/preview/x', '/preview/%00', `/preview/${'a'.repeat(3_000)}`]) {
      const answer = await ask(path);
      const html = await answer.text();
      if (answer.status === 400) continue;
      expect([path, answer.status, answer.headers.get('cache-control'), answer.headers.get('referrer-policy')]).toEqual([
        ...[path, 404, 'no-store', 'no-referrer'],
      ]);
      expect(html).toContain('Tale Not Found');
      expect((await ask(`${path}/cover.svg`)).status).toBe(404);
    }
  });

  test('is not needed by editors, to whom the id of a tale opens it; to others it opens nothing', async () => {
    const { tale } = await make();
    const [queen, kai] = [await addPerson(pool, { role: 'admin' }), await addPerson(pool)];
    for (const [path, type] of [
      [`/preview/${tale.id}`, 'text/html'],
      [`/preview/${tale.id}/cover.svg`, 'image/svg+xml'],
    ] as const) {
      const as = (cookie: string) => fetch(sites[0].origin + path, { headers: { cookie } });
      const answer = await as(queen.cookie);
      expect([answer.status, answer.headers.get('content-type')?.split(';')[0], answer.headers.get('cache-control')]).toEqual([
        200,
        type,
        'no-store',
      ]);
      if (type === 'text/html') expect(await answer.text()).toContain('Only editors can open this URL');
      expect([(await as(kai.cookie)).status, (await as('')).status]).toEqual([404, 404]);
    }
    await pool.query("update users set role = 'user' where id = $1", [queen.id]);
    expect((await fetch(`${sites[0].origin}/preview/${tale.id}`, { headers: { cookie: queen.cookie } })).status).toBe(404);
  });

  test('stands in no log', async () => {
    const { path, token } = await make();
    await read(path);
    await read(`${path}/cover.svg?x=1`);
    await sites[0].logged(({ path: logged }) => logged === '/preview/[hidden]/cover.svg?x=[hidden]');
    expect(JSON.stringify(sites[0].log)).not.toContain(token);
  });

  test('cannot be guessed at for long; the right one opens again when the time is over', async () => {
    const { path } = await make();
    const guess = (at: number) => ask(`/preview/${String(at).padEnd(43, 'x')}`, sites[at % 2]);
    const statuses = await Promise.all(Array.from({ length: 90 }, async (_, at) => (await guess(at)).status));
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(60);
    const refused = await ask(path);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0, refused.headers.get('cache-control')]).toEqual([
      429,
      true,
      'no-store',
    ]);
    await pool.query("update rate_limits set expires_at = now() - interval '1 second'");
    expect((await ask(path)).status).toBe(200);
  });
});
