/** Slugs of authors, categories and collections. Every slug that was ever used is stored with its owner. */
import { sql } from 'kysely';
import { slugLike } from '#src/platform/slug.ts';
import type { Db } from './db.ts';

type SlugTable = 'author_slugs' | 'category_slugs' | 'collection_slugs';

/** The state of a former URL: `moved` with the current slug, or `gone`. */
export type OldAddress = { kind: 'moved'; slug: string } | { kind: 'gone' } | { kind: 'unknown' };

/** Returns the owner of a slug; null when it was deleted, undefined for an unknown slug. */
export async function findSlugOwner(db: Db, table: SlugTable, slug: string): Promise<number | null | undefined> {
  const { rows } = await sql<{ owner_id: number | null }>`select owner_id from ${sql.table(table)} where slug = ${slug}`.execute(db);
  return rows[0]?.owner_id;
}

/** Returns the first unused slug of `base`, `base-2`, `base-3` … */
export async function findFreeSlug(db: Db, table: SlugTable, base: string, reserved: readonly string[] = []): Promise<string> {
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(table)} where slug = ${base} or slug like ${`${base}-%`}`.execute(db);
  const taken = new Set([...reserved, ...rows.map((row) => row.slug)]);
  for (let attempt = 1; ; attempt += 1) {
    const slug = slugLike(base, attempt);
    if (!taken.has(slug)) return slug;
  }
}

/** Lists all former slugs of a record, oldest first. `today`: its current slug. */
export async function listOldSlugs(db: Db, table: SlugTable, owner: number, today: string): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(table)} where owner_id = ${owner} and slug <> ${today} order by created_at, slug`.execute(db);
  return rows.map((row) => row.slug);
}

/** Transfers all slugs of one record to another. */
export async function transferSlugs(trx: Db, table: SlugTable, from: number, to: number): Promise<void> {
  await sql`update ${sql.table(table)} set owner_id = ${to} where owner_id = ${from}`.execute(trx);
}
