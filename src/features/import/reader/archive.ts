/** A zip whose every entry was looked at before the first is unpacked. Entries are unpacked in memory, one at a time, by name. */
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, fromFdPromise, type ZipFile } from 'yauzl';
import { Fault } from './fault.ts';
import { MOST_ENTRIES, MOST_ENTRY, MOST_RATIO, MOST_UNPACKED, RATIO_FROM } from './limits.ts';
import { isPlainName } from './paths.ts';

export type Archive = {
  has: (name: string) => boolean;
  /** Of its files, in the order of its directory. */
  names: string[];
  /** As the directory says: bytes, 0 for what is not there. */
  sizeOf: (name: string) => number;
  /** The file of that name, whole. Throws Faults: of a file that is not there, `missing_document`. */
  read: (name: string, most?: number) => Promise<Buffer>;
};

const STORED = 0;
const DEFLATED = 8;
const FILE_TYPES = { mask: 0xf000, none: 0, regular: 0x8000, folder: 0x4000 };

/** `source`: a file, open for reading, or its bytes; at most `MOST_PACKED` long. Throws Faults for all that is hostile or broken in its directory. */
export async function openArchive(source: number | Buffer): Promise<Archive> {
  const zip = await openZip(source);
  const entries = await listEntries(zip);
  let unpacked = 0;
  return {
    has: (name) => entries.has(name),
    names: [...entries.keys()],
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    read: async (name, most = MOST_ENTRY) => {
      const entry = entries.get(name);
      if (entry === undefined) throw new Fault('missing_document', name);
      if (entry.uncompressedSize > most) throw new Fault('unpacks_too_large', name);
      const bytes = await unpack(zip, entry, name);
      unpacked += bytes.length;
      if (unpacked > MOST_UNPACKED) throw new Fault('unpacks_too_large', name);
      return bytes;
    },
  };
}

async function openZip(source: number | Buffer): Promise<ZipFile> {
  try {
    // Names are decoded and judged here: yauzl would guess at their letters and bend backslashes.
    const options = { decodeStrings: false, autoClose: false, validateEntrySizes: true };
    return await (typeof source === 'number' ? fromFdPromise(source, options) : fromBufferPromise(source, options));
  } catch (cause) {
    throw new Fault('not_a_zip', null, { cause });
  }
}

/** Files by their names in NFC. */
async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw new Fault('too_many_files');
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
      judge(entry, name);
      total += entry.uncompressedSize;
      if (total > MOST_UNPACKED) throw new Fault('unpacks_too_large');
      spans.push(await spanOf(zip, entry, name));
      if (!name.endsWith('/')) entries.set(name, entry);
    }
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault(/strong encryption/.test(String(cause)) ? 'encrypted' : 'damaged', null, { cause });
  }
  refuseOverlaps(spans, directoryStart);
  return entries;
}

/** Names in a book are UTF-8, flagged or not (EPUB 3.3, 4.2.3). */
function nameOf(entry: Entry): string {
  try {
    const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(entry.fileNameRaw).normalize('NFC');
    if (isPlainName(name)) return name;
  } catch {}
  throw new Fault('bad_name');
}

/** What the directory says of an entry is enough to refuse it, and never enough to believe it: see `unpack`. */
function judge(entry: Entry, name: string): void {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPES.mask;
  const { compressedSize: packed, uncompressedSize: size } = entry;
  if (entry.isEncrypted()) throw new Fault('encrypted', name);
  if (type !== FILE_TYPES.none && type !== FILE_TYPES.regular && type !== FILE_TYPES.folder) throw new Fault('not_a_file', name);
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) throw new Fault('unknown_compression', name);
  if (size > MOST_ENTRY) throw new Fault('unpacks_too_large', name);
  if (size > RATIO_FROM && size > packed * MOST_RATIO) throw new Fault('unpacks_too_far', name);
}

type Span = { name: string; start: number; end: number };

/** The bytes that an entry takes, from its own header to its last. Both headers must speak of the same file. */
async function spanOf(zip: ZipFile, entry: Entry, name: string): Promise<Span> {
  const header = await zip.readLocalFileHeaderPromise(entry);
  if (!header.fileName.equals(entry.fileNameRaw) || header.compressionMethod !== entry.compressionMethod) throw new Fault('damaged', name);
  return { name, start: entry.relativeOffsetOfLocalHeader, end: header.fileDataStart + entry.compressedSize };
}

/** Bombs and archives that hold themselves let many entries share the same bytes. */
function refuseOverlaps(spans: Span[], directoryStart: number): void {
  let end = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start < end || span.end > directoryStart) throw new Fault('overlapping', span.name);
    end = span.end;
  }
}

/** Counted while it is inflated: what is longer than it was said to be is left where it becomes so. */
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
