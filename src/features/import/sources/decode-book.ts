/**
 * Decodes text leniently, by its bytes rather than its declarations, which are often wrong in old files: byte order mark, valid UTF-8,
 * `declared`, windows-1252 (a superset of Latin-1). Never throws.
 */
export function decodeLenient(bytes: Uint8Array, declared?: string): string {
  const marked = bomEncoding(bytes);
  if (marked !== undefined) return clean(new TextDecoder(marked).decode(bytes));
  try {
    return clean(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return clean(decoderFor(declared).decode(bytes));
  }
}

function bomEncoding(bytes: Uint8Array): string | undefined {
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

/** Normalizes line ends and removes byte order mark and control characters. */
function clean(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?|\f/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .toWellFormed();
}
