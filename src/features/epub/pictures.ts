/** The pictures of a book: each once, however many tales show it. */
import type { BookPictures } from './contract.ts';
import { kindOf } from './kind-of.ts';

export type PictureFile = { name: string; type: string; bytes: Uint8Array };

const ENDINGS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };
/** Of all pictures of a book: the rest of its four gigabytes is for the words. */
const MOST_BYTES = 2 * 1024 ** 3;

/**
 * `fetch` gives the file of a picture when it is asked for the first time, and nothing later; `fileOf` its name. What is no picture, is of
 * another kind than it is said to be, or fails is left out.
 */
export function createPictures(readPicture: BookPictures['readPicture']) {
  const names = new Map<string, string | undefined>();
  let size = 0;
  let taken = 0;
  return {
    fileOf: (address: string): string | undefined => names.get(address),
    async fetch(address: string): Promise<PictureFile | undefined> {
      if (names.has(address)) return undefined;
      names.set(address, undefined);
      const picture = size < MOST_BYTES ? await readPicture(address).catch(() => undefined) : undefined;
      if (picture === undefined || kindOf(picture.bytes) !== picture.type) return undefined;
      size += picture.bytes.length;
      taken += 1;
      const name = `picture-${taken}.${ENDINGS[picture.type]}`;
      names.set(address, name);
      return { name, ...picture };
    },
  };
}

/** The cover with its kind; undefined for what is neither JPEG nor PNG. */
export async function readCover(cover: BookPictures['cover']): Promise<PictureFile | undefined> {
  const bytes = await cover().catch(() => undefined);
  const type = bytes && kindOf(bytes);
  if (bytes === undefined || (type !== 'image/jpeg' && type !== 'image/png')) return undefined;
  return { name: `cover.${ENDINGS[type]}`, type, bytes };
}
