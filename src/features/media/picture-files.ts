/** Limits and types of image files, and names derived from them. Browser-safe. */
import type { Picture } from './contract.ts';

/** Maximum size of an upload. */
export const MAX_BYTES = 8 * 1024 * 1024;
export const MAX_PIXELS = 40_000_000;
/** Names of supported types. */
export const KINDS = { 'image/jpeg': 'JPEG', 'image/png': 'PNG', 'image/webp': 'WebP', 'image/avif': 'AVIF' } as const;
export type Kind = keyof typeof KINDS;
/** `accept` of a file input. Some systems know types by their extensions only. */
export const ACCEPT = `${Object.keys(KINDS).join(',')},.jpg,.jpeg,.png,.webp,.avif`;

export const SUPPORTED_TYPES = 'Supported types: JPEG, PNG, WebP, AVIF.';
export const TOO_LARGE = 'Images can have at most 8 MB. Save it at a smaller size and try again.';

/** Returns the initial name of an image: the file name without path and extension. */
export function nameOfFile(file: string): string {
  const bare = file
    .normalize('NFC')
    .replace(/^.*[\\/]/u, '')
    .replace(/\.[a-z0-9]{1,5}$/iu, '')
    .replace(/[\p{Cc}\p{Cs}_\s]+/gu, ' ')
    .trim();
  return [...bare].slice(0, 200).join('') || 'Image';
}

/** Returns the address of an image as a cover, with its focal point unless that is the centre. */
export function coverAddressOf({ address, focal_x: x, focal_y: y }: Pick<Picture, 'address' | 'focal_x' | 'focal_y'>): string {
  return x === 50 && y === 50 ? address : `${address}#x${x}y${y}`;
}
