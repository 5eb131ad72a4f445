import type pg from 'pg';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { widthsOf } from '#src/ui/picture.ts';
import { kindOf } from './encode/kind-of.ts';
import { folderOf } from './picture-rows.ts';

/** A file of the store. `isShown`: it belongs to a picture of the library, and not to one that was taken out of it within the last hour. */
export type KeptFile = { key: string; type: string; isShown: boolean };

const KEY = /^[0-9a-f]{20}-[1-9]\d{0,3}x[1-9]\d{0,3}\/[1-9]\d{0,3}\.(avif|webp)$/;

/** The files of all pictures that are whole, as the connection's transaction sees them. */
export async function listKeptFiles(client: pg.ClientBase | pg.Pool): Promise<KeptFile[]> {
  const { rows } = await client.query<{ hash: string; width: number; height: number; shown: boolean }>(
    'select hash, width, height, removed_at is null as shown from media where ready_at is not null order by hash',
  );
  return rows.flatMap(({ shown, ...picture }) =>
    widthsOf(picture.width)
      .flatMap((width) => [`${width}.avif`, `${width}.webp`])
      .map((name) => ({ key: `${folderOf(picture)}/${name}`, type: typeOfKeptFile(name), isShown: shown })),
  );
}

/**
 * Whether the store has the files of pictures that the database shows, by a sample of six: all are missing where DATA_DIR or the bucket is
 * another one than that in which they were stored.
 */
export async function hasStoredPictures(client: pg.ClientBase | pg.Pool, store: Pick<ObjectStore, 'has'>): Promise<boolean> {
  const sample = (order: string) =>
    `(select hash, width, height from media where ready_at is not null and removed_at is null order by ready_at ${order} limit 3)`;
  const { rows } = await client.query<{ hash: string; width: number; height: number }>(`${sample('asc')} union ${sample('desc')}`);
  const found = await Promise.all(rows.map((picture) => store.has(`${folderOf(picture)}/${widthsOf(picture.width)[0]}.webp`)));
  return !found.includes(false);
}

/** Whether a file of a picture may have this key in the store. */
export function isFileKey(key: string): boolean {
  return KEY.test(key);
}

/** The media type, by the ending. */
export function typeOfKeptFile(key: string): string {
  return key.endsWith('.avif') ? 'image/avif' : 'image/webp';
}

/** The media type of a picture, by its first bytes; undefined for anything that is none of ours. */
export function typeOfBytes(bytes: Buffer): string | undefined {
  return kindOf(bytes).kind;
}
