import { hash } from 'node:crypto';
import { pictureOf } from '#src/ui/picture.ts';
import { slugOf } from './art/palettes.ts';
import type { CategoryForCover } from './drawings.ts';
import type { ShareInput } from './share/picture.ts';

/**
 * The version of the drawings. Raise it with any change of a picture: it is part of every address, and addresses are cached
 * for ever.
 */
const GENERATOR = 3;

/** portrait 3:4 for cards and heads of tales, landscape 16:9 for wide places. */
export type CoverFormat = 'portrait' | 'landscape';

/** share: 1200 by 630, for links; cover and thumb: 3:4 with the title, for programs that show no SVG, as e-readers. */
export type JpegFormat = 'share' | 'cover' | 'thumb';

/** The shape in which the worker draws each. */
export const SHAPES = { share: undefined, cover: 'book', thumb: 'thumb' } as const;

/** The hash in the address of a tale's cover. `category` is a slug or a name. */
export function coverHash(title: string, category: string, format: CoverFormat): string {
  return digest(['tale', title, slugOf(category), format]).slice(0, 10);
}

/** The hash in the address of a category's picture. */
export function categoryHash({ slug, palette, motif }: CategoryForCover): string {
  return digest(['category', slug, palette, motif]).slice(0, 10);
}

/** The hash in the address of a share image or a JPEG cover. */
export function shareHash(input: ShareInput): string {
  return shareDigest(input).slice(0, 10);
}

/** All 64 digits of a share image's hash, for its file on disk: there two images must never be mixed up. */
export function shareDigest({ title, author, category, cover = '', shape }: ShareInput): string {
  return digest([shape ?? 'share', title, author, slugOf(category), ...(pictureOf(cover) ? [cover] : [])]);
}

function digest(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify([GENERATOR, ...parts]));
}
