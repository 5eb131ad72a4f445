/** oEmbed 1.0 (oembed.com): previews of tales on other sites. */
import { z } from 'zod';
import { JPEG_COVER } from '#src/features/covers/covers.ts';
import type { TaleRecord } from '#src/features/tales/tales.ts';
import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError, badRequest, notFound } from '#src/platform/errors.ts';
import { siteName } from '#src/platform/site-name.ts';
import { urls } from '#src/urls.ts';
import { getTaleRecord } from './tale-lists.ts';
import { element, xmlDocument } from './xml.ts';

const SIZE = z.coerce.number().int().min(1).max(100_000).optional();
const OembedParameters = z.object({ url: z.string().max(2_000), format: z.string().default('json'), maxwidth: SIZE, maxheight: SIZE });
const TALE = /^\/tale\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;
const MAX_SLUG_LENGTH = 200;
const SHARE = { width: 1200, height: 630 };
const CACHE_SECONDS = 86_400;

export type OembedQuery = { slug: string; format: 'json' | 'xml'; maxwidth: number; maxheight: number };

/**
 * Parses `url`, `format`, `maxwidth` and `maxheight`.
 * @throws AppError 400 for invalid parameters, 404 if the URL is no tale of this site, 501 for an unknown format (as the standard requires)
 */
export function readOembed(params: URLSearchParams, site: string): OembedQuery {
  const asked = OembedParameters.safeParse(Object.fromEntries(params));
  if (!asked.success) throw badRequest('The parameter url must be the URL of a tale.', 'bad_query');
  const { url, format, maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY } = asked.data;
  if (format !== 'json' && format !== 'xml') throw new AppError(501, 'unknown_format', 'Supported formats: json, xml.');
  const address = URL.parse(url);
  const slug = address?.origin === new URL(site).origin ? TALE.exec(address.pathname)?.[1] : undefined;
  if (slug === undefined || slug.length > MAX_SLUG_LENGTH) throw notFound('Only tales of this site can be embedded.');
  return { slug, format, maxwidth, maxheight };
}

/**
 * Returns an embed of type `link`: pages of this site cannot be framed, and HTML would have to be trusted by the embedding site.
 * @throws AppError 410 for a deleted tale, 404 for an unknown or unpublished one
 */
export async function oembedResponse(db: Db, { slug, format, ...size }: OembedQuery, site: string): Promise<PageResult> {
  const tale = await getTaleRecord(db, slug);
  const fields = describe(tale, site, size);
  const isXml = format === 'xml';
  const body = isXml
    ? xmlDocument(
        element(
          'oembed',
          {},
          Object.entries(fields).map(([name, value]) => element(name, {}, String(value))),
        ),
      )
    : JSON.stringify(fields);
  const type = isXml ? 'text/xml; charset=utf-8' : 'application/json';
  return { status: 200, headers: { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' }, body, tags: [`tale:${tale.id}`] };
}

function describe(tale: TaleRecord, site: string, size: { maxwidth: number; maxheight: number }): Record<string, string | number> {
  return {
    type: 'link',
    version: '1.0',
    title: tale.title,
    author_name: tale.author.name,
    author_url: site + urls.author(tale.author.slug),
    provider_name: siteName(),
    provider_url: `${site}/`,
    cache_age: CACHE_SECONDS,
    ...thumbnail(tale, site, size),
  };
}

/** Returns the largest image that fits, if any. */
function thumbnail(
  tale: TaleRecord,
  site: string,
  { maxwidth, maxheight }: { maxwidth: number; maxheight: number },
): Record<string, string | number> {
  const pictures = [
    { address: tale.shareImage, ...SHARE },
    { address: tale.jpegCover, ...JPEG_COVER.cover },
    { address: tale.jpegThumbnail, ...JPEG_COVER.thumb },
  ];
  const fitting = pictures.find(({ width, height }) => width <= maxwidth && height <= maxheight);
  if (fitting === undefined) return {};
  return { thumbnail_url: site + fitting.address, thumbnail_width: fitting.width, thumbnail_height: fitting.height };
}
