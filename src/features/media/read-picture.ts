import { buffer } from 'node:stream/consumers';
import type { Db } from '#src/platform/db/db.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { pictureOf, widthsOf } from '#src/ui/picture.ts';
import { expectFile } from './stored-files.ts';

/** Returns an image of the library as WebP, at least `least` pixels wide if available; undefined if it does not exist. */
export async function readPicture(
  { db, store }: { db: Db; store: ObjectStore },
  address: string,
  minWidth = 960,
): Promise<Buffer | undefined> {
  const own = pictureOf(address);
  if (own === undefined) return undefined;
  const width = widthsOf(own.width).find((each) => each >= minWidth) ?? own.width;
  const key = own.src.replace(/^\/media\//, '').replace(/\d+\.webp$/, `${width}.webp`);
  const found = await store.get(key, expectFile(db, key));
  return found && buffer(found.body);
}
