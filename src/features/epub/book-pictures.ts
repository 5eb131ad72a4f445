/** The pictures of the library as books need them: as JPEG, made when first asked for and then kept. */
import { join } from 'node:path';
import { createFileCache } from '#src/platform/file-cache.ts';
import { createTurns } from '#src/platform/turns.ts';
import { pictureOf } from '#src/ui/picture.ts';
import type { BookPicture } from './contract.ts';
import { encodeForBook } from './encode/encode-for-book.ts';
import { kindOf } from './kind-of.ts';

export type BookPicturesDeps = {
  dataDir: string;
  log: { warn(fields: object, message: string): void };
  /** The bytes of a picture as WebP, at least so many pixels wide where it is as wide; undefined when there is none. */
  readPicture(address: string, least: number): Promise<Buffer | undefined>;
  /** For tests. */
  encode?: typeof encodeForBook;
};

/** Wider than most e-readers. Pixels. */
const WIDTH = 1280;
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Reads pictures for books. They are kept in `<dataDir>/cache/books/`, at most 512 MB of them; the folder may be emptied at any time. One is encoded at a time; one that
 * cannot be encoded now comes as WebP, which EPUB 3.3 takes as well. Undefined when there is none, also when the store is away.
 */
export function createReadBookPicture({ dataDir, log, readPicture, encode = encodeForBook }: BookPicturesDeps) {
  const files = createFileCache({ folder: join(dataDir, 'cache', 'books'), maxBytes: MAX_BYTES });
  const inTurn = createTurns({ running: 1, waiting: 20, retryAfterSeconds: 5 });

  return async (address: string): Promise<BookPicture | undefined> => {
    const [, name] = /^\/media\/([0-9a-f]{20}-\d+x\d+)\//.exec(pictureOf(address)?.src ?? '') ?? [];
    if (name === undefined) return undefined;
    const file = `${name}-${WIDTH}`;
    const kept = await files.read(file);
    if (kept !== undefined && kindOf(kept) !== undefined) return toPicture(kept);
    try {
      const own = await readPicture(address, WIDTH);
      return own && toPicture(await encoded(own, file));
    } catch (error) {
      warn(error, 'A picture could not be read for a book, which is without it');
      return undefined;
    }
  };

  async function encoded(own: Buffer, file: string): Promise<Buffer> {
    try {
      const bytes = await inTurn(() => encode(own));
      await files.write(file, bytes).catch((error: unknown) => warn(error, 'A picture for books could not be kept'));
      return bytes;
    } catch (error) {
      warn(error, 'A picture could not be encoded for a book, which has it as WebP');
      return own;
    }
  }

  function warn(error: unknown, message: string): void {
    log.warn({ event: 'book_picture_failed', reason: error instanceof Error ? error.message.slice(0, 400) : String(error) }, message);
  }
}

function toPicture(bytes: Buffer): BookPicture {
  return { bytes, type: kindOf(bytes) ?? '' };
}
