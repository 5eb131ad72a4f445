/** Reads and writes the tables of TrueType fonts. */

const DIRECTORY = 12;
const RECORD = 16;

/** Returns a table, not copied. */
export function findTable(font: Buffer, tag: string): Buffer | undefined {
  return readTables(font).find(([each]) => each === tag)?.[1];
}

/** Returns the font with some tables replaced or added. Checksums are left out: WOFF2 has none. */
export function joinTables(font: Buffer, changed: Record<string, Buffer>): Buffer {
  const tables = [...new Map([...readTables(font), ...Object.entries(changed)])].sort(([one], [other]) => (one < other ? -1 : 1));
  const directory = Buffer.alloc(DIRECTORY + RECORD * tables.length);
  font.copy(directory, 0, 0, DIRECTORY);
  directory.writeUInt16BE(tables.length, 4);
  const parts: Buffer[] = [directory];
  let start = directory.length;
  tables.forEach(([tag, table], index) => {
    const at = directory.write(tag, DIRECTORY + RECORD * index, 'latin1') + DIRECTORY + RECORD * index;
    directory.writeUInt32BE(start, at + 4);
    directory.writeUInt32BE(table.length, at + 8);
    const padding = Buffer.alloc(-table.length & 3);
    parts.push(table, padding);
    start += table.length + padding.length;
  });
  return Buffer.concat(parts);
}

function readTables(font: Buffer): [tag: string, table: Buffer][] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = DIRECTORY + RECORD * index;
    const start = font.readUInt32BE(at + 8);
    return [font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12))];
  });
}
