/** The addresses of tales. tale_slugs holds each that was ever given, so that no two tales ever share one. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { slugLike, toSlug } from '#src/platform/slug.ts';

type Trx = Transaction<Database>;
type Claimed = { id: string; slug: string };

/** The tale that has or had the address; null for one that is deleted, undefined when nobody ever had it. */
export async function findSlugOwner(trx: Trx, slug: string): Promise<string | null | undefined> {
  const row = await trx.selectFrom('tale_slugs').select('tale_id').where('slug', '=', slug).executeTakeFirst();
  return row?.tale_id;
}

/**
 * Takes the address for a tale: the one of `id`, or a new one, whose id is made here. Undefined when another has or had it.
 * Two that want it at the same time wait for each other.
 */
export async function claimSlug(trx: Trx, slug: string, id?: string): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    insert into tale_slugs (slug, tale_id) values (${slug}, coalesce(${id ?? null}::uuid, uuidv7()))
    on conflict do nothing returning tale_id as id, slug`.execute(trx);
  if (rows[0] !== undefined || id === undefined) return rows[0];
  return (await findSlugOwner(trx, slug)) === id ? { id, slug } : undefined;
}

/** Takes the first address that is free of those that fit the title: `the-frog-king`, `the-frog-king-2` … */
export async function claimSlugLike(trx: Trx, title: string): Promise<Claimed> {
  const base = toSlug(title, 'tale');
  const taken = await listSlugsLike(trx, base);
  for (let attempt = 1; ; attempt += 1) {
    const slug = slugLike(base, attempt);
    const claimed = taken.has(slug) ? undefined : await claimSlug(trx, slug);
    if (claimed !== undefined) return claimed;
  }
}

async function listSlugsLike(trx: Trx, base: string): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`select slug from tale_slugs where slug = ${base} or slug like ${`${base}-%`}`.execute(trx);
  return new Set(rows.map((row) => row.slug));
}
