import { type Context, Hono } from 'hono';
import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { ServePage } from '#src/platform/cache/serve-page.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound, unavailable } from '#src/platform/errors.ts';
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
type TaleForCover = { id: string; title: string; category: string; author: string; cover?: string | undefined };

/** The finders return null if there is no public tale or category with this slug. */
type CoversDeps = ShareImagesDeps & {
  db: Db;
  servePage: ServePage;
  findTaleForCover(db: Db, slug: string): Promise<TaleForCover | null>;
  findCategoryForCover(db: Db, slug: string): Promise<CategoryForCover | null>;
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
    const name = c.req.param('file');
    const file = parseCoverFile(name);
    if (!file) throw notFound();
    const { slug, format } = file;
    if (!isJpeg(format)) {
      const render = (db: Db) => renderCover(deps, db, { ...file, format });
      return deps.servePage(c, { key: `cover ${name}`, isAsset: true, render });
    }
    const tale = await deps.findTaleForCover(deps.db, slug);
    if (!tale) throw notFound();
    return answerJpeg(c, file, format, tale);
  });

  return app;

  async function answerJpeg(c: Context<AppEnv>, file: CoverFile, format: JpegFormat, tale: TaleForCover): Promise<Response> {
    const input = { ...tale, shape: SHAPES[format], brand: ownSiteName() };
    const hash = shareHash(input);
    if (file.hash !== hash) {
      const moved = redirect(jpegCoverAddress({ ...tale, slug: file.slug }, format));
      return c.body(null, 302, moved.headers);
    }
    if (isFresh(c, hash)) return c.body(null, 304, headersFor(hash, IMMUTABLE));
    const image = await shareImages(input, widestSubnet(getRequestContext(c).clientAddress())).catch(() => {
      throw unavailable('share_image', RETRY_AFTER_SECONDS);
    });
    return c.body(new Uint8Array(image), 200, { 'Content-Type': 'image/jpeg', ...headersFor(hash, IMMUTABLE) });
  }
}

type DrawnFile = CoverFile & { format: CoverFormat };

async function renderCover(deps: CoversDeps, db: Db, file: DrawnFile): Promise<PageResult> {
  const { slug, hash, format } = file;
  const isCategory = slug.startsWith(CATEGORY_PREFIX) && format === 'portrait';
  const category = isCategory ? await deps.findCategoryForCover(db, slug.slice(CATEGORY_PREFIX.length)) : null;
  // A tale can have a slug such as category-dark, too. The hash decides; without a hash, the tale wins.
  const isOfCategory = category !== null && hash === categoryHash(category);
  const tale = isOfCategory ? null : await deps.findTaleForCover(db, slug);
  if (tale) {
    const { id, title, category: palette } = tale;
    if (hash !== undefined && hash !== coverHash(title, palette, format))
      return redirect(coverAddress({ slug, title, category: palette, coverImage: '', format }));
    return drawing(drawTaleCover({ title, category: palette, format }), hash, [`tale:${id}`]);
  }
  if (!category) throw notFound();
  if (hash !== undefined && !isOfCategory) return redirect(categoryCoverAddress(category));
  return drawing(drawCategoryCover(category), hash, []);
}

function isJpeg(format: CoverFile['format']): format is JpegFormat {
  return format === 'share' || format === 'cover' || format === 'thumb';
}

/** Responds with the drawn cover of a tale that is not public, with the caller's cache headers. */
export function answerDrawnCover(c: Context, tale: { title: string; category: string }, headers: Record<string, string>): Response {
  const svg = drawTaleCover({ ...tale, format: 'portrait' });
  return c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Content-Security-Policy': SVG_POLICY, ...headers });
}

function drawing(svg: string, hash: string | undefined, tags: string[]): PageResult {
  const headers = { 'Content-Type': 'image/svg+xml', 'Content-Security-Policy': SVG_POLICY, 'X-Content-Type-Options': 'nosniff' };
  return { status: 200, headers: { ...headers, 'Cache-Control': hash === undefined ? SHORT_LIVED : IMMUTABLE }, body: svg, tags };
}

function headersFor(hash: string, cacheControl: string): Record<string, string> {
  return { 'Cache-Control': cacheControl, ETag: `"${hash}"`, 'X-Content-Type-Options': 'nosniff' };
}

/** Whether the client has this image cached. Compressing proxies weaken the ETag. */
function isFresh(c: Context, hash: string): boolean {
  const tags = c.req.header('If-None-Match') ?? '';
  return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${hash}"`);
}

/** Redirects an outdated hash to the current address; not cached, because the tale can change back. */
function redirect(address: string): PageResult {
  return { status: 302, headers: { Location: address, 'Cache-Control': 'no-store' }, body: '', tags: [] };
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
