import { type RawBuilder, sql } from 'kysely';
import { coverAddress } from '#src/features/covers/covers.ts';
import type { Db } from '#src/platform/db/db.ts';
import { withPictures } from '#src/ui/pictures-in-html.ts';
import { cardColumns, cardTables, isPublic, isPublicAs, listFeaturedIds } from './cards.ts';
import type { TaleNeighbour, TaleView } from './contract.ts';
import { type DetailRow, detailColumns, toDetails } from './tale-details.ts';

/**
 * What stands at the address of a tale. `moved` names the slug it has now; `gone` was there once. `isAlone`: it has no other beside it in
 * its category, and the tales beside it are those of all. `related` is left empty: see related-tales.ts.
 */
export type FoundTale =
  | { kind: 'found'; tale: TaleView; isAlone: boolean }
  | { kind: 'moved'; slug: string }
  | { kind: 'gone' }
  | { kind: 'unknown' };

type TaleRow = DetailRow & { is_public: boolean; previous: NeighbourRow | null; next: NeighbourRow | null };
type NeighbourRow = { slug: string; title: string; cover_image: string; palette: string };

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Finds a public tale by its slug; by an id or a slug it once had it is found as moved. */
export async function findTale(db: Db, slugOrId: string): Promise<FoundTale> {
  if (UUID.test(slugOrId)) return findMoved(db, sql`t.id = ${slugOrId}::uuid`);
  if (!SLUG.test(slugOrId) || slugOrId.length > 200) return { kind: 'unknown' };
  const [row, featured] = await Promise.all([findRow(db, sql`t.slug = ${slugOrId} and ${isPublic}`), listFeaturedIds(db)]);
  if (row) {
    const isAlone = row.previous === null && row.next === null;
    const beside = isAlone ? await findBeside(db, row.id) : {};
    return { kind: 'found', tale: toView({ ...row, ...beside }, new Set(featured)), isAlone };
  }
  const moved = await findMoved(db, sql`t.id = (select tale_id from tale_slugs where slug = ${slugOrId})`);
  return moved.kind === 'moved' ? moved : findGone(db, slugOrId);
}

/** A tale for those who may see drafts. `palette` draws its cover, unless it has a picture: readers are refused it at its address. */
export type PreviewedTale = { tale: TaleView; isPublic: boolean; hasPicture: boolean; palette: string };

/** The tale of this id as readers will see it, whether it is public or not; null for one in the bin or none. */
export async function findTaleForPreview(db: Db, id: string): Promise<PreviewedTale | null> {
  const row = await findRow(db, sql`t.id = ${id}::uuid and t.deleted_at is null`);
  if (row === undefined) return null;
  return { tale: toView(row, new Set()), isPublic: row.is_public, hasPicture: row.cover_image !== '', palette: row.palette };
}

async function findRow(db: Db, which: RawBuilder<unknown>): Promise<TaleRow | undefined> {
  const { rows } = await sql<TaleRow>`
    select ${cardColumns}, ${detailColumns}, t.content, ${isPublic} as is_public,
      ${neighbour(sql`>`, sql`asc`)} as previous, ${neighbour(sql`<`, sql`desc`)} as next
    from ${cardTables} where ${which}`.execute(db);
  return rows[0];
}

/** The tales beside one that is alone in its category, of all. */
async function findBeside(db: Db, id: string): Promise<Pick<TaleRow, 'previous' | 'next'>> {
  const all = sql`true`;
  const { rows } = await sql<Pick<TaleRow, 'previous' | 'next'>>`
    select ${neighbour(sql`>`, sql`asc`, all)} as previous, ${neighbour(sql`<`, sql`desc`, all)} as next from tales t where t.id = ${id}::uuid`.execute(
    db,
  );
  return rows[0] ?? { previous: null, next: null };
}

/** The tale beside this one, in its category, by publish date: lists show the newest first, so "next" is the older one. */
function neighbour(
  side: RawBuilder<unknown>,
  direction: RawBuilder<unknown>,
  among: RawBuilder<unknown> = sql`n.category_id = t.category_id`,
): RawBuilder<unknown> {
  return sql`(select json_build_object('slug', n.slug, 'title', n.title, 'cover_image', n.cover_image,
      'palette', (select palette from categories where id = n.category_id)) from tales n
    where ${among} and ${isPublicAs('n')}
      and (n.publish_date, n.id) ${side} (t.publish_date, t.id)
    order by n.publish_date ${direction}, n.id ${direction} limit 1)`;
}

async function findMoved(db: Db, where: RawBuilder<unknown>): Promise<FoundTale> {
  const { rows } = await sql<{ slug: string }>`select t.slug from tales t where ${where} and ${isPublic}`.execute(db);
  return rows[0] ? { kind: 'moved', slug: rows[0].slug } : { kind: 'unknown' };
}

/** Gone: deleted for good, or in the bin after it had been public. A draft is unknown to readers. */
async function findGone(db: Db, slug: string): Promise<FoundTale> {
  const { rows } = await sql`
    select from tale_slugs s left join tales t on t.id = s.tale_id
    where s.slug = ${slug} and (s.tale_id is null or (t.status = 'published' and t.publish_date <= now() and t.deleted_at is not null))`.execute(
    db,
  );
  return { kind: rows.length > 0 ? 'gone' : 'unknown' };
}

function toView(row: TaleRow, featured: ReadonlySet<string>): TaleView {
  return {
    ...toDetails(row, featured),
    content: withPictures(row.content),
    prevTale: toNeighbour(row.previous),
    nextTale: toNeighbour(row.next),
    related: [],
  };
}

function toNeighbour(row: NeighbourRow | null): TaleNeighbour | null {
  if (row === null) return null;
  return {
    slug: row.slug,
    title: row.title,
    coverImage: coverAddress({ slug: row.slug, title: row.title, category: row.palette, coverImage: row.cover_image }),
  };
}

type TaleForCover = { title: string; category: string; author: string; cover: string };

/** What the cover of a public tale is drawn from; null for a slug that readers may not see. */
export async function findTaleForCover(db: Db, slug: string): Promise<TaleForCover | null> {
  const { rows } = await sql<TaleForCover>`
    select t.title, c.palette as category, t.author, t.cover_image as cover from ${cardTables} where t.slug = ${slug} and ${isPublic}`.execute(
    db,
  );
  return rows[0] ?? null;
}
