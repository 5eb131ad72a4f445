/** The rows of a table in packed parts of some megabytes: each is packed and unpacked whole, so memory stays bounded however long the table is. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { MOST_ENTRY } from '../archive/tar.ts';
import { BackupFault } from '../backup-fault.ts';

const PART = 4 * 1024 * 1024;
const pack = promisify(gzip);
const unpack = promisify(gunzip);
const LINE_FEED = 0x0a;

export type Part = { text: Buffer; lines: number; packed: Buffer };

/** Cuts between rows. One part is packed while the next one is read. Throws a BackupFault for a row of more than 64 MB. */
export async function* packParts(rows: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  let before: Promise<Part> | undefined;
  for await (const text of gather(rows)) {
    const next = packPart(text);
    next.catch(() => {});
    if (before !== undefined) yield await before;
    before = next;
  }
  if (before !== undefined) yield await before;
}

/** The text of a part, and how many rows it has. Throws a BackupFault for what is none, and for more than `maxBytes`. */
export async function unpackPart(name: string, packed: Buffer, maxBytes = MOST_ENTRY): Promise<{ text: Buffer; lines: number }> {
  const maxOutputLength = Math.max(1, Math.min(maxBytes, MOST_ENTRY));
  const text = await unpack(packed, { maxOutputLength }).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ERR_BUFFER_TOO_LARGE' ? `has more than the ${maxOutputLength} bytes it may have` : 'cannot be unpacked';
    throw new BackupFault(`${name} ${reason}.`, { cause });
  });
  return { text, lines: countLines(text) };
}

async function packPart(text: Buffer): Promise<Part> {
  return { text, lines: countLines(text), packed: await pack(text, { level: 6 }) };
}

async function* gather(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows) {
    held.push(chunk);
    size += chunk.length;
    if (size > MOST_ENTRY) throw new BackupFault('A row is too large for a backup.');
    if (size < PART || chunk.at(-1) !== LINE_FEED) continue;
    yield Buffer.concat(held);
    [held, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(held);
}

function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(LINE_FEED); at !== -1; at = text.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}
