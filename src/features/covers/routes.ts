import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { notFound, unavailable } from '#src/platform/errors.ts';
import { answerFromCache, type CachedResponse, createCachedResponse, variantOf } from '#src/platform/http/cached-response.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { widestSubnet } from '#src/platform/rate-limit/client-subnet.ts';
import { ownSiteName } from '#src/platform/site-name.ts';
import {
  type CoverFormat,
  categoryCoverAddress,
  categoryHash,
  coverAddress,
  coverHash,
  type JpegFormat,
  jpegCoverAddress,
  SHAPES,
  shareHash,
} from './cover-addresses.ts';
import { type CategoryForCover, drawCategoryCover, drawTaleCover } from './drawings.ts';
import { createShareImages, type ShareImagesDeps } from './share-images/images.ts';

const JPEG_FORMATS: readonly JpegFormat[] = ['share', 'cover', 'thumb'];

const FILE = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?:\.([0-9a-f]{10})(-wide|-share|-cover|-thumb)?)?\.(svg|jpg)$/;

const MAX_SLUG = 200;

const MAX_FILE_NAME = MAX_SLUG + '.0123456789-share.jpg'.length;

/** `category` is the palette name of the tale's category. */
type TaleForCover = { title: string; category: string; author: string; cover?: string | undefined };

/** The finders return null if there is no public tale or category with this slug. */
type CoversDeps = ShareImagesDeps & {
  findTaleForCover(slug: string): Promise<TaleForCover | null>;
  findCategoryForCover(slug: string): Promise<CategoryForCover | null>;
};

const IMMUTABLE = 'public, max-age=31536000, immutable';
const SHORT_LIVED = 'public, max-age=300, must-revalidate';
/** Opened directly, an SVG is a document: forbid scripts and subresources. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const CATEGORY_PREFIX = 'category-';
const RETRY_AFTER_SECONDS = 30;

/**
 * Routes of covers and share images, mounted at /covers.
 * @throws AppError 404, 503 `share_image` when a JPEG could not be rendered
 */
export function coversRoutes(deps: CoversDeps): Hono<AppEnv> {
  const shareImages = createShareImages(deps);
  const app = new Hono<AppEnv>();

  app.get('/:file', async (c) => {
    const file = parseCoverFile(c.req.param('file'));
    if (!file) throw notFound();
    const isCategory = file.slug.startsWith(CATEGORY_PREFIX) && file.format === 'portrait';
    const category = isCategory ? await deps.findCategoryForCover(file.slug.slice(CATEGORY_PREFIX.length)) : null;
    // A tale can have a slug such as category-dark, too. The hash decides; without a hash, the tale wins.
    if (category && file.hash === categoryHash(category)) return answerSvg(c, () => drawCategoryCover(category), file.hash, IMMUTABLE);
    const tale = await deps.findTaleForCover(file.slug);
    if (tale) return isJpeg(file.format) ? answerJpeg(c, file, file.format, tale) : answerCover(c, file, file.format, tale);
    if (category) return answerCategory(c, file, category);
    throw notFound();
  });

  return app;

  async function answerJpeg(c: Context<AppEnv>, file: CoverFile, format: JpegFormat, tale: TaleForCover): Promise<Response> {
    const input = { ...tale, shape: SHAPES[format], brand: ownSiteName() };
    const hash = shareHash(input);
    if (file.hash !== hash) return redirect(c, jpegCoverAddress({ ...tale, slug: file.slug }, format));
    if (isFresh(c, hash)) return notModified(c, hash, IMMUTABLE);
    const image = await shareImages(input, widestSubnet(getRequestContext(c).clientAddress())).catch(() => {
      throw unavailable('share_image', RETRY_AFTER_SECONDS);
    });
    return c.body(new Uint8Array(image), 200, { 'Content-Type': 'image/jpeg', ...headersFor(hash, IMMUTABLE) });
  }
}

function answerCover(c: Context, file: CoverFile, format: CoverFormat, tale: TaleForCover): Response {
  const { title, category } = tale;
  const hash = coverHash(title, category, format);
  if (file.hash !== undefined && file.hash !== hash) {
    return redirect(c, coverAddress({ slug: file.slug, title, category, coverImage: '', format }));
  }
  return answerSvg(c, () => drawTaleCover({ title, category, format }), hash, file.hash ? IMMUTABLE : SHORT_LIVED);
}

