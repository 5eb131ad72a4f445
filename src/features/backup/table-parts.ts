/** Splits tables into compressed parts of a few megabytes, so that memory use is bounded. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { BackupError } from './backup-format.ts';
import { MAX_ENTRY_BYTES } from './tar-archive.ts';

const PART_BYTES = 4 * 1024 * 1024;
const pack = promisify(gzip);
const unpack = promisify(gunzip);
const LINE_FEED = 0x0a;

export type Part = { text: Buffer; lines: number; packed: Buffer };

/** Splits between rows, and compresses a part while reading the next one. @throws BackupError for a row over 64 MB */
export async function* packParts(rows: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  let before: Promise<Part> | undefined;
  for await (const text of chunkRows(rows)) {
    const next = packPart(text);
    next.catch(() => {});
    if (before !== undefined) yield await before;
    before = next;
  }
  if (before !== undefined) yield await before;
}

/** Returns the text of a part and its number of rows. @throws BackupError for invalid data, or more than `maxBytes` */
export async function unpackPart(name: string, packed: Buffer, maxBytes = MAX_ENTRY_BYTES): Promise<{ text: Buffer; lines: number }> {
  const maxOutputLength = Math.max(1, Math.min(maxBytes, MAX_ENTRY_BYTES));
  const text = await unpack(packed, { maxOutputLength }).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ERR_BUFFER_TOO_LARGE' ? `exceeds the allowed ${maxOutputLength} bytes` : 'cannot be decompressed';
    throw new BackupError(`${name} ${reason}.`, { cause });
  });
  return { text, lines: countLines(text) };
}

async function packPart(text: Buffer): Promise<Part> {
  return { text, lines: countLines(text), packed: await pack(text, { level: 6 }) };
}

async function* chunkRows(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows) {
    pending.push(chunk);
    size += chunk.length;
    if (size > MAX_ENTRY_BYTES) throw new BackupError('A row is larger than 64 MB and cannot be backed up.');
    if (size < PART_BYTES || chunk.at(-1) !== LINE_FEED) continue;
    yield Buffer.concat(pending);
    [pending, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(pending);
}

function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(LINE_FEED); at !== -1; at = text.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}
