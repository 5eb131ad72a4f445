import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureOf } from '#src/ui/picture.ts';
import { shareDigest } from '../cover-hash.ts';
import type { OwnPicture, ShareInput } from './picture.ts';
import { createQueue } from './queue.ts';
import { type RenderOptions, renderShareImage } from './render.ts';

/** The JPEG that goes with a shared link, or that of a cover. Rejects when it cannot be drawn just now. */
export type ShareImages = (input: ShareInput) => Promise<Buffer>;

/** What share images need: a folder, a log such as pino's, and in tests another way to render. */
export type ShareImagesDeps = {
  dataDir: string;
  log: { warn(fields: object, message: string): void };
  /** The bytes of a picture of the library by its address; undefined when there is none. Without it no tale has a picture of its own. */
  readPicture?: (address: string) => Promise<Buffer | undefined>;
  render?: (input: ShareInput, options: RenderOptions) => Promise<Buffer>;
};

const QUEUE_LIMIT = 20;
/** An e-reader asks for the covers of a whole page of its catalogue at once. */
const COVER_QUEUE_LIMIT = 120;

/**
 * Share images, drawn when first asked for and then kept in `<dataDir>/cache/share/`. The folder may be emptied at any time.
 * One is rendered at a time, with at most twenty in the queue, and one cover beside it with its own queue; whoever asks for the same image waits for the same work.
 */
export function createShareImages({ dataDir, log, readPicture, render = renderShareImage }: ShareImagesDeps): ShareImages {
  const cacheDir = join(dataDir, 'cache');
  const folder = join(cacheDir, 'share');
  const enqueueShare = createQueue(QUEUE_LIMIT);
  const enqueueCover = createQueue(COVER_QUEUE_LIMIT);
  const pending = new Map<string, Promise<Buffer>>();
  let lastReason = '';

  return (input) => {
    const key = shareDigest(input).slice(0, 40);
    const known = pending.get(key);
    if (known) return known;
    const image = findOrRender(input, join(folder, `${key}.jpg`)).finally(() => pending.delete(key));
    pending.set(key, image);
    return image;
  };

  async function findOrRender(input: ShareInput, path: string): Promise<Buffer> {
    const kept = await readKept(path);
    if (kept) return kept;
    const enqueue = input.shape === undefined ? enqueueShare : enqueueCover;
    try {
      const image = await enqueue(async () => render(input, { cacheDir, own: await ownPicture(input) }));
      lastReason = '';
      await keep(path, image).catch((error: unknown) => warnOnce(error, 'A share image could not be kept'));
      return image;
    } catch (error) {
      warnOnce(error, 'A share image could not be drawn');
      throw error;
    }
  }

  async function ownPicture({ cover = '' }: ShareInput): Promise<OwnPicture | undefined> {
    const { src, focal = { x: 50, y: 50 } } = pictureOf(cover) ?? {};
    const bytes = src === undefined ? undefined : await readPicture?.(src);
    return bytes && { bytes, focal };
  }

  /** A reason is logged once, and again only when another came between or an image was drawn. */
  function warnOnce(error: unknown, message: string): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason === lastReason) return;
    lastReason = reason;
    log.warn({ event: 'share_image_failed', reason }, message);
  }

  /** Written beside its place and renamed, so that no reader and no crash ever sees half an image. */
  async function keep(path: string, image: Buffer): Promise<void> {
    const half = join(folder, `${randomUUID()}.tmp`);
    await mkdir(folder, { recursive: true });
    try {
      await writeFile(half, image, { flush: true });
      await rename(half, path);
    } catch (error) {
      await rm(half, { force: true }).catch(() => {});
      throw error;
    }
  }
}

/** A file that cannot be read counts as missing: the image is drawn anew. */
async function readKept(path: string): Promise<Buffer | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes && bytes.length > 0 ? bytes : undefined;
}
