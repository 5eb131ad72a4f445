import { sql } from 'kysely';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { PicturePage, PictureQuery, PictureUse, PictureWithUses } from './contract.ts';
import { getPicture, isInLibrary, type PictureRow, pictureColumns, toPicture } from './picture-rows.ts';

const PAGE = 48;
const MAX_USES = 100;

/** Lists images whose name, alt text or credit contains `q`, newest first, 48 per page. Ids are ordered by time. */
export async function listPictures(db: Db, { q, after }: PictureQuery): Promise<PicturePage> {
  const words = sql`'%' || regexp_replace(normalize_text(${q}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
  const fits = q === '' ? sql`true` : sql`m.search_text like ${words}`;
  const beyond = after === '' ? sql`true` : sql`m.id < ${readCursor(after, 'text').id}::uuid`;
  const { rows } = await sql<PictureRow>`
    select ${pictureColumns} from media m where ${isInLibrary} and ${fits} and ${beyond} order by m.id desc limit ${PAGE + 1}`.execute(db);
  const last = rows[PAGE - 1];
  return { pictures: rows.slice(0, PAGE).map(toPicture), next: rows.length > PAGE && last ? writeCursor({ key: '', id: last.id }) : null };
}

/** Returns an image with the tales that use it. @throws AppError 404 `unknown_picture` */
export async function getPictureWithUses(db: Db, id: string): Promise<PictureWithUses> {
  const picture = await getPicture(db, id);
  return { ...picture, used_in: await listUses(db, id) };
}

/** Lists the first 100 tales that use an image, by title, including the trash. */
export async function listUses(db: Db, id: string): Promise<PictureUse[]> {
  const { rows } = await sql<PictureUse>`
    select t.id as tale_id, t.title, t.slug, t.deleted_at is not null as is_in_bin,
      t.status = 'published' and t.deleted_at is null and t.publish_date <= now() as is_public,
      bool_or(u.as_cover) as as_cover, bool_or(not u.as_cover) as in_text
    from media_uses u join tales t on t.id = u.tale_id where u.media_id = ${id}::uuid
    group by t.id order by t.title, t.id limit ${MAX_USES}`.execute(db);
  return rows;
}
