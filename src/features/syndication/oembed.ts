/** oEmbed 1.0 (oembed.com): what a page that links to a tale shows of it. */
import { z } from 'zod';
import { JPEG_COVER } from '#src/features/covers/covers.ts';
import type { TaleRecord } from '#src/features/tales/tales.ts';
import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError, badRequest, notFound } from '#src/platform/errors.ts';
import { urls } from '#src/urls.ts';
import { getTaleRecord } from './get-tale-record.ts';
import { element, xmlDocument } from './xml.ts';

const SIZE = z.coerce.number().int().min(1).max(100_000).optional();
const Asked = z.object({ url: z.string().max(2_000), format: z.string().default('json'), maxwidth: SIZE, maxheight: SIZE });
const TALE = /^\/tale\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;
const LONGEST_SLUG = 200;
const SHARE = { width: 1200, height: 630 };
const CACHE_SECONDS = 86_400;

export type OembedAsked = { slug: string; format: 'json' | 'xml'; maxwidth: number; maxheight: number };

/**
 * Reads the parameters `url`, `format`, `maxwidth` and `maxheight`. Throws 400 for what means nothing, 404 for an address that is none of a tale of
 * this site, 501 for a format that we do not write, as the standard says.
 */
export function readOembed(params: URLSearchParams, site: string): OembedAsked {
  const asked = Asked.safeParse(Object.fromEntries(params));
  if (!asked.success) throw badRequest('An embedding names the address of a tale as its url.', 'bad_query');
  const { url, format, maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY } = asked.data;
  if (format !== 'json' && format !== 'xml') throw new AppError(501, 'unknown_format', 'Embeddings come as json or xml.');
  const address = URL.parse(url);
  const slug = address?.origin === new URL(site).origin ? TALE.exec(address.pathname)?.[1] : undefined;
  if (slug === undefined || slug.length > LONGEST_SLUG) throw notFound('Only tales of this site can be embedded.');
  return { slug, format, maxwidth, maxheight };
}

/**
 * Of type `link`: no page of ours may stand in a frame, and HTML of ours would have to be trusted by who embeds it. Throws 410
 * for a tale that is gone, 404 for one that readers may not see.
 */
export async function drawOembed(db: Db, { slug, format, ...size }: OembedAsked, site: string): Promise<PageResult> {
  const tale = await getTaleRecord(db, slug);
  const said = describe(tale, site, size);
  const isXml = format === 'xml';
  const body = isXml
    ? xmlDocument(
        element(
          'oembed',
          {},
          Object.entries(said).map(([name, value]) => element(name, {}, String(value))),
        ),
      )
    : JSON.stringify(said);
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
    provider_name: 'Talewood',
    provider_url: `${site}/`,
    cache_age: CACHE_SECONDS,
    ...thumbnail(tale, site, size),
  };
}

/** The largest that fits; none where none does. */
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
