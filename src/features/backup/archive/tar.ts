/**
 * The form of a backup: a tar file (POSIX ustar) of plain files, and at its end the SHA-256 of all that stands before. That last entry is made
 * of nothing but the hash, so no byte of the file is without a check.
 */

export const BLOCK = 512;
/** Bytes of one entry: a table goes in parts. */
export const MOST_ENTRY = 64 * 1024 * 1024;
const SUM_NAME = 'sha256';
const SUM_AT = 148;
const MAGIC = 'ustar\x0000';

/** `name` in ASCII, at most 100 bytes; `size` in bytes. */
export function tarHead(name: string, size: number): Buffer {
  const head = Buffer.alloc(BLOCK);
  if (!/^[!-~]{1,100}$/.test(name)) throw new RangeError('This is no name for an entry');
  head.write(name, 0, 'latin1');
  head.write('0000600\x000000000\x000000000\0', 100, 'latin1');
  head.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  // No entry has a time: the manifest has the one of all.
  head.write('00000000000\0        0', 136, 'latin1');
  head.write(MAGIC, 257, 'latin1');
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, SUM_AT, 'latin1');
  return head;
}

/** Reads a head of ours. Undefined for anything else. */
export function readTarHead(head: Buffer): { name: string; size: number } | undefined {
  const name = head.toString('latin1', 0, 100).replace(/\0+$/, '');
  const size = Number.parseInt(head.toString('latin1', 124, 135), 8);
  if (!Number.isSafeInteger(size) || size < 0 || !/^[!-~]{1,100}$/.test(name)) return undefined;
  return tarHead(name, size).equals(head) ? { name, size } : undefined;
}

/** Zeros after an entry of this size, up to a whole block. */
export function paddingOf(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** What stands at the end of a file whose bytes before it have this hash (hexadecimal). */
export function tarEnd(hash: string): Buffer {
  const text = Buffer.from(`${hash}\n`);
  return Buffer.concat([tarHead(SUM_NAME, text.length), text, paddingOf(text.length), Buffer.alloc(2 * BLOCK)]);
}

export const END_SIZE = 4 * BLOCK;
