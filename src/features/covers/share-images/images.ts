import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWorkerProcess } from '#src/platform/child-process.ts';
import { createFileCache } from '#src/platform/file-cache.ts';
import { pictureOf } from '#src/ui/picture.ts';
import { shareDigest } from '../cover-addresses.ts';
import { createFairQueue } from './fair-queue.ts';
import type { OwnPicture } from './layout.ts';
import type { ShareInput } from './share-image.ts';

/** Returns a JPEG. `client`: the subnet of the client, for fair queueing. Rejects when the image cannot be rendered now. */
export type ShareImages = (input: ShareInput, client?: string) => Promise<Buffer>;

export type ShareImagesDeps = {
  dataDir: string;
  log: { warn(fields: object, message: string): void };
  /** The bytes of a media library image by its address, undefined if missing. Without it, tales have drawn covers only. */
  readPicture?: (address: string) => Promise<Buffer | undefined>;
  /** For tests. */
  render?: (input: ShareInput, options: RenderOptions) => Promise<Buffer>;
};

const SHARE_QUEUE = { maxJobs: 20, maxJobsPerClient: 10, waitMs: 20_000 };
/** E-readers request the covers of a whole catalogue page at once. */
const COVER_QUEUE = { maxJobs: 120, maxJobsPerClient: 40, waitMs: 20_000 };
/** About 4,000 images. */
const MAX_CACHE_BYTES = 512 * 1024 * 1024;

/**
 * Creates the renderer of share images and JPEG covers. Images are cached in `<dataDir>/cache/share/`, which may be emptied at any time.
 * At most one share image and one cover are rendered at a time; concurrent requests for the same image share one job.
 */
export function createShareImages({ dataDir, log, readPicture, render = renderShareImage }: ShareImagesDeps): ShareImages {
  const cacheDir = join(dataDir, 'cache');
  const files = createFileCache({ folder: join(cacheDir, 'share'), maxBytes: MAX_CACHE_BYTES });
  const enqueueShare = createFairQueue(SHARE_QUEUE);
  const enqueueCover = createFairQueue(COVER_QUEUE);
  const pending = new Map<string, Promise<Buffer>>();
  let lastReason = '';

  return (input, client = '') => {
    const key = shareDigest(input).slice(0, 40);
    const known = pending.get(key);
    if (known) return known;
    const image = findOrRender(input, `${key}.jpg`, client).finally(() => pending.delete(key));
    pending.set(key, image);
    return image;
  };

  async function findOrRender(input: ShareInput, name: string, client: string): Promise<Buffer> {
    const cached = await files.read(name);
    if (cached) return cached;
    const enqueue = input.shape === undefined ? enqueueShare : enqueueCover;
    try {
      // If fontconfig created it, every account of the machine could read it.
      await mkdir(cacheDir, { recursive: true });
      const image = await enqueue(client, async () => render(input, { cacheDir, own: await ownPicture(input) }));
      lastReason = '';
      await files.write(name, image).catch((error: unknown) => warnOnce(error, 'Could not cache a share image'));
      return image;
    } catch (error) {
      warnOnce(error, 'Could not render a share image');
      throw error;
    }
  }

  async function ownPicture({ cover = '' }: ShareInput): Promise<OwnPicture | undefined> {
    const { src, focal = { x: 50, y: 50 } } = pictureOf(cover) ?? {};
    const bytes = src === undefined ? undefined : await readPicture?.(src);
    return bytes && { bytes, focal };
  }

  /** Logs a reason once, and again only after another reason or a success. */
  function warnOnce(error: unknown, message: string): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason === lastReason) return;
    lastReason = reason;
    log.warn({ event: 'share_image_failed', reason }, message);
  }
}

const WORKER = fileURLToPath(import.meta.resolve('./worker.ts'));
const FONTS = join(import.meta.dirname, 'fonts/fonts.conf');
/** JavaScript only; the image itself takes about 150 MB more, for a second. */
const HEAP_MB = 96;
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;

/** `cacheDir` holds the font cache; `worker` and `timeoutMs` are for tests. */
export type RenderOptions = { cacheDir: string; own?: OwnPicture | undefined; worker?: string; timeoutMs?: number };

/** Renders a share image (JPEG) in a process of its own, with a time limit of 10 s (20 s for book covers, which are larger). */
export async function renderShareImage(input: ShareInput, options: RenderOptions): Promise<Buffer> {
  const { cacheDir, own, worker = WORKER, timeoutMs = input.shape === 'book' ? 20_000 : 10_000 } = options;
  const image = await runWorkerProcess(worker, {
    input: JSON.stringify({ ...input, own: own && { ...own, bytes: own.bytes.toString('base64') } }),
    env: { FONTCONFIG_FILE: FONTS, XDG_CACHE_HOME: cacheDir },
    heapMb: HEAP_MB,
    timeoutMs,
    maxOutputBytes: MAX_IMAGE_BYTES,
  });
  if (!isJpeg(image)) throw new Error('The share image worker did not write a JPEG');
  return image;
}

function isJpeg(bytes: Buffer): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9;
}
