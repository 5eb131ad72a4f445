import { LRUCache } from 'lru-cache';
import { slugOf } from './art/palettes.ts';
import { type CoverFormat, categoryHash, coverHash, shareHash } from './cover-hash.ts';
import type { ShareInput } from './share/picture.ts';

export { coverSvg } from './art/cover.ts';
export { vignetteSvg } from './art/vignette.ts';
export { createShareImages } from './share/images.ts';

/** What the address of a tale's cover depends on. `category` is a slug or a name. */
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
export function categoryCoverAddress(category: string): string {
  const slug = slugOf(category);
  return `/covers/category-${slug}.${categoryHash(slug)}.svg`;
}

/** The address of the picture that goes with a shared link to a tale: a JPEG of 1200 by 630. May be cached for ever. */
export function shareImageAddress({ slug, ...input }: ShareInput & { slug: string }): string {
  return `/covers/${slug}.${shareHash(input)}-share.jpg`;
}
