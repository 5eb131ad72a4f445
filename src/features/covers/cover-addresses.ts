import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ownSiteName } from '#src/platform/site-name.ts';
import { pictureOf } from '#src/ui/picture.ts';
import { slugOf } from './art/palettes.ts';
import type { CategoryForCover } from './drawings.ts';
import type { ShareInput } from './share-images/share-image.ts';

/** Addresses of covers, below /covers/. They contain a hash of what is shown, so that responses can be cached without expiry. */

/** Increment with every change of how covers look: part of every hash. */
const GENERATOR = 3;

/** portrait: 3:4, for cards and tale pages; landscape: 16:9. */
export type CoverFormat = 'portrait' | 'landscape';

/** share: 1200 by 630, for shared links; cover and thumb: 3:4 with the title, for clients without SVG, such as e-readers. */
export type JpegFormat = 'share' | 'cover' | 'thumb';

/** The `shape` of `ShareInput` for each JPEG format. */
export const SHAPES = { share: undefined, cover: 'book', thumb: 'thumb' } as const;

/** In pixels. */
export const JPEG_COVER = { cover: { width: 900, height: 1200 }, thumb: { width: 240, height: 320 } };

/** `category` is the palette name of the tale's category. */
type CoverOf = { slug: string; title: string; category: string; coverImage: string; format?: CoverFormat };

// Lists ask for the same addresses repeatedly; hashing takes about ten times as long as a look-up.
const known = new LRUCache<string, string>({ max: 10_000 });

/** Returns the address of a tale's cover: its own image if it has one, else the drawn cover. */
export function coverAddress({ slug, title, category, coverImage, format = 'portrait' }: CoverOf): string {
  if (coverImage.trim() !== '') return coverImage;
  const key = `${format}\n${slug}\n${category}\n${title}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const address = `/covers/${slug}.${coverHash(title, category, format)}${format === 'landscape' ? '-wide' : ''}.svg`;
  known.set(key, address);
  return address;
}

/** Returns the address of a category's image. */
export function categoryCoverAddress(category: CategoryForCover): string {
  return `/covers/category-${category.slug}.${categoryHash(category)}.svg`;
}

/** `category` is the palette name, `cover` the tale's own image. */
type JpegCoverOf = Omit<ShareInput, 'shape' | 'brand'> & { slug: string };

/** Returns the address of the preview image of a link to a tale. */
export function shareImageAddress(tale: JpegCoverOf): string {
  return jpegCoverAddress(tale, 'share');
}

/** Returns the address of a tale's cover as JPEG. */
export function jpegCoverAddress({ slug, ...input }: JpegCoverOf, format: JpegFormat): string {
  return `/covers/${slug}.${shareHash({ ...input, shape: SHAPES[format], brand: ownSiteName() })}-${format}.jpg`;
}

/** Returns the hash in the address of a tale's drawn cover. `category` is a slug or a name. */
export function coverHash(title: string, category: string, format: CoverFormat): string {
  return digest(['tale', title, slugOf(category), format]).slice(0, 10);
}

/** Returns the hash in the address of a category's image. */
export function categoryHash({ slug, palette, motif }: CategoryForCover): string {
  return digest(['category', slug, palette, motif]).slice(0, 10);
}

/** Returns the hash in the address of a share image or JPEG cover. */
export function shareHash(input: ShareInput): string {
  return shareDigest(input).slice(0, 10);
}

/** Returns all 64 digits of the hash of a share image, for its file in the cache, where collisions would mix up images. */
export function shareDigest({ title, author, category, cover = '', shape, brand }: ShareInput): string {
  const isBranded = shape === undefined && brand !== undefined;
  return digest([
    shape ?? 'share',
    title,
    author,
    slugOf(category),
    ...(pictureOf(cover) ? [cover] : []),
    ...(isBranded ? [{ brand }] : []),
  ]);
}

function digest(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify([GENERATOR, ...parts]));
}
