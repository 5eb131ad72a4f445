/** The addresses of authors, categories and collections: each that was ever given stands in a table, with whom it leads to. */
import { sql } from 'kysely';
import { slugLike } from '#src/platform/slug.ts';
import type { Db } from './db.ts';

export type SlugTable = 'author_slugs' | 'category_slugs' | 'collection_slugs';

/** What stands at an address that nothing has now: `moved` names the one to go to, `gone` was there once. */
export type OldAddress = { kind: 'moved'; slug: string } | { kind: 'gone' } | { kind: 'unknown' };

/** Whom an address leads to; null for something retired, undefined when nobody ever had it. */
export async function findSlugOwner(db: Db, table: SlugTable, slug: string): Promise<number | null | undefined> {
  const { rows } = await sql<{ owner_id: number | null }>`select owner_id from ${sql.table(table)} where slug = ${slug}`.execute(db);
  return rows[0]?.owner_id;
}

/** The first address that nobody ever had of those that fit: `base`, `base-2`, `base-3` … */
export async function findFreeSlug(db: Db, table: SlugTable, base: string, reserved: readonly string[] = []): Promise<string> {
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(table)} where slug = ${base} or slug like ${`${base}-%`}`.execute(db);
  const taken = new Set([...reserved, ...rows.map((row) => row.slug)]);
  for (let attempt = 1; ; attempt += 1) {
    const slug = slugLike(base, attempt);
    if (!taken.has(slug)) return slug;
  }
}

/** All addresses but today's that lead to it, oldest first. */
export async function listOldSlugs(db: Db, table: SlugTable, owner: number, today: string): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(table)} where owner_id = ${owner} and slug <> ${today} order by created_at, slug`.execute(db);
  return rows.map((row) => row.slug);
}

/** From now on all addresses of one lead to another. */
export async function handOnSlugs(trx: Db, table: SlugTable, from: number, to: number): Promise<void> {
  await sql`update ${sql.table(table)} set owner_id = ${to} where owner_id = ${from}`.execute(trx);
}
