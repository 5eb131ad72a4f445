import type { CoverFormat, JpegFormat } from './cover-hash.ts';

/** A file name below /covers/, read. Without a hash it is the short address of the portrait. */
export type CoverFile = { slug: string; hash: string | undefined; format: CoverFormat | JpegFormat };

const FILE = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?:\.([0-9a-f]{10})(-wide|-share|-cover|-thumb)?)?\.(svg|jpg)$/;
const SLUG_LIMIT = 200;
const FILE_LIMIT = SLUG_LIMIT + '.0123456789-share.jpg'.length;

/** Reads a file name strictly; undefined for anything else than the addresses of covers.ts. */
export function parseCoverFile(name: string): CoverFile | undefined {
  if (name.length > FILE_LIMIT) return undefined;
  const [, slug, hash, suffix, type] = FILE.exec(name) ?? [];
  if (slug === undefined || slug.length > SLUG_LIMIT) return undefined;
  const jpeg = JPEG_FORMATS.find((format) => suffix === `-${format}`);
  if ((type === 'jpg') !== (jpeg !== undefined)) return undefined;
  return { slug, hash, format: jpeg ?? (suffix === '-wide' ? 'landscape' : 'portrait') };
}

const JPEG_FORMATS: readonly JpegFormat[] = ['share', 'cover', 'thumb'];
