/** Detects the type of a file by its first bytes, ignoring its name and declared type. */
import type { Kind } from '../picture-files.ts';

/** `kind`: a supported type; else `known` is a description of a known unsupported type. */
export type Sniffed = { kind: Kind } | { kind: undefined; known?: string };

export function sniffType(bytes: Buffer): Sniffed {
  const begins = (text: string, at = 0) => bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));
  if (begins('\xff\xd8\xff')) return { kind: 'image/jpeg' };
  if (begins('\x89PNG\r\n\x1a\n')) return { kind: 'image/png' };
  if (begins('RIFF') && begins('WEBP', 8)) return { kind: 'image/webp' };
  if (begins('ftyp', 4)) return sniffIsoMedia(bytes);
  const known = UNSUPPORTED.find(([beginning]) => begins(beginning))?.[1];
  if (known !== undefined) return { kind: undefined, known };
  const text = bytes
    .subarray(0, 1024)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  return { kind: undefined, ...(/<svg[\s>]/i.test(text) && { known: 'an SVG drawing' }) };
}

/** Whether an image of a supported type is animated. */
export function isAnimated(bytes: Buffer, kind: Kind): boolean {
  if (kind === 'image/png') return hasChunk(bytes, 'acTL');
  if (kind === 'image/webp') return bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0;
  return kind === 'image/avif' && brandsOf(bytes).includes('avis');
}

const UNSUPPORTED: readonly (readonly [beginning: string, name: string])[] = [
  ['GIF8', 'a GIF image'],
  ['II*\0', 'a TIFF image'],
  ['MM\0*', 'a TIFF image'],
  ['II+\0', 'a TIFF image'],
  ['BM', 'a BMP image'],
  ['%PDF', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP file or Office document'],
  ['8BPS', 'a Photoshop file'],
  ['\0\0\x01\0', 'an icon file'],
  ['\xff\x0a', 'a JPEG XL image'],
];

/** AVIF, HEIC and videos, which differ in their brands (ISO/IEC 14496-12). */
function sniffIsoMedia(bytes: Buffer): Sniffed {
  const brands = brandsOf(bytes);
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return { kind: 'image/avif' };
  if (brands.some((brand) => /^(hei[cxms]|hev[cx]|mif1|msf1)$/.test(brand))) return { kind: undefined, known: 'a HEIC image' };
  return { kind: undefined, known: 'a video' };
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
