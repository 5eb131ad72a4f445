import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coverAddress, jpegCoverAddress, shareImageAddress } from '#src/features/covers/covers.ts';
import type { TaleInput } from '#src/features/tales/tales.ts';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { crawl } from '../crawl.ts';
import { silent } from '../database.ts';
import { addTale } from '../factories.ts';
import { type Site, startSite } from '../site.ts';

/** What readers may not see they are told of nowhere (S16). */

let site: Site;
let pool: pg.Pool;
let db: Db;

beforeAll(async () => {
  site = await startSite();
  pool = openPool(site.databaseUrl, { log: silent, max: 4 });
  db = openDb(pool);
});
afterAll(async () => {
  await pool?.end();
  await site?.stop();
});

const ask = (path: string) => fetch(site.origin + path, { redirect: 'manual' });
const read = async (path: string) => (await ask(path)).text();
const readJson = async (path: string) => (await ask(`/api/v1${path}`)).json();
const inSeconds = (seconds: number) => new Date(Date.now() + 1_000 * seconds).toISOString();

describe('a tale that is not public', () => {
  const WORD = 'quibblewort';
  const FOUND = /quibblewort/i;
  /** One that was public may be known to have been. */
  const KINDS: { name: string; about: Partial<TaleInput>; change?: string; wasPublic?: true }[] = [
    { name: 'a draft', about: { status: 'draft' } },
    { name: 'a draft with a date to come', about: { status: 'draft', publish_date: inSeconds(86_400) } },
    { name: 'a scheduled one', about: { publish_date: inSeconds(86_400) } },
    { name: 'one that was taken back', about: {}, change: "status = 'draft'" },
    { name: 'one whose date was moved', about: {}, change: "publish_date = now() + interval '1 day'" },
    { name: 'a draft in the bin', about: { status: 'draft' }, change: 'deleted_at = now()' },
    { name: 'a scheduled one in the bin', about: { publish_date: inSeconds(86_400) }, change: 'deleted_at = now()' },
    { name: 'one in the bin', about: {}, change: 'deleted_at = now()', wasPublic: true },
  ];
  const hidden: { name: string; id: string; slug: string; wasPublic: boolean }[] = [];
  const title = `The Quibblewort`;
  const author = 'Quentin Quibblewort';

  const COUNTED = ['/home', '/tales', '/tales?category=dark', '/categories', '/authors', '/collections', '/recent'];
  const FEEDS = ['/recent.atom', '/tales.rss?category=dark', '/categories/fantasy.json'];
  const counts = () => Promise.all(COUNTED.map((path) => readJson(path)));
  let before: unknown[];

  beforeAll(async () => {
    const { rows: collections } = await pool.query('select id from collections limit 1');
    before = await counts();
    for (const [rank, { name, about, change, wasPublic = false }] of KINDS.entries()) {
      const words = { title, author, excerpt: `Of a ${WORD}.`, content: `<p>There grew a ${WORD} ${WORD}.</p>`, source: WORD };
      const more = { category: 'dark', tags: ['fantasy'], origin: 'Quibblewort', tale_type: WORD, retold_from: WORD, daysAgo: 0 };
      const { id, slug } = await addTale(db, { ...words, ...more, ...about });
      if (change !== undefined) await pool.query(`update tales set ${change} where id = $1`, [id]);
      await pool.query('update tales set featured_rank = $2 where id = $1', [id, 900 + rank]);
      await pool.query('insert into collection_tales (collection_id, tale_id, position) values ($1, $2, $3)', [
        collections[0].id,
        id,
        -rank,
      ]);
      hidden.push({ name, id, slug, wasPublic });
    }
  });

  test('changes no count, no list and no filter', async () => {
    await expect.poll(counts).toEqual(before);
  });

  test('stands on no page, in no sitemap, feed or catalogue and in no answer of the API', { timeout: 120_000 }, async () => {
    const found: string[] = [];
    const seen = await crawl(
      site.origin,
      ['/', '/sitemap.xml', '/robots.txt', '/opds', '/opds/v2', ...FEEDS, ...COUNTED.map((path) => `/api/v1${path}`)],
      (address, body) => {
        if (FOUND.test(body)) found.push(address);
      },
      createSampler(),
    );
    expect(found).toEqual([]);
    expect(seen.filter((address) => address.startsWith('/tale/')).length).toBeGreaterThan(25);
    expect(seen.filter((address) => address.startsWith('/api/v1/')).length).toBeGreaterThan(50);
    expect(seen).toContain('/author/hans-christian-andersen');
    expect(seen.filter((address) => /\.(atom|rss|json)(\?|$)/.test(address)).length).toBeGreaterThan(50);
    expect(seen.filter((address) => address.startsWith('/opds/v2/')).length).toBeGreaterThan(50);
    expect(seen).toContain('/opds/author/hans-christian-andersen');
    expect(seen.some((address) => address.startsWith('/oembed?'))).toBe(true);
  });

  test.each(KINDS.map(({ name }, at) => [name, at] as const))('is not there at its addresses, nor its pictures: %s', async (_name, at) => {
    const { id, slug, wasPublic } = hidden[at] as (typeof hidden)[number];
    const drawn = { slug, title, category: 'dark', coverImage: '' };
    const covers = [
      `/covers/${slug}.svg`,
      `/covers/${slug}-wide.svg`,
      coverAddress(drawn),
      coverAddress({ ...drawn, format: 'landscape' }),
      shareImageAddress({ slug, title, author, category: 'dark' }),
      jpegCoverAddress({ slug, title, author, category: 'dark' }, 'cover'),
      jpegCoverAddress({ slug, title, author, category: 'dark' }, 'thumb'),
      `/covers/${id}.svg`,
    ];
    const elsewhere = [`/opds/tale/${slug}`, `/opds/v2/tale/${slug}`, `/oembed?url=${encodeURIComponent(`${site.origin}/tale/${slug}`)}`];
    for (const path of [...covers, `/tale/${slug}.epub`, `/tale/${slug}.txt`, `/tale/${id}.epub`, `/tale/${id}`, `/api/v1/tales/${id}`])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    for (const path of [`/tale/${slug}`, `/api/v1/tales/${slug}`, ...elsewhere])
      expect([path, (await ask(path)).status]).toEqual([path, wasPublic ? 410 : 404]);
    expect(await readJson(`/tale-cards?ids=${id}`)).toEqual([]);
    if (!wasPublic) {
      const never = await read('/tale/there-never-was-one');
      expect(withoutTime(await read(`/tale/${slug}`))).toBe(withoutTime(never.replaceAll('there-never-was-one', slug)));
    }
  });

  test('is found by no word of it, however it is spelt, and is suggested to nobody', async () => {
    for (const q of [WORD, 'quibblewor', 'quiblewort', 'quibb', 'the quibblewort', 'quentin']) {
      const list = await readJson(`/tales?q=${encodeURIComponent(q)}`);
      expect([q, list.tales, list.corrected]).toEqual([q, [], null]);
      expect(JSON.stringify(await readJson(`/suggestions?q=${encodeURIComponent(q)}`))).not.toMatch(FOUND);
      if (!FOUND.test(q)) expect(await read(`/tales?q=${encodeURIComponent(q)}`)).not.toMatch(FOUND);
    }
    for (const path of ['/author/quentin-quibblewort', '/api/v1/authors/quentin-quibblewort']) expect((await ask(path)).status).toBe(404);
    for (const path of ['/tales.json', '/opds/v2/tales']) {
      const list = JSON.parse(await read(`${path}?q=${WORD}`));
      expect(list.items ?? list.publications).toEqual([]);
    }
    for (const path of ['/author/quentin-quibblewort.atom', '/opds/author/quentin-quibblewort']) expect((await ask(path)).status).toBe(404);
    expect((await readJson('/tales?origin=Quibblewort')).tales).toEqual([]);
    expect((await readJson('/tales?author=quentin-quibblewort')).tales).toEqual([]);
  });

  test('is no tale that chance leads to, nor the neighbour of one', async () => {
    const places = await Promise.all(Array.from({ length: 40 }, async () => (await ask('/random')).headers.get('location') ?? ''));
    expect(places.filter((place) => !place.startsWith('/tale/') || FOUND.test(place))).toEqual([]);
    const { tales } = await readJson('/categories/dark');
    const own = tales.find(({ category }: { category: { slug: string } }) => category.slug === 'dark');
    const newest = await readJson(`/tales/${own.slug}`);
    expect(newest.prevTale).toBeNull();
  });
});

/** Reads some addresses of each kind that every public tale, author and filter has, and all others. */
function createSampler(): (address: string) => boolean {
  const kinds = [
    /^\/tale\/[a-z0-9-]+$/,
    /^\/api\/v1\/tales\/[a-z0-9-]+$/,
    /^\/opds\/tale\//,
    /^\/opds\/v2\/tale\//,
    /\.txt$/,
    /^\/oembed\?/,
    /^\/tales\?/,
    /^\/tales\.atom\?/,
    /^\/tales\.rss\?/,
    /^\/tales\.json\?/,
    /^\/opds\/tales\?/,
    /^\/opds\/v2\/tales\?/,
    /^\/author\/.+\.(atom|rss|json)$/,
  ];
  const counts = kinds.map(() => 0);
  return (address) => {
    const at = kinds.findIndex((kind) => kind.test(address));
    if (at < 0) return true;
    counts[at] = (counts[at] ?? 0) + 1;
    return counts[at] <= 30;
  };
}

function withoutTime(html: string): string {
  return html.replace(/"now":"[^"]+"/, '');
}
