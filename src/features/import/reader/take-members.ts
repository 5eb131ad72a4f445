/** The files in a zip: which there are, and the tales of those that are asked for. Run in a process of its own only: see open-book.ts. */
import { createHash } from 'node:crypto';
import { readZip } from '../formats/read-zip.ts';
import { refusalIn, takeTalesOf, writeTales } from './take-tales.ts';

/** What is in the zip, in the form of `readMembers`. `fd`: open for reading. Throws Faults and FileFaults. */
export async function listMembers(fd: number, fileName: string): Promise<Buffer[]> {
  const { taken, left, sizeOf } = await readZip(fileName, fd);
  const members = taken.map(({ name }) => ({ name, size: sizeOf(name) }));
  return [Buffer.from(JSON.stringify({ members, left }))];
}

/** A line for each, as takeMany has it. `at`: their places in that list. Throws as `listMembers`, and never for what is wrong with one. */
export async function takeMembers(fd: number, fileName: string, { at, map }: { at: readonly number[]; map: string }): Promise<Buffer[]> {
  const { taken, read } = await readZip(fileName, fd);
  const lines: Buffer[] = [];
  for (const place of at) {
    const member = taken[place];
    if (member === undefined) throw new Error('The zip has changed');
    const take = async () => {
      const bytes = await read(member.name);
      const hash = createHash('sha256').update(bytes).digest('hex');
      return takeTalesOf(bytes, { kind: member.kind, hash, fileName: member.name, map });
    };
    lines.push(...writeTales(await take().catch(refusalIn)), Buffer.from('\n'));
  }
  return lines;
}