function answerCategory(c: Context, file: CoverFile, category: CategoryForCover): Response {
  if (file.hash !== undefined) return redirect(c, categoryCoverAddress(category));
  return answerSvg(c, () => drawCategoryCover(category), categoryHash(category), SHORT_LIVED);
}

function isJpeg(format: CoverFile['format']): format is JpegFormat {
  return format === 'share' || format === 'cover' || format === 'thumb';
}

/** Responds with the drawn cover of a tale that is not public, with the caller's cache headers. */
export function answerDrawnCover(c: Context, tale: { title: string; category: string }, headers: Record<string, string>): Response {
  const svg = drawTaleCover({ ...tale, format: 'portrait' });
  return c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Content-Security-Policy': SVG_POLICY, ...headers });
}

/** Rendered and compressed responses by hash and cache control. */
const drawings = new LRUCache<string, CachedResponse>({ maxSize: 16 * 1024 * 1024, sizeCalculation: sizeOf });

function answerSvg(c: Context, draw: () => string, hash: string, cacheControl: string): Response {
  const key = `${hash} ${cacheControl}`;
  const prepared = drawings.get(key) ?? prepare(draw(), hash, cacheControl);
  drawings.set(key, prepared);
  const conditions = { ifNoneMatch: c.req.header('If-None-Match') };
  const { status, fields, body } = answerFromCache(prepared, c.req.header('Accept-Encoding'), conditions);
  return new Response(body, { status, headers: pairsOf(fields) });
}

function prepare(svg: string, hash: string, cacheControl: string): CachedResponse {
  const headers = { 'Content-Type': 'image/svg+xml', 'Content-Security-Policy': SVG_POLICY, 'X-Content-Type-Options': 'nosniff' };
  const body = Buffer.from(svg);
  const prepared = createCachedResponse({
    status: 200,
    hash,
    fields: Object.entries({ ...headers, 'Cache-Control': cacheControl }).flat(),
    body,
  });
  prepared.variants.br = variantOf(prepared, 'br', brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
  prepared.variants.gzip = variantOf(prepared, 'gzip', gzipSync(body));
  return prepared;
}

function sizeOf({ variants: { identity, br, gzip } }: CachedResponse): number {
  return identity.body.length + (br?.body.length ?? 0) + (gzip?.body.length ?? 0);
}

function pairsOf(fields: readonly string[]): [string, string][] {
  return fields.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, fields[at + 1] ?? '']] : []));
}

function headersFor(hash: string, cacheControl: string): Record<string, string> {
  return { 'Cache-Control': cacheControl, ETag: `"${hash}"`, 'X-Content-Type-Options': 'nosniff' };
}

/** Whether the client has this image cached. Compressing proxies weaken the ETag. */
function isFresh(c: Context, hash: string): boolean {
  const tags = c.req.header('If-None-Match') ?? '';
  return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${hash}"`);
}

function notModified(c: Context, hash: string, cacheControl: string): Response {
  return c.body(null, 304, headersFor(hash, cacheControl));
}

/** Redirects an outdated hash to the current address; not cached, because the tale can change back. */
function redirect(c: Context, address: string): Response {
  return c.body(null, 302, { Location: address, 'Cache-Control': 'no-store' });
}

/** A parsed file name below /covers/. An address without a hash is the short, not immutable form. */
type CoverFile = { slug: string; hash: string | undefined; format: CoverFormat | JpegFormat };

/** Parses a file name below /covers/; undefined if it is not a valid one. */
export function parseCoverFile(name: string): CoverFile | undefined {
  if (name.length > MAX_FILE_NAME) return undefined;
  const [, slug, hash, suffix, type] = FILE.exec(name) ?? [];
  if (slug === undefined || slug.length > MAX_SLUG) return undefined;
  const jpeg = JPEG_FORMATS.find((format) => suffix === `-${format}`);
  if ((type === 'jpg') !== (jpeg !== undefined)) return undefined;
  return { slug, hash, format: jpeg ?? (suffix === '-wide' ? 'landscape' : 'portrait') };
}
