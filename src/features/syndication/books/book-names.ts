/** Where the books of lists stand, and what they are called by machines. */
import { createHash } from 'node:crypto';
import { type ListName, listAddress } from '../list-names.ts';

/** A longer list gives a book of its first tales: a larger one no e-reader opens gladly. */
export const MOST_IN_BOOK = 1_000;

/** The address of a list as one EPUB; undefined for one of which there is no end. */
export function bookAddress(name: ListName): string | undefined {
  return name.kind === 'recent' ? undefined : listAddress(name, { suffix: '.epub' });
}

/** A URN for a book that has none of its own, the same for the same text: a UUID of version 5 (RFC 9562) in the namespace of addresses. */
export function bookIdentifier(text: string): string {
  const namespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');
  const bytes = createHash('sha1').update(namespace).update(text, 'utf8').digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
}
