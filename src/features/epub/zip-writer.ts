import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

/**
 * Writes a ZIP file entry by entry (PKWARE APPNOTE 6.3). Sizes precede the data: streams of fflate write data
 * descriptors, with which sequential readers (Java's ZipInputStream, used by many reading apps) reject the stored `mimetype` entry that
 * every EPUB begins with. Compression runs in the thread pool of zlib.
 */

const deflate = promisify(deflateRaw);

/** Limits without ZIP64, which few reading systems support. */
const MAX_ENTRIES = 65_535;
const MAX_BYTES = 0xffff_ffff;
const VERSION = 20;
const NAMES_IN_UTF8 = 0x0800;

export type ZipWriter = {
  /** Returns the bytes of an entry, to be written in order. Throws RangeError beyond the limits of ZIP. */
  add(name: string, bytes: Uint8Array, how?: 'stored' | 'deflated'): Promise<Uint8Array[]>;
  /** Returns the central directory. */
  end(): Uint8Array;
};

type Entry = { name: Buffer; crc: number; packed: number; size: number; method: number; at: number };

/** `modified` is the time of every entry, so that equal books are equal files. */
export function createZipWriter(modified: Date): ZipWriter {
  const stamp = dosTime(modified);
  const entries: Entry[] = [];
  let written = 0;

  return {
    async add(name, bytes, how = 'deflated') {
      const body = how === 'stored' ? bytes : await deflate(bytes, { level: 6 });
      const own = Buffer.from(name);
      const [crc, packed, size, method] = [crc32(bytes), body.length, bytes.length, how === 'stored' ? 0 : 8];
      const entry = { name: own, crc, packed, size, method, at: written };
      const head = Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), factsOf(entry, stamp), own]);
      written += head.length + packed;
      if (entries.push(entry) > MAX_ENTRIES || written > MAX_BYTES) throw new RangeError('ZIP file exceeds 65,535 entries or 4 GB');
      return [head, body];
    },
    end() {
      const directory = Buffer.concat(entries.flatMap((entry) => [directoryHead(entry, stamp), entry.name]));
      const tail = Buffer.alloc(22);
      tail.writeUInt32LE(0x06054b50, 0);
      tail.writeUInt16LE(entries.length, 8);
      tail.writeUInt16LE(entries.length, 10);
      tail.writeUInt32LE(directory.length, 12);
      tail.writeUInt32LE(written, 16);
      return Buffer.concat([directory, tail]);
    },
  };
}

/** Returns the fields that the local header and the directory share, from version needed to extra field length. */
function factsOf({ name, crc, packed, size, method }: Entry, stamp: number): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(VERSION, 0);
  facts.writeUInt16LE(/^[ -~]*$/.test(name.toString()) ? 0 : NAMES_IN_UTF8, 2);
  facts.writeUInt16LE(method, 4);
  facts.writeUInt32LE(stamp, 6);
  facts.writeUInt32LE(crc, 10);
  facts.writeUInt32LE(packed, 14);
  facts.writeUInt32LE(size, 18);
  facts.writeUInt16LE(name.length, 22);
  return facts;
}

function directoryHead(entry: Entry, stamp: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.at, 10);
  return Buffer.concat([Buffer.from([0x50, 0x4b, 0x01, 0x02, VERSION, 0]), factsOf(entry, stamp), rest]);
}

/** Returns DOS date and time in UTC; the earliest is 1980. */
function dosTime(date: Date): number {
  const year = Math.min(2107, Math.max(1980, date.getUTCFullYear()));
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return day * 0x10000 + time;
}
