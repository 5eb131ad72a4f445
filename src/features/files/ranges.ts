/** Range requests (RFC 9110, 14). */

/** Bytes from `start` up to but without `end`. */
export type ByteRange = { start: number; end: number };

/**
 * Returns the range that a Range header asks for, `unsatisfiable` for one outside of the file (416), and undefined for the whole file:
 * without the header, for other units, several ranges and malformed ones, which a server may ignore. `ifRange`: the If-Range header, whose
 * strong ETag must be that of the file.
 */
export function readRange(
  header: string | undefined,
  { size, etag, ifRange }: { size: number; etag: string; ifRange: string | undefined },
): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return undefined;
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d{0,20})-(\d{0,20})[ \t]*$/i.exec(header) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(size, Number(last) + 1) };
}
