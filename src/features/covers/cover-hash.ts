import { hash } from 'node:crypto';
import { slugOf } from './art/palettes.ts';
import type { ShareInput } from './share/picture.ts';

/**
 * The version of the drawings. Raise it with any change of a picture: it is part of every address, and addresses are cached
 * for ever.
 */
const GENERATOR = 1;

/** portrait 3:4 for cards and heads of tales, landscape 16:9 for wide places. */
export type CoverFormat = 'portrait' | 'landscape';

/** The hash in the address of a tale's cover. `category` is a slug or a name. */
export function coverHash(title: string, category: string, format: CoverFormat): string {
  return digest(['tale', title, slugOf(category), format]).slice(0, 10);
}

/** The hash in the address of a category's picture. */
export function categoryHash(slug: string): string {
  return digest(['category', slug]).slice(0, 10);
}

/** The hash in the address of a share image. */
export function shareHash(input: ShareInput): string {
  return shareDigest(input).slice(0, 10);
}

/** All 64 digits of a share image's hash, for its file on disk: there two images must never be mixed up. */
export function shareDigest({ title, author, category }: ShareInput): string {
  return digest(['share', title, author, slugOf(category)]);
}

function digest(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify([GENERATOR, ...parts]));
}
