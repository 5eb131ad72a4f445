import { LRUCache } from 'lru-cache';
import { type CoverFormat, categoryHash, coverHash, type JpegFormat, SHAPES, shareHash } from './cover-hash.ts';
import type { CategoryForCover } from './drawings.ts';
import type { ShareInput } from './share/picture.ts';

export { coverSvg } from './art/cover.ts';
export { isMotif, MOTIF_NAMES } from './art/motifs.ts';
export { isPaletteName, PALETTE_NAMES } from './art/palettes.ts';
export { vignetteSvg } from './art/vignette.ts';
export { artForCategory, colourOf } from './category-art.ts';
export { createShareImages, type ShareImages } from './share/images.ts';

/** What the address of a tale's cover depends on. `category` is the name of the palette of its category. */
export type CoverOf = { slug: string; title: string; category: string; coverImage: string; format?: CoverFormat };

// Lists ask for the same addresses over and over; a hash costs some ten times a look-up.
const known = new LRUCache<string, string>({ max: 10_000 });

/** The address of a tale's cover: its own picture when it has one, else that of the drawing. May be cached for ever. */
export function coverAddress({ slug, title, category, coverImage, format = 'portrait' }: CoverOf): string {
  if (coverImage.trim() !== '') return coverImage;
  const key = `${format}\n${slug}\n${category}\n${title}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const address = `/covers/${slug}.${coverHash(title, category, format)}${format === 'landscape' ? '-wide' : ''}.svg`;
  known.set(key, address);
  return address;
}

/** The address of a category's picture, which stands in an arched window. May be cached for ever. */
export function categoryCoverAddress(category: CategoryForCover): string {
  return `/covers/category-${category.slug}.${categoryHash(category)}.svg`;
}

/** `category` is the name of the palette, `cover` the tale's own picture. */
export type JpegCoverOf = Omit<ShareInput, 'shape'> & { slug: string };

/** The address of the picture that goes with a shared link to a tale: a JPEG of 1200 by 630. May be cached for ever. */
export function shareImageAddress(tale: JpegCoverOf): string {
  return jpegCoverAddress(tale, 'share');
}

/** In pixels. */
export const JPEG_COVER = { cover: { width: 900, height: 1200 }, thumb: { width: 240, height: 320 } };

/** The address of a picture of a tale as JPEG: its cover with title and author for e-readers, or that of a shared link. May be cached for ever. */
export function jpegCoverAddress({ slug, ...input }: JpegCoverOf, format: JpegFormat): string {
  return `/covers/${slug}.${shareHash({ ...input, shape: SHAPES[format] })}-${format}.jpg`;
}
