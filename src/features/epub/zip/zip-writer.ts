/**
 * A zip file, an entry at a time (PKWARE's APPNOTE 6.3). Sizes stand before the bytes, not after them: fflate's streams write a data
 * descriptor, and with that readers that go through the file from its head (Java's ZipInputStream, and so many reading apps) refuse the
 * stored `mimetype` that every EPUB begins with. Compression happens aside, on the threads of zlib.
 */
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** Without the further form of zip for more, which few reading systems know. */
const MOST_ENTRIES = 65_535;
const MOST_BYTES = 0xffff_ffff;
const VERSION = 20;
const NAMES_IN_UTF8 = 0x0800;

export type ZipWriter = {
  /** The bytes of an entry, to be handed on in order. Throws a RangeError for what does not fit into a zip file. */
  add(name: string, bytes: Uint8Array, how?: 'stored' | 'deflated'): Promise<Uint8Array[]>;
  /** What stands at the end. */
  end(): Uint8Array;
};

type Entry = { name: Buffer; crc: number; packed: number; size: number; method: number; at: number };

/** `modified` is told of every entry, so that the same book is the same file. */
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
      if (entries.push(entry) > MOST_ENTRIES || written > MOST_BYTES) throw new RangeError('This does not fit into a zip file');
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

/** What a local head and the directory say alike, from the version needed to the length of further fields. */
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

/** Time in the low half, date in the high one, in UTC; nothing is older than 1980. */
function dosTime(date: Date): number {
  const year = Math.min(2107, Math.max(1980, date.getUTCFullYear()));
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return day * 0x10000 + time;
}
