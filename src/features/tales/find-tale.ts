import { type RawBuilder, sql } from 'kysely';
import { coverAddress, shareImageAddress } from '#src/features/covers/covers.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type CardRow, cardColumns, cardTables, isPublic, isPublicAs, listFeaturedIds, toCard } from './cards.ts';
import type { Link, TaleNeighbour, TaleView } from './contract.ts';

/** What stands at the address of a tale. `moved` names the slug it has now; `gone` was there once. */
export type FoundTale = { kind: 'found'; tale: TaleView } | { kind: 'moved'; slug: string } | { kind: 'gone' } | { kind: 'unknown' };

type TaleRow = CardRow & {
  content: string;
  tags: Link[];
  origin: string;
  tale_type: string;
  retold_from: string;
  source: string;
  updated_at: Date;
  previous: NeighbourRow | null;
  next: NeighbourRow | null;
};
type NeighbourRow = { slug: string; title: string; cover_image: string };

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Finds a public tale by its slug; by an id or a slug it once had it is found as moved. */
export async function findTale(db: Db, slugOrId: string): Promise<FoundTale> {
  if (UUID.test(slugOrId)) return findMoved(db, sql`t.id = ${slugOrId}::uuid`);
  if (!SLUG.test(slugOrId) || slugOrId.length > 200) return { kind: 'unknown' };
  const [row, featured] = await Promise.all([findRow(db, slugOrId), listFeaturedIds(db)]);
  if (row) return { kind: 'found', tale: toView(row, new Set(featured)) };
  const moved = await findMoved(db, sql`t.id = (select tale_id from tale_slugs where slug = ${slugOrId})`);
  return moved.kind === 'moved' ? moved : findGone(db, slugOrId);
}

async function findRow(db: Db, slug: string): Promise<TaleRow | undefined> {
  const { rows } = await sql<TaleRow>`
    select ${cardColumns}, t.content, t.origin, t.tale_type, t.retold_from, t.source, t.updated_at,
      coalesce((select json_agg(json_build_object('slug', tag.slug, 'name', tag.name) order by tag.position)
        from tale_categories tc join categories tag on tag.id = tc.category_id where tc.tale_id = t.id), '[]') as tags,
      ${neighbour(sql`>`, sql`asc`)} as previous, ${neighbour(sql`<`, sql`desc`)} as next
    from ${cardTables} where t.slug = ${slug} and ${isPublic}`.execute(db);
  return rows[0];
}

/** The tale beside this one in its category, by publish date: lists show the newest first, so "next" is the older one. */
function neighbour(side: RawBuilder<unknown>, direction: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select json_build_object('slug', n.slug, 'title', n.title, 'cover_image', n.cover_image) from tales n
    where n.category_id = t.category_id and ${isPublicAs('n')}
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
    ...toCard(row, featured),
    content: row.content,
    words: row.words,
    tags: row.tags,
    origin: row.origin,
    taleType: row.tale_type,
    retoldFrom: row.retold_from,
    source: row.source,
    shareImage: shareImageAddress({ slug: row.slug, title: row.title, author: row.author, category: row.category_slug }),
    updatedAt: row.updated_at.toISOString(),
    prevTale: toNeighbour(row.previous, row.category_slug),
    nextTale: toNeighbour(row.next, row.category_slug),
  };
}

function toNeighbour(row: NeighbourRow | null, category: string): TaleNeighbour | null {
  if (row === null) return null;
  return {
    slug: row.slug,
    title: row.title,
    coverImage: coverAddress({ slug: row.slug, title: row.title, category, coverImage: row.cover_image }),
  };
}

/** What the cover of a public tale is drawn from; null for a slug that readers may not see. */
export async function findTaleForCover(db: Db, slug: string): Promise<{ title: string; category: string; author: string } | null> {
  const { rows } = await sql<{ title: string; category: string; author: string }>`
    select t.title, c.slug as category, t.author from ${cardTables} where t.slug = ${slug} and ${isPublic}`.execute(db);
  return rows[0] ?? null;
}
