/** A ZIP archive whose entries are all checked before the first is unpacked. Entries are unpacked in memory, one at a time, by name. */
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, fromFdPromise, type ZipFile } from 'yauzl';
import { Fault } from '../faults.ts';
import { MAX_ENTRIES, MAX_ENTRY, MAX_RATIO, MAX_UNPACKED, RATIO_FROM } from '../limits.ts';
import { isPlainName } from './paths.ts';

export type Archive = {
  has: (name: string) => boolean;
  /** File names, in the order of the central directory. */
  names: string[];
  /** The size in bytes that the directory states; 0 for missing files. */
  sizeOf: (name: string) => number;
  /**
   * Unpacks a file.
   * @throws Fault; `missing_document` for a missing file
   */
  read: (name: string, most?: number) => Promise<Buffer>;
};

const STORED = 0;
const DEFLATED = 8;
const FILE_TYPES = { mask: 0xf000, none: 0, regular: 0x8000, folder: 0x4000 };

/**
 * Opens a ZIP. `source`: a file descriptor, or the bytes, at most `MAX_PACKED` long.
 * @throws Fault for a hostile or broken directory
 */
export async function openArchive(source: number | Buffer): Promise<Archive> {
  const zip = await openZip(source);
  const entries = await listEntries(zip);
  let unpacked = 0;
  return {
    has: (name) => entries.has(name),
    names: [...entries.keys()],
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    read: async (name, most = MAX_ENTRY) => {
      const entry = entries.get(name);
      if (entry === undefined) throw new Fault('missing_document', name);
      if (entry.uncompressedSize > most) throw new Fault('unpacks_too_large', name);
      const bytes = await unpack(zip, entry, name);
      unpacked += bytes.length;
      if (unpacked > MAX_UNPACKED) throw new Fault('unpacks_too_large', name);
      return bytes;
    },
  };
}

async function openZip(source: number | Buffer): Promise<ZipFile> {
  try {
    // Names are decoded and checked here: yauzl would guess encodings and rewrite backslashes.
    const options = { decodeStrings: false, autoClose: false, validateEntrySizes: true };
    return await (typeof source === 'number' ? fromFdPromise(source, options) : fromBufferPromise(source, options));
  } catch (cause) {
    throw new Fault('not_a_zip', null, { cause });
  }
}

/** Entries by their names in NFC. */
async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new Fault('too_many_files');
  const directoryStart = Number(zip.readEntryCursor);
  const entries = new Map<string, Entry>();
  const names = new Set<string>();
  const spans: Span[] = [];
  let total = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      if (names.has(name)) throw new Fault('same_name_twice', name);
      names.add(name);
      checkEntry(entry, name);
      total += entry.uncompressedSize;
      if (total > MAX_UNPACKED) throw new Fault('unpacks_too_large');
      spans.push(await spanOf(zip, entry, name));
      if (!name.endsWith('/')) entries.set(name, entry);
    }
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault(/strong encryption/.test(String(cause)) ? 'encrypted' : 'damaged', null, { cause });
  }
  rejectOverlaps(spans, directoryStart);
  return entries;
}

/** Names are UTF-8, flagged or not (EPUB 3.3, 4.2.3). */
function nameOf(entry: Entry): string {
  try {
    const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(entry.fileNameRaw).normalize('NFC');
    if (isPlainName(name)) return name;
  } catch {}
  throw new Fault('bad_name');
}

/** Rejects by what the directory states, which is never trusted beyond that: see `unpack`. */
function checkEntry(entry: Entry, name: string): void {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPES.mask;
  const { compressedSize: packed, uncompressedSize: size } = entry;
  if (entry.isEncrypted()) throw new Fault('encrypted', name);
  if (type !== FILE_TYPES.none && type !== FILE_TYPES.regular && type !== FILE_TYPES.folder) throw new Fault('not_a_file', name);
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) throw new Fault('unknown_compression', name);
  if (size > MAX_ENTRY) throw new Fault('unpacks_too_large', name);
  if (size > RATIO_FROM && size > packed * MAX_RATIO) throw new Fault('unpacks_too_far', name);
}

type Span = { name: string; start: number; end: number };

/** Returns the byte range of an entry, from its local header to its last byte. Both headers must describe the same file. */
async function spanOf(zip: ZipFile, entry: Entry, name: string): Promise<Span> {
  const header = await zip.readLocalFileHeaderPromise(entry);
  if (!header.fileName.equals(entry.fileNameRaw) || header.compressionMethod !== entry.compressionMethod) throw new Fault('damaged', name);
  return { name, start: entry.relativeOffsetOfLocalHeader, end: header.fileDataStart + entry.compressedSize };
}

/** ZIP bombs and quines let entries share bytes. */
function rejectOverlaps(spans: Span[], directoryStart: number): void {
  let end = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start < end || span.end > directoryStart) throw new Fault('overlapping', span.name);
    end = span.end;
  }
}

/** Counts bytes while inflating and stops at the stated size. */
async function unpack(zip: ZipFile, entry: Entry, name: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  let sum = 0;
  try {
    for await (const part of await zip.openReadStreamPromise(entry)) {
      size += part.length;
      if (size > entry.uncompressedSize) throw new Fault('damaged', name);
      sum = crc32(part, sum);
      parts.push(part);
    }
  } catch (cause) {
    throw cause instanceof Fault ? cause : new Fault('damaged', name, { cause });
  }
  if (size !== entry.uncompressedSize || sum !== entry.crc32) throw new Fault('damaged', name);
  return Buffer.concat(parts);
}
