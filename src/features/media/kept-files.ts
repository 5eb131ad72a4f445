import { hash } from 'node:crypto';
import type pg from 'pg';
import type { Db } from '#src/platform/db/db.ts';
import type { Expect, Expected, ObjectStore } from '#src/platform/objects/object-store.ts';
import { widthsOf } from '#src/ui/picture.ts';
import { isWhole, kindOf } from './encode/kind-of.ts';
import { folderOf } from './picture-rows.ts';

/** Size and hash of a picture's files when they were stored, by name; null for a picture stored before these were noted. */
export type StoredFiles = Record<string, { size: number; sha256: string }> | null;

/** A file of the store. `expect`: what it must be; `isShown`: it belongs to a picture of the library, and not to one that was taken out of it within the last hour. */
export type KeptFile = { key: string; type: string; isShown: boolean; expect: Expect };

const KEY = /^[0-9a-f]{20}-[1-9]\d{0,3}x[1-9]\d{0,3}\/[1-9]\d{0,3}\.(avif|webp)$/;

/** The files of all pictures that are whole, as the connection's transaction sees them. */
export async function listKeptFiles(client: pg.ClientBase | pg.Pool): Promise<KeptFile[]> {
  const { rows } = await client.query<{ hash: string; width: number; height: number; shown: boolean; files: StoredFiles }>(
    // A backup before migrations reads a schema that has no stored_files yet.
    "select hash, width, height, removed_at is null as shown, to_jsonb(media) -> 'stored_files' as files from media where ready_at is not null order by hash",
  );
  return rows.flatMap(({ shown, files, ...picture }) =>
    widthsOf(picture.width)
      .flatMap((width) => [`${width}.avif`, `${width}.webp`])
      .map((name) => ({
        key: `${folderOf(picture)}/${name}`,
        type: typeOfKeptFile(name),
        isShown: shown,
        expect: () => expectedOf(name, files),
      })),
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

/** What a stored file must be, by its key. Without the database only its form is known. */
export function expectFile(db: Db, key: string): Expect {
  const [folder = '', name = ''] = key.split('/');
  const [own = ''] = folder.split('-', 1);
  return async () => {
    const row = await db
      .selectFrom('media')
      .select('stored_files')
      .where('hash', '=', own)
      .executeTakeFirst()
      .catch(() => undefined);
    return expectedOf(name, (row?.stored_files ?? null) as StoredFiles);
  };
}

export function factsOf(bytes: Uint8Array): { size: number; sha256: string } {
  return { size: bytes.length, sha256: hash('sha256', bytes) };
}

function expectedOf(name: string, files: StoredFiles): Expected {
  return { ...files?.[name], isWhole: (bytes) => isWholePicture(bytes, typeOfKeptFile(name)) };
}

/** Whether a file of a picture may have this key in the store. */
export function isFileKey(key: string): boolean {
  return KEY.test(key);
}

/** The media type, by the ending. */
export function typeOfKeptFile(key: string): string {
  return key.endsWith('.avif') ? 'image/avif' : 'image/webp';
}

/** Whether the bytes are a complete file of this media type: nothing else may be served as a picture. */
export function isWholePicture(bytes: Buffer, type: string): boolean {
  const { kind } = kindOf(bytes);
  return kind === type && isWhole(bytes, kind);
}
