import { type Context, Hono } from 'hono';
import { notFound, unavailable } from '#src/platform/errors.ts';
import { type CoverFile, parseCoverFile } from './cover-file.ts';
import { type CoverFormat, categoryHash, coverHash, shareHash } from './cover-hash.ts';
import { categoryCoverAddress, coverAddress, shareImageAddress } from './covers.ts';
import { drawCategoryCover, drawTaleCover, isKnownCategory } from './drawings.ts';
import { createShareImages, type ShareImages, type ShareImagesDeps } from './share/images.ts';

/** A tale as its cover needs it. `category` is a slug or a name. */
export type TaleForCover = { title: string; category: string; author: string };

/** What the routes need. `findTaleForCover` answers null for a slug that the public may not see. */
export type CoversDeps = ShareImagesDeps & { findTaleForCover(slug: string): Promise<TaleForCover | null> };

const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_A_WHILE = 'public, max-age=300, must-revalidate';
/** An SVG opened by itself is a document: it may run nothing and load nothing. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const CATEGORY = 'category-';
const RETRY_AFTER_SECONDS = 30;

/** The pictures, mounted at /covers. Throws AppErrors: 404 for what there is not, 503 for a share image that failed. */
export function coversRoutes(deps: CoversDeps): Hono {
  const shareImages = createShareImages(deps);
  const app = new Hono();

  app.get('/:file', async (c) => {
    const file = parseCoverFile(c.req.param('file'));
    if (!file) throw notFound();
    const category = file.slug.startsWith(CATEGORY) && file.format === 'portrait' ? file.slug.slice(CATEGORY.length) : '';
    // A tale may bear a slug such as category-dark as well. The hash tells them apart; without one the tale comes first.
    if (category && file.hash === categoryHash(category)) return answerSvg(c, drawCategoryCover(category), file.hash, FOR_EVER);
    const tale = await deps.findTaleForCover(file.slug);
    if (tale) return file.format === 'share' ? answerShare(c, file, tale, shareImages) : answerCover(c, file, file.format, tale);
    if (isKnownCategory(category)) return answerCategory(c, file, category);
    throw notFound();
  });

  return app;
}

function answerCover(c: Context, file: CoverFile, format: CoverFormat, tale: TaleForCover): Response {
  const { title, category } = tale;
  const hash = coverHash(title, category, format);
  if (file.hash !== undefined && file.hash !== hash) {
    return redirect(c, coverAddress({ slug: file.slug, title, category, coverImage: '', format }));
  }
  return answerSvg(c, drawTaleCover({ title, category, format }), hash, file.hash ? FOR_EVER : FOR_A_WHILE);
}

function answerCategory(c: Context, file: CoverFile, category: string): Response {
  if (file.hash !== undefined) return redirect(c, categoryCoverAddress(category));
  return answerSvg(c, drawCategoryCover(category), categoryHash(category), FOR_A_WHILE);
}

async function answerShare(c: Context, file: CoverFile, tale: TaleForCover, shareImages: ShareImages): Promise<Response> {
  const hash = shareHash(tale);
  if (file.hash !== hash) return redirect(c, shareImageAddress({ ...tale, slug: file.slug }));
  if (isFresh(c, hash)) return notModified(c, hash, FOR_EVER);
  const image = await shareImages(tale).catch(() => {
    throw unavailable('share_image', RETRY_AFTER_SECONDS);
  });
  return c.body(new Uint8Array(image), 200, { 'Content-Type': 'image/jpeg', ...headersFor(hash, FOR_EVER) });
}

function answerSvg(c: Context, svg: string, hash: string, cacheControl: string): Response {
  if (isFresh(c, hash)) return notModified(c, hash, cacheControl);
  return c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Content-Security-Policy': SVG_POLICY, ...headersFor(hash, cacheControl) });
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
