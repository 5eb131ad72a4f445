import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { BackupFault } from '../backup-fault.ts';
import { BLOCK, END_SIZE, MOST_ENTRY, paddingOf, readTarHead, tarEnd } from './tar.ts';

const PIECE = 1024 * 1024;

export type ArchiveEntry = { name: string; bytes: Buffer };

/** Compares the bytes of the whole file with the hash at its end. Throws a BackupFault. */
export async function checkWhole(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  if (size < END_SIZE || size % BLOCK !== 0) throw new BackupFault('The file is no backup, or its end is missing.');
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE);
  for (let at = 0; at < size - END_SIZE; ) {
    const { bytesRead } = await file.read(piece, 0, Math.min(PIECE, size - END_SIZE - at), at);
    if (bytesRead === 0) throw new BackupFault('The file has become shorter while it was read.');
    hash.update(piece.subarray(0, bytesRead));
    at += bytesRead;
  }
  const end = await readAt(file, size - END_SIZE, END_SIZE);
  if (!end.equals(tarEnd(hash.digest('hex')))) throw new BackupFault('The file is damaged: it is not what was written.');
}

/** The entries in their order, one at a time in memory; with `only`, just the ones of this name. Throws a BackupFault for what no backup holds. */
export async function* readEntries(file: FileHandle, only?: string): AsyncGenerator<ArchiveEntry> {
  const end = (await file.stat()).size - END_SIZE;
  for (let at = 0; at < end; ) {
    const head = readTarHead(await readAt(file, at, BLOCK));
    if (head === undefined) throw new BackupFault('The file holds something that no backup has.');
    const { name, size } = head;
    const padding = paddingOf(size);
    if (size > MOST_ENTRY || at + BLOCK + size + padding.length > end) throw new BackupFault(`${name} says it is larger than it can be.`);
    const start = at + BLOCK;
    at = start + size + padding.length;
    if (only !== undefined && name !== only) continue;
    const bytes = await readAt(file, start, size + padding.length);
    if (!bytes.subarray(size).equals(padding)) throw new BackupFault('The file holds something that no backup has.');
    yield { name, bytes: bytes.subarray(0, size) };
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) throw new BackupFault('The file has become shorter while it was read.');
    read += bytesRead;
  }
  return bytes;
}
