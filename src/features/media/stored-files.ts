import { hash } from 'node:crypto';
import type pg from 'pg';
import type { Db } from '#src/platform/db/db.ts';
import type { Expect, Expected, ObjectStore } from '#src/platform/objects/object-store.ts';
import { widthsOf } from '#src/ui/picture.ts';
import { sniffType } from './encode/sniff-type.ts';
import type { Kind } from './picture-files.ts';
import { folderOf } from './picture-rows.ts';

/** Size and hash of an image's files when they were stored, by name; null for images stored before these were recorded. */
export type StoredFiles = Record<string, { size: number; sha256: string }> | null;

/** A file of the store. `expect`: checks its content; `isShown`: false if its image was deleted within the last hour. */
export type StoredFile = { key: string; type: string; isShown: boolean; expect: Expect };

const KEY = /^[0-9a-f]{20}-[1-9]\d{0,3}x[1-9]\d{0,3}\/[1-9]\d{0,3}\.(avif|webp)$/;

/** Lists the files of all complete images, as the connection's transaction sees them. */
export async function listStoredFiles(client: pg.ClientBase | pg.Pool): Promise<StoredFile[]> {
  const { rows } = await client.query<{ hash: string; width: number; height: number; shown: boolean; files: StoredFiles }>(
    // A backup before migrations reads a schema without stored_files.
    "select hash, width, height, removed_at is null as shown, to_jsonb(media) -> 'stored_files' as files from media where ready_at is not null order by hash",
  );
  return rows.flatMap(({ shown, files, ...picture }) =>
    widthsOf(picture.width)
      .flatMap((width) => [`${width}.avif`, `${width}.webp`])
      .map((name) => ({
        key: `${folderOf(picture)}/${name}`,
        type: typeOfStoredFile(name),
        isShown: shown,
        expect: () => expectedOf(name, files),
      })),
  );
}

/**
 * Whether the store has the images of the database, checked with a sample of six. They are missing if DATA_DIR or the bucket is the wrong one.
 */
export async function hasStoredPictures(client: pg.ClientBase | pg.Pool, store: Pick<ObjectStore, 'has'>): Promise<boolean> {
  const sample = (order: string) =>
    `(select hash, width, height from media where ready_at is not null and removed_at is null order by ready_at ${order} limit 3)`;
  const { rows } = await client.query<{ hash: string; width: number; height: number }>(`${sample('asc')} union ${sample('desc')}`);
  const found = await Promise.all(rows.map((picture) => store.has(`${folderOf(picture)}/${widthsOf(picture.width)[0]}.webp`)));
  return !found.includes(false);
}

/** Returns a function for the expected size and hash of a stored file. While the database is unavailable only the format is checked. */
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
  return { ...files?.[name], isWhole: (bytes) => isCompletePicture(bytes, typeOfStoredFile(name)) };
}

/** Whether this is a valid key of an image file in the store. */
export function isFileKey(key: string): boolean {
  return KEY.test(key);
}

/** Returns the media type by the extension. */
export function typeOfStoredFile(key: string): string {
  return key.endsWith('.avif') ? 'image/avif' : 'image/webp';
}

/** Whether the bytes are a complete file of this media type. Nothing else may be served as an image. */
export function isCompletePicture(bytes: Buffer, type: string): boolean {
  const { kind } = sniffType(bytes);
  return kind === type && isCompleteFile(bytes, kind);
}

/** False for a WebP or AVIF file whose length differs from the one it states, as when it is truncated. */
function isCompleteFile(bytes: Buffer, kind: Kind): boolean {
  if (kind === 'image/webp') return bytes.length >= 12 && bytes.readUInt32LE(4) + 8 === bytes.length;
  if (kind !== 'image/avif') return true;
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    // A size of 0 means: to the end of the file. A size of 1 means a 64-bit size, for boxes of more than 4 GB.
    if (size === 0) return true;
    if (size < 8) return false;
    at += size;
  }
  return at === bytes.length;
}
