/** What a file is, by its first bytes. What it calls itself, and its name, say nothing. */
import type { Kind } from '../picture-files.ts';

/** `kind` when it may be taken; else what people call it, undefined for what nobody knows. */
export type Sniffed = { kind: Kind } | { kind: undefined; known?: string };

export function kindOf(bytes: Buffer): Sniffed {
  const begins = (text: string, at = 0) => bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));
  if (begins('\xff\xd8\xff')) return { kind: 'image/jpeg' };
  if (begins('\x89PNG\r\n\x1a\n')) return { kind: 'image/png' };
  if (begins('RIFF') && begins('WEBP', 8)) return { kind: 'image/webp' };
  if (begins('ftyp', 4)) return boxed(bytes);
  const known = OTHERS.find(([beginning]) => begins(beginning))?.[1];
  if (known !== undefined) return { kind: undefined, known };
  const text = bytes
    .subarray(0, 1024)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  return { kind: undefined, ...(/<svg[\s>]/i.test(text) && { known: 'an SVG drawing' }) };
}

/** Whether a WebP or AVIF file has the length that it says it has: what was cut off has not. */
export function isWhole(bytes: Buffer, kind: Kind): boolean {
  if (kind === 'image/webp') return bytes.length >= 12 && bytes.readUInt32LE(4) + 8 === bytes.length;
  if (kind !== 'image/avif') return true;
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    // A size of 0 means: to the end of the file. A size of 1 means a 64-bit size, for boxes of more than 4 GB.
    if (size === 0) return true;
    if (size < 8) return false;
    at += size;
  }
  return at === bytes.length;
}

/** True for pictures that move, of the kinds that may be taken. */
export function isAnimated(bytes: Buffer, kind: Kind): boolean {
  if (kind === 'image/png') return hasChunk(bytes, 'acTL');
  if (kind === 'image/webp') return bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0;
  return kind === 'image/avif' && brandsOf(bytes).includes('avis');
}

const OTHERS: readonly (readonly [beginning: string, name: string])[] = [
  ['GIF8', 'a GIF picture'],
  ['II*\0', 'a TIFF picture'],
  ['MM\0*', 'a TIFF picture'],
  ['II+\0', 'a TIFF picture'],
  ['BM', 'a BMP picture'],
  ['%PDF', 'a PDF document'],
  ['PK\x03\x04', 'a packed document, such as a Word file'],
  ['8BPS', 'a Photoshop file'],
  ['\0\0\x01\0', 'an icon file'],
  ['\xff\x0a', 'a JPEG XL picture'],
];

/** The family of AVIF, HEIC and films, told apart by their brands (ISO/IEC 14496-12). */
function boxed(bytes: Buffer): Sniffed {
  const brands = brandsOf(bytes);
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return { kind: 'image/avif' };
  if (brands.some((brand) => /^(hei[cxms]|hev[cx]|mif1|msf1)$/.test(brand))) return { kind: undefined, known: 'a HEIC picture' };
  return { kind: undefined, known: 'a film' };
}

function brandsOf(bytes: Buffer): string[] {
  const size = Math.min(bytes.readUInt32BE(0), 256, bytes.length);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= size; at += 4) if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

/** Whether a PNG has a chunk of this type before its pixels. */
function hasChunk(bytes: Buffer, type: string): boolean {
  for (let at = 8; at + 8 <= bytes.length; ) {
    const found = bytes.toString('latin1', at + 4, at + 8);
    if (found === type) return true;
    if (found === 'IDAT') return false;
    at += 12 + bytes.readUInt32BE(at);
  }
  return false;
}
