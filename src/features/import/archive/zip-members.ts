/** The files in a ZIP and the tales in them. Runs in the worker process only. */
import { createHash } from 'node:crypto';
import { Fault, FileFault } from '../faults.ts';
import { type FileSelection, selectFiles } from '../formats/accepted-files.ts';
import { asRejection, encodeTales, readTalesFromBytes } from './read-tales.ts';
import { openArchive } from './zip-archive.ts';

/**
 * Lists the members, in the form that `parseListing` expects. `fd`: open for reading.
 * @throws Fault, FileFault
 */
export async function listZipMembers(fd: number, fileName: string): Promise<Buffer[]> {
  const { accepted, skipped, sizeOf } = await openTaleZip(fileName, fd);
  const members = accepted.map(({ name }) => ({ name, size: sizeOf(name) }));
  return [Buffer.from(JSON.stringify({ members, skipped }))];
}

/**
 * Reads the members at the given indexes of that list; one line of output each, as `readSmallFiles` has it. Faults of one member do not
 * throw.
 * @throws Fault, FileFault for the archive
 */
export async function readZipMembers(fd: number, fileName: string, { at, map }: { at: readonly number[]; map: string }): Promise<Buffer[]> {
  const { accepted, read } = await openTaleZip(fileName, fd);
  const lines: Buffer[] = [];
  for (const place of at) {
    const member = accepted[place];
    if (member === undefined) throw new Error('The zip has changed');
    const take = async () => {
      const bytes = await read(member.name);
      const hash = createHash('sha256').update(bytes).digest('hex');
      return readTalesFromBytes(bytes, { kind: member.kind, hash, fileName: member.name, map });
    };
    lines.push(...encodeTales(await take().catch(asRejection)), Buffer.from('\n'));
  }
  return lines;
}

/**
 * Reads the first of these members that exists: a line of JSON with its name, and its bytes.
 * @throws Fault; `missing_document` without any
 */
export async function readZipMember(fd: number, names: readonly string[]): Promise<Buffer[]> {
  const archive = await openArchive(fd);
  const name = names.find((each) => archive.has(each)) ?? names[0] ?? '';
  const bytes = await archive.read(name);
  return [Buffer.from(`${JSON.stringify({ name })}\n`), bytes];
}

/** `sizeOf`: bytes, as the directory states; `read`: the bytes of an accepted file. */
type TaleZip = FileSelection & { sizeOf: (name: string) => number; read: (name: string) => Promise<Buffer> };

/**
 * Opens a ZIP of books and tales. `fd`: open for reading.
 * @throws Fault; FileFault for a ZIP that is itself a book, which needs the right extension
 */
export async function openTaleZip(name: string, fd: number): Promise<TaleZip> {
  const archive = await openArchive(fd);
  if (archive.has('META-INF/container.xml')) throw new FileFault(name, 'this ZIP file is an EPUB. Rename it to end in .epub.');
  if (archive.has('[Content_Types].xml'))
    throw new FileFault(name, 'this ZIP file is an Office document. Rename Word documents to end in .docx.');
  const chosen = selectFiles(archive.names);
  const known = new Set(chosen.accepted.map((each) => each.name));
  const read = async (file: string) => {
    if (!known.has(file)) throw new Fault('missing_document', file);
    return archive.read(file);
  };
  return { ...chosen, sizeOf: archive.sizeOf, read };
}
