import { sql } from 'kysely';
import { hasPublicTales } from '#src/features/authors/authors.ts';
import { listIssueDays } from '#src/features/newsletter/newsletter.ts';
import { listTypesWithVersions } from '#src/features/tale-types/tale-types.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import { ALL_PAGES } from '#src/page-table.ts';
import type { Db } from '#src/platform/db/db.ts';
import { escapeXml } from '#src/platform/text.ts';
import { urls } from '#src/urls.ts';

/** URLs per sitemap of tales (sitemaps.org allows 50,000). A part is written without yielding, so larger parts would block requests. */
const PART = 10_000;
const MAX_PAGES = 48_000;
/** About twenty years of weekly issues. */
const MAX_ISSUES = 1_000;

type Entry = { path: string; changed?: string };

/** Returns the sitemap index. `site` has no trailing slash. */
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

/** Returns the sitemap of tales whose slugs sort after `after`. */
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

/** Returns the sitemap of static pages, categories, authors, collections, tale types with several versions and newsletter issues. */
export async function pagesSitemap(db: Db, site: string): Promise<string> {
  const { rows } = await sql<{ kind: 'author' | 'category' | 'collection'; slug: string }>`
    select 'category' as kind, c.slug from categories c join facet_counts f on f.author_id = 0 and f.facet = 'c:' || c.id
    union all select 'author', a.slug from authors a where ${hasPublicTales}
    union all select 'collection', o.slug from collections o where exists (
      select from collection_tales ct join tales t on t.id = ct.tale_id where ct.collection_id = o.id and ${isPublic})
    order by 1, 2 limit ${MAX_PAGES}`.execute(db);
  const fixed = ALL_PAGES.filter((page) => page.inSitemap).map(({ path }) => ({ path }));
  const issues = (await listIssueDays(db, MAX_ISSUES)).map(({ day, at }) => ({ path: urls.newsletter(day), changed: at.toISOString() }));
  const types = (await listTypesWithVersions(db)).map((number) => ({ path: urls.taleType(number) }));
  return urlSet(site, [...fixed, ...rows.map((row) => ({ path: urls[row.kind](row.slug) })), ...types, ...issues]);
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
