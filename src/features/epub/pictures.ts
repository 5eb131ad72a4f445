import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWorkerProcess } from '#src/platform/child-process.ts';
import { createLimiter } from '#src/platform/concurrency-limit.ts';
import { createFileCache } from '#src/platform/file-cache.ts';
import { pictureOf } from '#src/ui/picture.ts';
import type { BookPicture, BookPictures } from './contract.ts';

/** Images of books: each once per book, converted to JPEG or PNG and cached on disk. */

export type PictureFile = { name: string; type: string; bytes: Uint8Array };

const ENDINGS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };
/** Limit for all images of a book, so that it stays below the 4 GB of a ZIP file. */
const MAX_PICTURE_BYTES = 2 * 1024 ** 3;

/**
 * `fetch` returns the file of an image on the first call and undefined later; `fileOf` returns its name. Invalid images, images of a wrong
 * type and failed reads are omitted.
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
      const picture = size < MAX_PICTURE_BYTES ? await readPicture(address).catch(() => undefined) : undefined;
      if (picture === undefined || kindOf(picture.bytes) !== picture.type) return undefined;
      size += picture.bytes.length;
      taken += 1;
      const name = `picture-${taken}.${ENDINGS[picture.type]}`;
      names.set(address, name);
      return { name, ...picture };
    },
  };
}

/** Returns the cover with its type; undefined unless it is JPEG or PNG. */
export async function readCover(cover: BookPictures['cover']): Promise<PictureFile | undefined> {
  const bytes = await cover().catch(() => undefined);
  const type = bytes && kindOf(bytes);
  if (bytes === undefined || (type !== 'image/jpeg' && type !== 'image/png')) return undefined;
  return { name: `cover.${ENDINGS[type]}`, type, bytes };
}

export type BookPicturesDeps = {
  dataDir: string;
  log: { warn(fields: object, message: string): void };
  /** Reads an image as WebP, at least `least` pixels wide if available, or a public file as it is; undefined if it does not exist. */
  readPicture(address: string, least: number): Promise<Buffer | undefined>;
  /** For tests. */
  encode?: typeof encodeForBook;
};

/** Pixels: wider than most e-readers. */
const WIDTH = 1280;
const MAX_CACHE_BYTES = 512 * 1024 * 1024;

/**
 * Reads images for books and caches them in `<dataDir>/cache/books/`, up to 512 MB; the folder may be emptied at any time. One image is
 * encoded at a time; if that fails it is returned as WebP, which EPUB 3.3 allows. Undefined if it cannot be read.
 */
export function createReadBookPicture({ dataDir, log, readPicture, encode = encodeForBook }: BookPicturesDeps) {
  const files = createFileCache({ folder: join(dataDir, 'cache', 'books'), maxBytes: MAX_CACHE_BYTES });
  const limit = createLimiter({ running: 1, waiting: 20, retryAfterSeconds: 5 });

  return async (address: string): Promise<BookPicture | undefined> => {
    if (address.startsWith('/files/')) return readAttached(address);
    const [, name] = /^\/media\/([0-9a-f]{20}-\d+x\d+)\//.exec(pictureOf(address)?.src ?? '') ?? [];
    if (name === undefined) return undefined;
    const file = `${name}-${WIDTH}`;
    const cached = await files.read(file);
    if (cached !== undefined && kindOf(cached) !== undefined) return toPicture(cached);
    try {
      const own = await readPicture(address, WIDTH);
      return own && toPicture(await encoded(own, file));
    } catch (error) {
      warn(error, 'Image omitted from EPUB: could not be read');
      return undefined;
    }
  };

  async function readAttached(address: string): Promise<BookPicture | undefined> {
    try {
      const bytes = await readPicture(address, WIDTH);
      return bytes && toPicture(bytes);
    } catch (error) {
      warn(error, 'Attached file omitted from EPUB: could not be read');
      return undefined;
    }
  }

  async function encoded(own: Buffer, file: string): Promise<Buffer> {
    try {
      const bytes = await limit(() => encode(own));
      await files.write(file, bytes).catch((error: unknown) => warn(error, 'Image for EPUBs could not be cached'));
      return bytes;
    } catch (error) {
      warn(error, 'Image for EPUB could not be encoded; using WebP');
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

const WORKER = fileURLToPath(import.meta.resolve('./picture-worker.ts'));
const HEAP_MB = 96;
const TIMEOUT_MS = 15_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Converts WebP to JPEG, or PNG if transparent, in a child process that limits memory and time. */
export function encodeForBook(bytes: Buffer): Promise<Buffer> {
  return runWorkerProcess(WORKER, { input: bytes, heapMb: HEAP_MB, timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES });
}

/** Detects the image type by its first and last bytes; undefined for truncated files. */
export function kindOf(bytes: Uint8Array): 'image/jpeg' | 'image/png' | 'image/webp' | undefined {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => at.subarray(from, to).toString('latin1');
  if (text(0, 3) === '\xff\xd8\xff') return at.at(-2) === 0xff && at.at(-1) === 0xd9 ? 'image/jpeg' : undefined;
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return text(-8, -4) === 'IEND' ? 'image/png' : undefined;
  const isWebp = at.length > 12 && text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP';
  return isWebp && at.readUInt32LE(4) + 8 <= at.length ? 'image/webp' : undefined;
}
