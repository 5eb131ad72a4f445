import { crc32, deflateRawSync } from 'node:zlib';

/** Generated EPUB and ZIP files, valid or with any field forged. */

export type ZipPart = {
  name: string | Buffer;
  data?: string | Buffer;
  /** Replaces the compressed `data`. */
  packed?: Buffer;
  method?: number;
  flags?: number;
  crc?: number;
  size?: number;
  /** Unix file type and permissions. */
  mode?: number;
  localName?: string | Buffer;
  /** Writes no data; the central directory points to this offset. */
  at?: number;
  /** The extra field of the local header. */
  extra?: Buffer;
};

/** Returns a ZIP file. `count`: forged number of entries in the end record. */
export function makeZip(parts: ZipPart[], end: { count?: number } = {}): Buffer {
  const written: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const headers = headersOf(part, part.at ?? at);
    directory.push(headers.central);
    if (part.at !== undefined) continue;
    written.push(headers.local, headers.packed);
    at += headers.local.length + headers.packed.length;
  }
  const last = Buffer.alloc(22);
  const length = directory.reduce((sum, each) => sum + each.length, 0);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(end.count ?? parts.length, 8);
  last.writeUInt16LE(end.count ?? parts.length, 10);
  last.writeUInt32LE(length, 12);
  last.writeUInt32LE(at, 16);
  return Buffer.concat([...written, ...directory, last]);
}

/** Returns the local header of an entry. */
export function localHeader(part: ZipPart): Buffer {
  return headersOf(part, 0).local;
}

function headersOf(part: ZipPart, at: number): { local: Buffer; packed: Buffer; central: Buffer } {
  const { method = 8, flags = 0x800, mode = 0, extra = Buffer.alloc(0) } = part;
  const name = Buffer.from(part.name);
  const localName = Buffer.from(part.localName ?? part.name);
  const data = Buffer.from(part.data ?? '');
  const packed = part.packed ?? (method === 8 ? deflateRawSync(data, { level: 1 }) : data);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(flags, 2);
  common.writeUInt16LE(method, 4);
  common.writeUInt32LE(part.crc ?? crc32(data), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(part.size ?? data.length, 18);
  const localHeader = Buffer.from(common);
  localHeader.writeUInt16LE(localName.length, 22);
  localHeader.writeUInt16LE(extra.length, 24);
  common.writeUInt16LE(name.length, 22);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE((mode << 16) >>> 0, 6);
  tail.writeUInt32LE(at, 10);
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04'), localHeader, localName, extra]),
    packed,
    central: Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, tail, name]),
  };
}

const CONTAINER = rootFiles('OPS/book.opf');
const PACKAGE = packageOf({ items: '<item id="a" href="one.xhtml" media-type="application/xhtml+xml"/>', spine: '<itemref idref="a"/>' });

export function rootFiles(...paths: string[]): string {
  const files = paths.map((each) => `<rootfile full-path="${each}" media-type="application/oebps-package+xml"/>`).join('');
  return `<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>${files}</rootfiles></container>`;
}

export function packageOf({ facts = '<dc:title>A Book</dc:title>', items = '', spine = '', toc = '' }): string {
  return `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${facts}</metadata>
<manifest>${items}</manifest><spine${toc}>${spine}</spine></package>`;
}

export function chapter(body: string, before = ''): string {
  return `<?xml version="1.0" encoding="utf-8"?>${before}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body>${body}</body></html>`;
}

/** Returns the files of a small book. `changes` by name; `null` removes a file. */
export function bookFiles(changes: Record<string, string | Buffer | null> = {}): ZipPart[] {
  const files: Record<string, string | Buffer | null> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': CONTAINER,
    'OPS/book.opf': PACKAGE,
    'OPS/one.xhtml': chapter('<p>Once upon a time</p>'),
    ...changes,
  };
  return Object.entries(files).flatMap(([name, data]) => (data === null ? [] : [{ name, data, method: name === 'mimetype' ? 0 : 8 }]));
}

/** Returns a small EPUB. `parts`: further ZIP entries. */
export function makeEpub(changes: Record<string, string | Buffer | null> = {}, parts: ZipPart[] = []): Buffer {
  return makeZip([...bookFiles(changes), ...parts]);
}
