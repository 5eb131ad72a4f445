import { sql } from 'kysely';
import { letterDays } from '#src/features/newsletter/newsletter.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { urls } from '#src/urls.ts';
import { escapeXml } from './xml.ts';

/** Sitemaps as sitemaps.org asks: an index, and parts of at most 50,000 addresses with their true last change. */

/**
 * Addresses of one part. Parts follow each other by slug, so that none grows and all cost the same. One is written without
 * a pause: a larger one would keep other readers waiting.
 */
const PART = 10_000;
const MOST_PAGES = 48_000;
/** Those of twenty years. */
const MOST_LETTERS = 1_000;

/** The pages behind the footer. */
const FOOT = [urls.about(), urls.contact(), urls.privacy(), urls.terms(), urls.accessibility(), urls.takedown(), urls.oldWords()];

type Entry = { path: string; changed?: string };

/** The index: one part for the pages, and as many as the tales need. `site` has no final slash. */
export async function sitemapIndex(db: Db, site: string, part = PART): Promise<string> {
  const starts = [''];
  for (;;) {
    const next = await endOfPart(db, starts.at(-1) ?? '', part);
    if (next === undefined) break;
    starts.push(next);
  }
  const addresses = ['/sitemaps/pages.xml', ...starts.map((after) => `/sitemaps/tales.xml${after ? `?after=${after}` : ''}`)];
  return xml(
    'sitemapindex',
    addresses.map((address) => `<sitemap><loc>${escapeXml(site + address)}</loc></sitemap>`),
  );
}

/** One part of the tales: those whose slugs come after `after`. */
export async function talesSitemap(db: Db, site: string, after: string, part = PART): Promise<string> {
  const { rows } = await sql<{ slug: string; changed: Date }>`
    select slug, updated_at as changed from tales t where ${isPublic} and slug collate "C" > ${after} order by slug collate "C" limit ${part}`.execute(
    db,
  );
  return urlSet(
    site,
    rows.map((row) => ({ path: urls.tale(row.slug), changed: row.changed.toISOString() })),
  );
}

/** Everything that is not a tale: the fixed pages, categories, authors, collections and letters. */
export async function pagesSitemap(db: Db, site: string): Promise<string> {
  const { rows } = await sql<{ kind: 'author' | 'category' | 'collection'; slug: string }>`
    select 'category' as kind, c.slug from categories c join facet_counts f on f.author_id = 0 and f.facet = 'c:' || c.id
    union all select 'author', a.slug from authors a where exists (select from tales t where t.author_id = a.id and ${isPublic})
    union all select 'collection', o.slug from collections o where exists (
      select from collection_tales ct join tales t on t.id = ct.tale_id where ct.collection_id = o.id and ${isPublic})
    order by 1, 2 limit ${MOST_PAGES}`.execute(db);
  const lists = [
    urls.home(),
    urls.tales(),
    urls.recent(),
    urls.categories(),
    urls.authors(),
    urls.collections(),
    urls.newsletter(),
    urls.tonight(),
    urls.howLong(),
  ];
  const fixed = [...lists, ...FOOT].map((path) => ({ path }));
  const letters = (await letterDays(db, MOST_LETTERS)).map(({ day, at }) => ({ path: urls.newsletter(day), changed: at.toISOString() }));
  return urlSet(site, [...fixed, ...rows.map((row) => ({ path: urls[row.kind](row.slug) })), ...letters]);
}

async function endOfPart(db: Db, after: string, part: number): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select slug from tales t where ${isPublic} and slug collate "C" > ${after} order by slug collate "C" offset ${part - 1} limit 2`.execute(
    db,
  );
  return rows.length === 2 ? rows[0]?.slug : undefined;
}

function urlSet(site: string, entries: Entry[]): string {
  return xml(
    'urlset',
    entries.map(({ path, changed }) => `<url><loc>${escapeXml(site + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`),
  );
}

function xml(root: string, lines: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`;
}
