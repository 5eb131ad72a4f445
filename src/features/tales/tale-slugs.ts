/** Slugs of tales. The table tale_slugs keeps every slug ever used, so that old URLs redirect and no slug is reused. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { slugLike, toSlug } from '#src/platform/slug.ts';

type Trx = Transaction<Database>;
export type ClaimedSlug = { id: string; slug: string };
type Sluggable = { id: string; slug: string; title: string; status: string };
type NewTaleOptions = { tagIds: number[]; textLater: boolean };

/** Part of another statement: sets whether the transaction indexes texts for search at once, or leaves that to a job. */
export function setTextIndexing(later: boolean): RawBuilder<string> {
  return sql<string>`set_config('talewood.search_text', ${later ? 'defer' : ''}, true)`;
}

/** Returns the id of the tale that has or had the slug; null if it was deleted, undefined for an unused slug. */
export async function findSlugOwner(trx: Trx, slug: string): Promise<string | null | undefined> {
  const row = await trx.selectFrom('tale_slugs').select('tale_id').where('slug', '=', slug).executeTakeFirst();
  return row?.tale_id;
}

/** Returns those slugs that a tale has or had. */
export async function listTakenSlugs(trx: Trx, slugs: string[]): Promise<ReadonlySet<string>> {
  if (slugs.length === 0) return new Set();
  const { rows } = await sql<{ slug: string }>`select slug from tale_slugs where slug = any(${slugs})`.execute(trx);
  return new Set(rows.map((row) => row.slug));
}

/** Claims a slug for the tale `id`. False if another tale has or had it. Concurrent claims of one slug wait for each other. */
async function claimSlug(trx: Trx, slug: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into tale_slugs (slug, tale_id) values (${slug}, ${id}::uuid) on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n || (await findSlugOwner(trx, slug)) === id;
}

/**
 * Claims and returns the slug of a tale after a change; undefined if the requested slug is taken. Without a requested slug, a slug generated
 * from the title follows the title until the tale is first published. Slugs that were never public are released: only public URLs redirect.
 */
export async function changeSlug(
  trx: Trx,
  tale: Sluggable,
  requested: string | undefined,
  title = tale.title,
): Promise<string | undefined> {
  const isOutdated = isGeneratedFrom(tale.title, tale.slug) && !isGeneratedFrom(title, tale.slug);
  if (requested === undefined ? !isOutdated : requested === tale.slug) return tale.slug;
  const isReleased = !(await wasPublished(trx, tale));
  if (requested === undefined && !isReleased) return tale.slug;
  const slug = requested ?? (await claimSlugForExisting(trx, title, tale.id));
  if (!(await claimSlug(trx, slug, tale.id))) return undefined;
  if (isReleased) await sql`delete from tale_slugs where slug = ${tale.slug}`.execute(trx);
  return slug;
}

/**
 * Claims a slug for a new tale, generating its id, and inserts its further categories: before the tale itself, so that triggers run once.
 * Undefined if the slug is taken.
 */
export async function claimSlugForNew(trx: Trx, slug: string, { tagIds, textLater }: NewTaleOptions): Promise<ClaimedSlug | undefined> {
  const { rows } = await sql<ClaimedSlug>`
    with claimed as (
      insert into tale_slugs (slug, tale_id) values (${slug}, uuidv7()) on conflict do nothing returning tale_id as id, slug
    ), tagged as (
      insert into tale_categories (tale_id, category_id) select id, tag from claimed, unnest(${tagIds}::smallint[]) tag
    ) select id, slug, ${setTextIndexing(textLater)} from claimed ${preparedStatement}`.execute(trx);
  return rows[0] && { id: rows[0].id, slug: rows[0].slug };
}

/** Claims those slugs that are free for new tales, generating their ids. In sorted order, to avoid deadlocks. */
export async function claimSlugs(trx: Trx, slugs: string[]): Promise<ReadonlyMap<string, ClaimedSlug>> {
  const { rows } = await sql<ClaimedSlug>`
    insert into tale_slugs (slug, tale_id) select slug, uuidv7() from unnest(${slugs.toSorted()}::text[]) slug
    on conflict do nothing returning tale_id as id, slug`.execute(trx);
  return new Map(rows.map((row) => [row.slug, row]));
}

/**
 * Claims a numbered slug for each of many new tales whose own one is taken: `the-wolf-2`, `the-wolf-3` … Needs few statements, however many
 * tales share a title.
 */
export async function claimNumberedSlugs(trx: Trx, bases: readonly string[]): Promise<ClaimedSlug[]> {
  const claimed: ClaimedSlug[] = [];
  const next = new Map<string, number>();
  let pending = bases.map((base, at) => ({ base, at }));
  for (let spare = 2; pending.length > 0; spare *= 2) {
    const groups = [...Map.groupBy(pending, ({ base }) => base)].map(([base, tales]) => {
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
    const claimedBySlug = new Map(await claimSlugs(trx, [...new Set(wanted.map(({ slug }) => slug))]));
    for (const { at, slug } of wanted) {
      const own = claimedBySlug.get(slug);
      if (own !== undefined) claimed[at] = own;
      claimedBySlug.delete(slug);
    }
    pending = pending.filter(({ at }) => claimed[at] === undefined);
  }
  return claimed;
}

/** Claims the first free slug for a title, for a new tale: `the-frog-king`, `the-frog-king-2` … */
export async function claimSlugFromTitle(trx: Trx, title: string, forNew: NewTaleOptions): Promise<ClaimedSlug> {
  const base = toSlug(title, 'tale');
  const first = await claimSlugForNew(trx, slugLike(base, 1), forNew);
  if (first !== undefined) return first;
  const taken = await listSlugsLike(trx, base);
  for (let attempt = 2; ; attempt += 1) {
    const slug = slugLike(base, attempt);
    const claimed = taken.has(slug) ? undefined : await claimSlugForNew(trx, slug, forNew);
    if (claimed !== undefined) return claimed;
  }
}

/** The same for an existing tale. */
async function claimSlugForExisting(trx: Trx, title: string, id: string): Promise<string> {
  const base = toSlug(title, 'tale');
  const taken = await listSlugsLike(trx, base);
  for (let attempt = 1; ; attempt += 1) {
    const slug = slugLike(base, attempt);
    if (!taken.has(slug) && (await claimSlug(trx, slug, id))) return slug;
  }
}

/** Whether the slug was generated from the title, with or without a number. */
function isGeneratedFrom(title: string, slug: string): boolean {
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
