/** Rows of images in the form of the API. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { Picture } from './contract.ts';

export type PictureRow = Omit<Picture, 'address' | 'created_at'> & { hash: string; created_at: Date };

/** Columns of `media m`. */
export const pictureColumns = sql`m.id, m.hash, m.name, m.alt, m.credit, m.focal_x, m.focal_y, m.width, m.height, m.bytes, m.created_at,
  (select count(distinct u.tale_id) from media_uses u where u.media_id = m.id)::integer as uses`;
/** Complete and not deleted. */
export const isInLibrary: RawBuilder<boolean> = sql`m.ready_at is not null and m.removed_at is null`;

export function toPicture({ hash, created_at, ...row }: PictureRow): Picture {
  const { id, width, height, ...rest } = row;
  return { id, address: addressOf({ hash, width, height }), ...rest, width, height, created_at: created_at.toISOString() };
}

type Named = { hash: string; width: number; height: number };

/** Returns the folder of an image's files, in the store and in its address. */
export function folderOf({ hash, width, height }: Named): string {
  return `${hash}-${width}x${height}`;
}

/** Returns the address of an image in its largest width. */
export function addressOf(picture: Named): string {
  return `/media/${folderOf(picture)}/${picture.width}.webp`;
}

/** @throws AppError 404 `unknown_picture` */
export async function getPicture(db: Db, id: string): Promise<Picture> {
  const { rows } = await sql<PictureRow>`select ${pictureColumns} from media m where m.id = ${id}::uuid and ${isInLibrary}`.execute(db);
  if (rows[0] === undefined) throw unknownPicture();
  return toPicture(rows[0]);
}

/** Returns an image and locks it until the end of the transaction. @throws AppError 404 `unknown_picture` */
export async function lockPicture(trx: Db, id: string): Promise<Picture> {
  const { rows } = await sql`select from media m where m.id = ${id}::uuid and ${isInLibrary} for update`.execute(trx);
  if (rows.length === 0) throw unknownPicture();
  return getPicture(trx, id);
}

function unknownPicture() {
  return notFound('This image does not exist. It may have been deleted.', 'unknown_picture');
}
