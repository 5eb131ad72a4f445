import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { BrowseQuery } from './browse-query.ts';

/** The same question with the slugs of today, where it names a category or authors by older ones; undefined where it does not. */
export async function findMovedQuery(db: Db, query: BrowseQuery): Promise<BrowseQuery | undefined> {
  if (query.category === '' && query.author.length === 0) return undefined;
  const { rows } = await sql<{ kind: string; old: string; slug: string }>`
    select 'category' as kind, s.slug as old, c.slug from category_slugs s join categories c on c.id = s.owner_id
      where s.slug = ${query.category} and c.slug <> s.slug
    union all select 'author', s.slug, a.slug from author_slugs s join authors a on a.id = s.owner_id
      where s.slug = any(${query.author}::text[]) and a.slug <> s.slug`.execute(db);
  if (rows.length === 0) return undefined;
  const today = (kind: string, slug: string) => rows.find((row) => row.kind === kind && row.old === slug)?.slug ?? slug;
  const author = [...new Set(query.author.map((slug) => today('author', slug)))];
  return { ...query, category: today('category', query.category), author };
}
