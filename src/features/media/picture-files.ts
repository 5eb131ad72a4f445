/** What is known of files before anybody has opened them, and of addresses. Browser-safe. */
import type { Picture } from './contract.ts';

/** Bytes of a picture that is sent. */
export const MOST_BYTES = 8 * 1024 * 1024;
export const MOST_PIXELS = 40_000_000;
/** What can be sent, by its media type, and what people call it. */
export const KINDS = { 'image/jpeg': 'JPEG', 'image/png': 'PNG', 'image/webp': 'WebP', 'image/avif': 'AVIF' } as const;
export type Kind = keyof typeof KINDS;
/** What a field for files offers: some systems know kinds by their endings alone. */
export const ACCEPT = `${Object.keys(KINDS).join(',')},.jpg,.jpeg,.png,.webp,.avif`;

export const TAKEN = 'Pictures are taken as JPEG, PNG, WebP or AVIF.';
export const TOO_LARGE = 'A picture may have at most 8 MB. Save it smaller, and try again.';

/** What a picture is called until somebody calls it otherwise: the name of its file, without path and ending. */
export function nameOfFile(file: string): string {
  const bare = file
    .normalize('NFC')
    .replace(/^.*[\\/]/u, '')
    .replace(/\.[a-z0-9]{1,5}$/iu, '')
    .replace(/[\p{Cc}\p{Cs}_\s]+/gu, ' ')
    .trim();
  return [...bare].slice(0, 200).join('') || 'Picture';
}

/** The address for a tale's cover: with the focal point, when it is not the middle. */
export function coverAddressOf({ address, focal_x: x, focal_y: y }: Pick<Picture, 'address' | 'focal_x' | 'focal_y'>): string {
  return x === 50 && y === 50 ? address : `${address}#x${x}y${y}`;
}
