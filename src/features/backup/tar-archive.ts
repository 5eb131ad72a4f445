import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, UNFINISHED } from '#src/platform/files.ts';
import { BackupError } from './backup-format.ts';

/**
 * Container of a backup: a tar file (POSIX ustar) of plain files that ends with the SHA-256 of everything before. That last entry is
 * derived from the hash alone, so that every byte of the file is checked.
 */

export const BLOCK = 512;
/** Maximum size of an entry; tables are split into parts. */
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024;
const SUM_NAME = 'sha256';
const SUM_AT = 148;
const MAGIC = 'ustar\x0000';

/** Returns a tar header. `name`: ASCII, at most 100 bytes. */
export function tarHead(name: string, size: number): Buffer {
  const head = Buffer.alloc(BLOCK);
  if (!/^[!-~]{1,100}$/.test(name)) throw new RangeError('Invalid entry name');
  head.write(name, 0, 'latin1');
  head.write('0000600\x000000000\x000000000\0', 100, 'latin1');
  head.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  // Entries have no modification time: the manifest has the time of the backup.
  head.write('00000000000\0        0', 136, 'latin1');
  head.write(MAGIC, 257, 'latin1');
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, SUM_AT, 'latin1');
  return head;
}

/** Parses a header written by `tarHead`; undefined for any other. */
function readTarHead(head: Buffer): { name: string; size: number } | undefined {
  const name = head.toString('latin1', 0, 100).replace(/\0+$/, '');
  const size = Number.parseInt(head.toString('latin1', 124, 135), 8);
  if (!Number.isSafeInteger(size) || size < 0 || !/^[!-~]{1,100}$/.test(name)) return undefined;
  return tarHead(name, size).equals(head) ? { name, size } : undefined;
}

/** Returns the zero padding after an entry of this size. */
export function paddingOf(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** Returns the end of a file whose preceding bytes have this hash (hexadecimal). */
export function tarEnd(hash: string): Buffer {
  const text = Buffer.from(`${hash}\n`);
  return Buffer.concat([tarHead(SUM_NAME, text.length), text, paddingOf(text.length), Buffer.alloc(2 * BLOCK)]);
}

export const END_SIZE = 4 * BLOCK;

const READ_BYTES = 1024 * 1024;

export type ArchiveEntry = { name: string; bytes: Buffer };

/** Verifies the checksum at the end of the file. @throws BackupError */
export async function verifyChecksum(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  if (size < END_SIZE || size % BLOCK !== 0) throw new BackupError('Not a backup file, or it is truncated.');
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(READ_BYTES);
  for (let at = 0; at < size - END_SIZE; ) {
    const { bytesRead } = await file.read(piece, 0, Math.min(READ_BYTES, size - END_SIZE - at), at);
    if (bytesRead === 0) throw new BackupError('The file was truncated while reading.');
    hash.update(piece.subarray(0, bytesRead));
    at += bytesRead;
  }
  const end = await readAt(file, size - END_SIZE, END_SIZE);
  if (!end.equals(tarEnd(hash.digest('hex')))) throw new BackupError('The file is damaged: checksum mismatch.');
}

/** Yields the entries in order, one at a time in memory; with `only`, those of this name. @throws BackupError for an invalid entry */
export async function* readEntries(file: FileHandle, only?: string): AsyncGenerator<ArchiveEntry> {
  const end = (await file.stat()).size - END_SIZE;
  for (let at = 0; at < end; ) {
    const head = readTarHead(await readAt(file, at, BLOCK));
    if (head === undefined) throw new BackupError('Not a valid backup: unexpected data.');
    const { name, size } = head;
    const padding = paddingOf(size);
    if (size > MAX_ENTRY_BYTES || at + BLOCK + size + padding.length > end) throw new BackupError(`${name} exceeds the maximum size.`);
    const start = at + BLOCK;
    at = start + size + padding.length;
    if (only !== undefined && name !== only) continue;
    const bytes = await readAt(file, start, size + padding.length);
    if (!bytes.subarray(size).equals(padding)) throw new BackupError('Not a valid backup: unexpected data.');
    yield { name, bytes: bytes.subarray(0, size) };
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) throw new BackupError('The file was truncated while reading.');
    read += bytesRead;
  }
  return bytes;
}

export type ArchiveWriter = {
  /** @throws RangeError for an entry over 64 MB */
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Writes the checksum, syncs and renames the file. Returns its size in bytes. */
  finish(): Promise<number>;
  /** Deletes an unfinished file. */
  close(): Promise<void>;
};

/** Starts a file with mode 0600 beside `file`, which replaces `file` when it is finished. */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  const unfinished = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID().slice(0, 8)}${UNFINISHED}`);
  const handle = await open(unfinished, 'wx', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  let isOpen = true;

  const write = async (bytes: Uint8Array) => {
    hash.update(bytes);
    size += bytes.length;
    await handle.writeFile(bytes);
  };
  const close = async () => {
    if (isOpen) await handle.close();
    isOpen = false;
  };
  return {
    async add(name, bytes) {
      if (bytes.length > MAX_ENTRY_BYTES) throw new RangeError(`${name} is larger than 64 MB`);
      await write(tarHead(name, bytes.length));
      await write(bytes);
      await write(paddingOf(bytes.length));
    },
    async finish() {
      const end = tarEnd(hash.digest('hex'));
      await handle.writeFile(end);
      await handle.sync();
      await close();
      await rename(unfinished, file);
      await syncFolder(path.dirname(file));
      return size + end.length;
    },
    async close() {
      await close();
      await rm(unfinished, { force: true });
    },
  };
}
