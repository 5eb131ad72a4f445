/** Checks that an image file is complete and that nothing follows the image, where data of another type could be hidden. */

const TRAILING = 'data follows the image';
const INCOMPLETE = 'it is incomplete';

/** Returns what is wrong with an image of this type, undefined for nothing. The pixels are not decoded. */
export function findImageFault(mediaType: string, bytes: Buffer): string | undefined {
  try {
    const end = END_OF[mediaType]?.(bytes) ?? -1;
    if (end === bytes.length) return undefined;
    return end >= 0 && end < bytes.length ? TRAILING : INCOMPLETE;
  } catch (error) {
    // Reads beyond the end.
    if (error instanceof RangeError) return INCOMPLETE;
    throw error;
  }
}

/** Return the position after the image; -1 if it cannot be found. They throw RangeError for an incomplete one. */
const END_OF: Readonly<Record<string, (bytes: Buffer) => number>> = {
  'image/png'(bytes) {
    for (let at = 8; ; ) {
      const end = at + 12 + bytes.readUInt32BE(at);
      if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return end;
      at = end;
    }
  },
  // Cameras add further images and padding after the first one; each ends with the same marker.
  'image/jpeg'(bytes) {
    let end = bytes.length;
    while (end > 0 && bytes[end - 1] === 0) end -= 1;
    return bytes[end - 2] === 0xff && bytes[end - 1] === 0xd9 ? bytes.length : -1;
  },
  'image/gif'(bytes) {
    let at = 13 + colourTable(bytes.readUInt8(10));
    for (;;) {
      const block = bytes.readUInt8(at);
      if (block === 0x3b) return at + 1;
      if (block === 0x21) at += 2;
      else if (block === 0x2c) at += 11 + colourTable(bytes.readUInt8(at + 9));
      else return -1;
      for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += 1 + size;
      at += 1;
    }
  },
  'image/webp': (bytes) => {
    const end = 8 + bytes.readUInt32LE(4);
    return /^VP8[ LX]$/.test(bytes.toString('latin1', 12, 16)) ? end : -1;
  },
  'image/avif'(bytes) {
    let at = 0;
    while (at + 8 <= bytes.length) {
      const size = bytes.readUInt32BE(at);
      if (!/^[\x20-\x7e]{4}$/.test(bytes.toString('latin1', at + 4, at + 8)) || size < 8) return at;
      at += size;
    }
    return at;
  },
};

/** Size of a GIF colour table by the flags of its block. */
function colourTable(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}
