import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { pictureOf, widthsOf } from '#src/ui/picture.ts';

/** The bytes of a picture of the library as WebP, at least `least` pixels wide where it is as wide. Undefined when there is none. */
export async function readPicture(store: ObjectStore, address: string, least = 960): Promise<Buffer | undefined> {
  const own = pictureOf(address);
  if (own === undefined) return undefined;
  const width = widthsOf(own.width).find((each) => each >= least) ?? own.width;
  const found = await store.get(own.src.replace(/^\/media\//, '').replace(/\d+\.webp$/, `${width}.webp`));
  return found && buffer(found.body);
}
