import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileCache } from '#src/platform/file-cache.ts';
import { pictureOf } from '#src/ui/picture.ts';
import { shareDigest } from '../cover-hash.ts';
import type { OwnPicture, ShareInput } from './picture.ts';
import { createFairQueue } from './queue.ts';
import { type RenderOptions, renderShareImage } from './render.ts';

/** The JPEG that goes with a shared link, or that of a cover. `asker`: the network that waits for it. Rejects when it cannot be drawn just now. */
export type ShareImages = (input: ShareInput, asker?: string) => Promise<Buffer>;

/** What share images need: a folder, a log such as pino's, and in tests another way to render. */
export type ShareImagesDeps = {
  dataDir: string;
  log: { warn(fields: object, message: string): void };
  /** The bytes of a picture of the library by its address; undefined when there is none. Without it no tale has a picture of its own. */
  readPicture?: (address: string) => Promise<Buffer | undefined>;
  render?: (input: ShareInput, options: RenderOptions) => Promise<Buffer>;
};

const SHARE_QUEUE = { most: 20, mostOfOne: 10, waitMs: 20_000 };
/** An e-reader asks for the covers of a whole page of its catalogue at once. */
const COVER_QUEUE = { most: 120, mostOfOne: 40, waitMs: 20_000 };
/** Some four thousand images. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Share images, drawn when first asked for and then kept in `<dataDir>/cache/share/`, at most 512 MB of them. The folder may be emptied at any
 * time. One is rendered at a time, and one cover beside it, each with a queue in which networks take turns; whoever asks for the same image
 * waits for the same work.
 */
export function createShareImages({ dataDir, log, readPicture, render = renderShareImage }: ShareImagesDeps): ShareImages {
  const cacheDir = join(dataDir, 'cache');
  const files = createFileCache({ folder: join(cacheDir, 'share'), maxBytes: MAX_BYTES });
  const enqueueShare = createFairQueue(SHARE_QUEUE);
  const enqueueCover = createFairQueue(COVER_QUEUE);
  const pending = new Map<string, Promise<Buffer>>();
  let lastReason = '';

  return (input, asker = '') => {
    const key = shareDigest(input).slice(0, 40);
    const known = pending.get(key);
    if (known) return known;
    const image = findOrRender(input, `${key}.jpg`, asker).finally(() => pending.delete(key));
    pending.set(key, image);
    return image;
  };

  async function findOrRender(input: ShareInput, name: string, asker: string): Promise<Buffer> {
    const kept = await files.read(name);
    if (kept) return kept;
    const enqueue = input.shape === undefined ? enqueueShare : enqueueCover;
    try {
      // Made by fontconfig it would be open to all accounts.
      await mkdir(cacheDir, { recursive: true });
      const image = await enqueue(asker, async () => render(input, { cacheDir, own: await ownPicture(input) }));
      lastReason = '';
      await files.write(name, image).catch((error: unknown) => warnOnce(error, 'A share image could not be kept'));
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
}
