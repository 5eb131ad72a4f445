/** Tales as editors pick them for collections and for Featured: a line each. */
import { sql } from 'kysely';
import { coverAddress } from '#src/features/covers/covers.ts';
import { containing } from '#src/platform/db/containing.ts';
import type { Db } from '#src/platform/db/db.ts';
import { isPublic } from './cards.ts';
import type { TalePick } from './contract.ts';

const MOST = 20;

const columns = sql`t.id, t.slug, t.title, t.author, t.cover_image, c.palette,
  case when t.deleted_at is not null then 'bin' when t.status = 'draft' then 'draft' when ${isPublic} then 'published' else 'scheduled' end as state`;
const tables = sql`tales t join categories c on c.id = t.category_id`;

type Row = Omit<TalePick, 'cover'> & { cover_image: string; palette: string };

/**
 * Up to 20 tales, drafts too, whose title or author contains `q`: those whose title begins so first. `isPublishedOnly`: those
 * that readers see or will see. What is in the bin is not offered.
 */
export async function findTalePicks(db: Db, { q, isPublishedOnly }: { q: string; isPublishedOnly: boolean }): Promise<TalePick[]> {
  const { rows } = await sql<Row>`
    select ${columns} from (
      select * from tales where deleted_at is null and ${isPublishedOnly ? sql`status = 'published'` : sql`true`} and ${q === '' ? sql`true` : sql`search_text like ${containing(q)}`}
      order by ${q === '' ? sql`created_at desc` : sql`strpos(plain(title), plain(${q})) = 1 desc, length(title), title`}, id limit ${MOST}
    ) t join categories c on c.id = t.category_id
    order by ${q === '' ? sql`t.created_at desc` : sql`strpos(plain(t.title), plain(${q})) = 1 desc, length(t.title), t.title`}, t.id`.execute(
    db,
  );
  return rows.map(toPick);
}

/** These tales in this order, whatever their state; those that are gone are left out. */
export async function talePicksByIds(db: Db, ids: string[]): Promise<TalePick[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`select ${columns} from ${tables} where t.id = any(${ids}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, toPick(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function toPick({ cover_image, palette, ...tale }: Row): TalePick {
  return { ...tale, cover: coverAddress({ slug: tale.slug, title: tale.title, category: palette, coverImage: cover_image }) };
}
