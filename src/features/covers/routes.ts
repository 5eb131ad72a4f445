import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { notFound, unavailable } from '#src/platform/errors.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { answerPrepared, type Prepared, preparedFrom, variantOf } from '#src/platform/http/prepared.ts';
import { widestNetworkOf } from '#src/platform/limits/network-of.ts';
import { type CoverFile, parseCoverFile } from './cover-file.ts';
import { type CoverFormat, categoryHash, coverHash, type JpegFormat, SHAPES, shareHash } from './cover-hash.ts';
import { categoryCoverAddress, coverAddress, jpegCoverAddress } from './covers.ts';
import { type CategoryForCover, drawCategoryCover, drawTaleCover } from './drawings.ts';
import { createShareImages, type ShareImagesDeps } from './share/images.ts';

/** A tale as its cover needs it. `category` is the name of the palette of its category. */
export type TaleForCover = { title: string; category: string; author: string; cover?: string | undefined };

/** What the routes need. Both answer null for a slug that the public may not see. */
export type CoversDeps = ShareImagesDeps & {
  findTaleForCover(slug: string): Promise<TaleForCover | null>;
  findCategoryForCover(slug: string): Promise<CategoryForCover | null>;
};

const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_A_WHILE = 'public, max-age=300, must-revalidate';
/** An SVG opened by itself is a document: it may run nothing and load nothing. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const CATEGORY = 'category-';
const RETRY_AFTER_SECONDS = 30;

/** The pictures, mounted at /covers. Throws AppErrors: 404 for what there is not, 503 for a share image that failed. */
export function coversRoutes(deps: CoversDeps): Hono<AppEnv> {
  const shareImages = createShareImages(deps);
  const app = new Hono<AppEnv>();

  app.get('/:file', async (c) => {
    const file = parseCoverFile(c.req.param('file'));
    if (!file) throw notFound();
    const isCategory = file.slug.startsWith(CATEGORY) && file.format === 'portrait';
    const category = isCategory ? await deps.findCategoryForCover(file.slug.slice(CATEGORY.length)) : null;
    // A tale may bear a slug such as category-dark as well. The hash tells them apart; without one the tale comes first.
    if (category && file.hash === categoryHash(category)) return answerSvg(c, () => drawCategoryCover(category), file.hash, FOR_EVER);
    const tale = await deps.findTaleForCover(file.slug);
    if (tale) return isJpeg(file.format) ? answerJpeg(c, file, file.format, tale) : answerCover(c, file, file.format, tale);
    if (category) return answerCategory(c, file, category);
    throw notFound();
  });

  return app;

  async function answerJpeg(c: Context<AppEnv>, file: CoverFile, format: JpegFormat, tale: TaleForCover): Promise<Response> {
    const input = { ...tale, shape: SHAPES[format] };
    const hash = shareHash(input);
    if (file.hash !== hash) return redirect(c, jpegCoverAddress({ ...tale, slug: file.slug }, format));
    if (isFresh(c, hash)) return notModified(c, hash, FOR_EVER);
    const image = await shareImages(input, widestNetworkOf(exchangeOf(c).clientAddress())).catch(() => {
      throw unavailable('share_image', RETRY_AFTER_SECONDS);
    });
    return c.body(new Uint8Array(image), 200, { 'Content-Type': 'image/jpeg', ...headersFor(hash, FOR_EVER) });
  }
}

function answerCover(c: Context, file: CoverFile, format: CoverFormat, tale: TaleForCover): Response {
  const { title, category } = tale;
  const hash = coverHash(title, category, format);
  if (file.hash !== undefined && file.hash !== hash) {
    return redirect(c, coverAddress({ slug: file.slug, title, category, coverImage: '', format }));
  }
  return answerSvg(c, () => drawTaleCover({ title, category, format }), hash, file.hash ? FOR_EVER : FOR_A_WHILE);
}

function answerCategory(c: Context, file: CoverFile, category: CategoryForCover): Response {
  if (file.hash !== undefined) return redirect(c, categoryCoverAddress(category));
  return answerSvg(c, () => drawCategoryCover(category), categoryHash(category), FOR_A_WHILE);
}

function isJpeg(format: CoverFile['format']): format is JpegFormat {
  return format === 'share' || format === 'cover' || format === 'thumb';
}

/** The drawn cover of a tale, with the headers of who asks for it: for tales that readers may not see. */
export function answerDrawnCover(c: Context, tale: { title: string; category: string }, headers: Record<string, string>): Response {
  const svg = drawTaleCover({ ...tale, format: 'portrait' });
  return c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Content-Security-Policy': SVG_POLICY, ...headers });
}

/** By hash and lifetime, with their compressed forms: drawn and compressed once while they are asked for. */
const drawings = new LRUCache<string, Prepared>({ maxSize: 16 * 1024 * 1024, sizeCalculation: sizeOf });

function answerSvg(c: Context, draw: () => string, hash: string, cacheControl: string): Response {
  const key = `${hash} ${cacheControl}`;
  const prepared = drawings.get(key) ?? prepare(draw(), hash, cacheControl);
  drawings.set(key, prepared);
  const held = { ifNoneMatch: c.req.header('If-None-Match') };
  const { status, fields, body } = answerPrepared(prepared, c.req.header('Accept-Encoding'), held);
  return new Response(body, { status, headers: pairsOf(fields) });
}

function prepare(svg: string, hash: string, cacheControl: string): Prepared {
  const headers = { 'Content-Type': 'image/svg+xml', 'Content-Security-Policy': SVG_POLICY, 'X-Content-Type-Options': 'nosniff' };
  const body = Buffer.from(svg);
  const prepared = preparedFrom({ status: 200, hash, fields: Object.entries({ ...headers, 'Cache-Control': cacheControl }).flat(), body });
  prepared.variants.br = variantOf(prepared, 'br', brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
  prepared.variants.gzip = variantOf(prepared, 'gzip', gzipSync(body));
  return prepared;
}

function sizeOf({ variants: { identity, br, gzip } }: Prepared): number {
  return identity.body.length + (br?.body.length ?? 0) + (gzip?.body.length ?? 0);
}

function pairsOf(fields: readonly string[]): [string, string][] {
  return fields.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, fields[at + 1] ?? '']] : []));
}

function headersFor(hash: string, cacheControl: string): Record<string, string> {
  return { 'Cache-Control': cacheControl, ETag: `"${hash}"`, 'X-Content-Type-Options': 'nosniff' };
}

/** Whether the reader holds this picture already. Proxies that compress make the tag a weak one. */
function isFresh(c: Context, hash: string): boolean {
  const held = c.req.header('If-None-Match') ?? '';
  return held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${hash}"`);
}

function notModified(c: Context, hash: string, cacheControl: string): Response {
  return c.body(null, 304, headersFor(hash, cacheControl));
}

/** The tale was renamed or moved since: the old address leads to today's, and that is not remembered. */
function redirect(c: Context, address: string): Response {
  return c.body(null, 302, { Location: address, 'Cache-Control': 'no-store' });
}
