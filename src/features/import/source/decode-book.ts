/** Bytes to text, decided by the bytes themselves: names and headers of old files are often wrong. */

/**
 * UTF-8 and UTF-16 with a byte order mark, UTF-8 where the bytes are, otherwise `declared` where it is another encoding that is known,
 * otherwise windows-1252, which holds all of Latin-1. Never throws.
 */
export function decodeBook(bytes: Uint8Array, declared?: string): string {
  const marked = markOf(bytes);
  if (marked !== undefined) return clean(new TextDecoder(marked).decode(bytes));
  try {
    return clean(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return clean(decoderFor(declared).decode(bytes));
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function decoderFor(declared: string | undefined): TextDecoder {
  if (declared === undefined || /^utf-?(8|16)/i.test(declared)) return new TextDecoder('windows-1252');
  try {
    return new TextDecoder(declared);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

/** One kind of line end, no byte order mark, no control characters but tabs and line ends. */
function clean(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?|\f/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .toWellFormed();
}
