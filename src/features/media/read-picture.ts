import { buffer } from 'node:stream/consumers';
import type { Db } from '#src/platform/db/db.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { pictureOf, widthsOf } from '#src/ui/picture.ts';
import { expectFile } from './kept-files.ts';

/** The bytes of a picture of the library as WebP, at least `least` pixels wide where it is as wide. Undefined when there is none. */
export async function readPicture(
  { db, store }: { db: Db; store: ObjectStore },
  address: string,
  least = 960,
): Promise<Buffer | undefined> {
  const own = pictureOf(address);
  if (own === undefined) return undefined;
  const width = widthsOf(own.width).find((each) => each >= least) ?? own.width;
  const key = own.src.replace(/^\/media\//, '').replace(/\d+\.webp$/, `${width}.webp`);
  const found = await store.get(key, expectFile(db, key));
  return found && buffer(found.body);
}
