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

/** Tales that are not public are not disclosed anywhere (S16). */

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

const request = (path: string) => fetch(site.origin + path, { redirect: 'manual' });
const read = async (path: string) => (await request(path)).text();
const readJson = async (path: string) => (await request(`/api/v1${path}`)).json();
const inSeconds = (seconds: number) => new Date(Date.now() + 1_000 * seconds).toISOString();

describe('a tale that is not public', () => {
  const WORD = 'quibblewort';
  const FOUND = /quibblewort/i;
  /** `wasPublic`: the URL of a formerly public tale answers 410. */
  const KINDS: { name: string; about: Partial<TaleInput>; change?: string; wasPublic?: true }[] = [
    { name: 'a draft', about: { status: 'draft' } },
    { name: 'a draft with a future date', about: { status: 'draft', publish_date: inSeconds(86_400) } },
    { name: 'a scheduled tale', about: { publish_date: inSeconds(86_400) } },
    { name: 'an unpublished tale', about: {}, change: "status = 'draft'" },
    { name: 'a rescheduled tale', about: {}, change: "publish_date = now() + interval '1 day'" },
    { name: 'a draft in the trash', about: { status: 'draft' }, change: 'deleted_at = now()' },
    { name: 'a scheduled tale in the trash', about: { publish_date: inSeconds(86_400) }, change: 'deleted_at = now()' },
    { name: 'a published tale in the trash', about: {}, change: 'deleted_at = now()', wasPublic: true },
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

  test('changes no count, list or filter', async () => {
    await expect.poll(counts).toEqual(before);
  });

  test('appears on no page, sitemap, feed, OPDS catalogue or API response', { timeout: 120_000 }, async () => {
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

  test.each(KINDS.map(({ name }, index) => [name, index] as const))(
    'is not found at its URLs, nor are its covers: %s',
    async (_name, index) => {
      const { id, slug, wasPublic } = hidden[index] as (typeof hidden)[number];
      const cover = { slug, title, category: 'dark', coverImage: '' };
      const covers = [
        `/covers/${slug}.svg`,
        `/covers/${slug}-wide.svg`,
        coverAddress(cover),
        coverAddress({ ...cover, format: 'landscape' }),
        shareImageAddress({ slug, title, author, category: 'dark' }),
        jpegCoverAddress({ slug, title, author, category: 'dark' }, 'cover'),
        jpegCoverAddress({ slug, title, author, category: 'dark' }, 'thumb'),
        `/covers/${id}.svg`,
      ];
      const elsewhere = [`/opds/tale/${slug}`, `/opds/v2/tale/${slug}`, `/oembed?url=${encodeURIComponent(`${site.origin}/tale/${slug}`)}`];
      for (const path of [...covers, `/tale/${slug}.epub`, `/tale/${slug}.txt`, `/tale/${id}.epub`, `/tale/${id}`, `/api/v1/tales/${id}`])
        expect([path, (await request(path)).status]).toEqual([path, 404]);
      for (const path of [`/tale/${slug}`, `/api/v1/tales/${slug}`, ...elsewhere])
        expect([path, (await request(path)).status]).toEqual([path, wasPublic ? 410 : 404]);
      expect(await readJson(`/tale-cards?ids=${id}`)).toEqual([]);
      if (!wasPublic) {
        const unknown = await read('/tale/unknown-tale');
        expect(withoutTime(await read(`/tale/${slug}`))).toBe(withoutTime(unknown.replaceAll('unknown-tale', slug)));
      }
    },
  );

  test('is not found by search, also misspelt, and not suggested', async () => {
    for (const q of [WORD, 'quibblewor', 'quiblewort', 'quibb', 'the quibblewort', 'quentin']) {
      const list = await readJson(`/tales?q=${encodeURIComponent(q)}`);
      expect([q, list.tales, list.corrected]).toEqual([q, [], null]);
      expect(JSON.stringify(await readJson(`/suggestions?q=${encodeURIComponent(q)}`))).not.toMatch(FOUND);
      if (!FOUND.test(q)) expect(await read(`/tales?q=${encodeURIComponent(q)}`)).not.toMatch(FOUND);
    }
    for (const path of ['/author/quentin-quibblewort', '/api/v1/authors/quentin-quibblewort'])
      expect((await request(path)).status).toBe(404);
    for (const path of ['/tales.json', '/opds/v2/tales']) {
      const list = JSON.parse(await read(`${path}?q=${WORD}`));
      expect(list.items ?? list.publications).toEqual([]);
    }
    for (const path of ['/author/quentin-quibblewort.atom', '/opds/author/quentin-quibblewort'])
      expect((await request(path)).status).toBe(404);
    expect((await readJson('/tales?origin=Quibblewort')).tales).toEqual([]);
    expect((await readJson('/tales?author=quentin-quibblewort')).tales).toEqual([]);
  });

  test('is neither a random tale nor the neighbour of another one', async () => {
    const locations = await Promise.all(Array.from({ length: 40 }, async () => (await request('/random')).headers.get('location') ?? ''));
    expect(locations.filter((location) => !location.startsWith('/tale/') || FOUND.test(location))).toEqual([]);
    const { tales } = await readJson('/categories/dark');
    const own = tales.find(({ category }: { category: { slug: string } }) => category.slug === 'dark');
    const newest = await readJson(`/tales/${own.slug}`);
    expect(newest.prevTale).toBeNull();
  });
});

/** Returns a filter that accepts 30 URLs of each kind that every tale, author or filter has, and all others. */
function createSampler(): (address: string) => boolean {
  const kinds = [
    /^\/tale\/[a-z0-9-]+$/,
    /^\/api\/v1\/tales\/[a-z0-9-]+$/,
    /^\/opds\/tale\//,
    /^\/opds\/v2\/tale\//,
    /\.txt$/,
    /^\/oembed\?/,
    /^\/how-long\?/,
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
