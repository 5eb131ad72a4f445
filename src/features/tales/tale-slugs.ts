/** The addresses of tales. tale_slugs holds each that was ever given, so that no two tales ever share one. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { keptPlan } from '#src/platform/db/kept-plans.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { slugLike, toSlug } from '#src/platform/slug.ts';

type Trx = Transaction<Database>;
export type Claimed = { id: string; slug: string };
type Sluggable = { id: string; slug: string; title: string; status: string };
type ForNew = { tagIds: number[]; textLater: boolean };

/** Tells the transaction, by the way of another statement, when the words of texts that it writes are read for the search. */
export function textsRead(later: boolean): RawBuilder<string> {
  return sql<string>`set_config('talewood.texts', ${later ? 'later' : ''}, true)`;
}

/** The tale that has or had the address; null for one that is deleted, undefined when nobody ever had it. */
export async function findSlugOwner(trx: Trx, slug: string): Promise<string | null | undefined> {
  const row = await trx.selectFrom('tale_slugs').select('tale_id').where('slug', '=', slug).executeTakeFirst();
  return row?.tale_id;
}

/** Those of the addresses that a tale has or had. */
export async function listTakenSlugs(trx: Trx, slugs: string[]): Promise<ReadonlySet<string>> {
  if (slugs.length === 0) return new Set();
  const { rows } = await sql<{ slug: string }>`select slug from tale_slugs where slug = any(${slugs})`.execute(trx);
  return new Set(rows.map((row) => row.slug));
}

/**
 * Takes the address for the tale `id`. False when another has or had it. Two that want it at the same time wait for each other.
 */
export async function claimSlug(trx: Trx, slug: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into tale_slugs (slug, tale_id) values (${slug}, ${id}::uuid) on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n || (await findSlugOwner(trx, slug)) === id;
}

/**
 * The slug of a tale after a change, claimed for it; undefined when another tale has or had the wanted one. Without a wanted slug, one that was
 * made from the title follows the title until the tale is first published. What was never public is given back: only public URLs redirect.
 */
export async function changeSlug(trx: Trx, tale: Sluggable, wanted: string | undefined, title = tale.title): Promise<string | undefined> {
  const isOutdated = isMadeFrom(tale.title, tale.slug) && !isMadeFrom(title, tale.slug);
  if (wanted === undefined ? !isOutdated : wanted === tale.slug) return tale.slug;
  const isReleased = !(await wasPublished(trx, tale));
  if (wanted === undefined && !isReleased) return tale.slug;
  const slug = wanted ?? (await claimFromTitle(trx, title, tale.id));
  if (!(await claimSlug(trx, slug, tale.id))) return undefined;
  if (isReleased) await sql`delete from tale_slugs where slug = ${tale.slug}`.execute(trx);
  return slug;
}

/**
 * Takes the address for a new tale, whose id is made here, and puts that under its further categories: before it is written, as what
 * follows from them is written with it, once. Undefined when another has or had the address.
 */
export async function claimForNew(trx: Trx, slug: string, { tagIds, textLater }: ForNew): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    with claimed as (
      insert into tale_slugs (slug, tale_id) values (${slug}, uuidv7()) on conflict do nothing returning tale_id as id, slug
    ), tagged as (
      insert into tale_categories (tale_id, category_id) select id, tag from claimed, unnest(${tagIds}::smallint[]) tag
    ) select id, slug, ${textsRead(textLater)} from claimed ${keptPlan}`.execute(trx);
  return rows[0] && { id: rows[0].id, slug: rows[0].slug };
}

/** Takes as many of the addresses as are free, each for a new tale whose id is made here. In one order, so that two who do so never wait for each other. */
export async function claimMany(trx: Trx, slugs: string[]): Promise<ReadonlyMap<string, Claimed>> {
  const { rows } = await sql<Claimed>`
    insert into tale_slugs (slug, tale_id) select slug, uuidv7() from unnest(${slugs.toSorted()}::text[]) slug
    on conflict do nothing returning tale_id as id, slug`.execute(trx);
  return new Map(rows.map((row) => [row.slug, row]));
}

/**
 * Takes an address for each of many new tales whose own one is taken, as `claimLike` does for one: `the-wolf-2`, `the-wolf-3` … Few statements for
 * all of them, however many have the same title.
 */
export async function claimManyLike(trx: Trx, bases: readonly string[]): Promise<Claimed[]> {
  const claimed: Claimed[] = [];
  const next = new Map<string, number>();
  let waiting = bases.map((base, at) => ({ base, at }));
  for (let spare = 2; waiting.length > 0; spare *= 2) {
    const groups = [...Map.groupBy(waiting, ({ base }) => base)].map(([base, tales]) => {
      const from = next.get(base) ?? 2;
      const slugs = Array.from({ length: tales.length + spare }, (_, index) => slugLike(base, from + index));
      next.set(base, from + slugs.length);
      return { tales, slugs };
    });
    const taken = await listTakenSlugs(
      trx,
      groups.flatMap(({ slugs }) => slugs),
    );
    const wanted = groups.flatMap(({ tales, slugs }) => {
      const free = slugs.filter((slug) => !taken.has(slug));
      return tales.slice(0, free.length).map(({ at }, index) => ({ at, slug: free[index] as string }));
    });
    const got = new Map(await claimMany(trx, [...new Set(wanted.map(({ slug }) => slug))]));
    for (const { at, slug } of wanted) {
      const own = got.get(slug);
      if (own !== undefined) claimed[at] = own;
      got.delete(slug);
    }
    waiting = waiting.filter(({ at }) => claimed[at] === undefined);
  }
  return claimed;
}

/** The same with the first address that is free of those that fit the title: `the-frog-king`, `the-frog-king-2` … */
export async function claimLike(trx: Trx, title: string, forNew: ForNew): Promise<Claimed> {
  const base = toSlug(title, 'tale');
  const first = await claimForNew(trx, slugLike(base, 1), forNew);
  if (first !== undefined) return first;
  const taken = await listSlugsLike(trx, base);
  for (let attempt = 2; ; attempt += 1) {
    const slug = slugLike(base, attempt);
    const claimed = taken.has(slug) ? undefined : await claimForNew(trx, slug, forNew);
    if (claimed !== undefined) return claimed;
  }
}

/** The same for a tale that is there already. */
async function claimFromTitle(trx: Trx, title: string, id: string): Promise<string> {
  const base = toSlug(title, 'tale');
  const taken = await listSlugsLike(trx, base);
  for (let attempt = 1; ; attempt += 1) {
    const slug = slugLike(base, attempt);
    if (!taken.has(slug) && (await claimSlug(trx, slug, id))) return slug;
  }
}

/** Whether the slug is what claimLike makes from the title, with or without a number. */
function isMadeFrom(title: string, slug: string): boolean {
  const base = toSlug(title, 'tale');
  return slug.startsWith(base) && /^(-\d+)?$/.test(slug.slice(base.length));
}

async function wasPublished(trx: Trx, { id, status }: Sluggable): Promise<boolean> {
  if (status === 'published') return true;
  const published = trx.selectFrom('tale_revisions').select('version').where('tale_id', '=', id).where('status', '=', 'published');
  return (await published.limit(1).executeTakeFirst()) !== undefined;
}

async function listSlugsLike(trx: Trx, base: string): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`select slug from tale_slugs where slug = ${base} or slug like ${`${base}-%`}`.execute(trx);
  return new Set(rows.map((row) => row.slug));
}
