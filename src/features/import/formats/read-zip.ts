import { openArchive } from '../reader/archive.ts';
import { Fault } from '../reader/fault.ts';
import { type Chosen, chooseFiles } from './choose-files.ts';
import { FileFault } from './file-fault.ts';

/** `sizeOf`: in bytes, as the zip says; `read`: the bytes of one of the files that were taken, throws Faults. */
export type OpenZip = Chosen & { sizeOf: (name: string) => number; read: (name: string) => Promise<Buffer> };

/**
 * A zip of books and tales; all of it is judged before the first file is unpacked, each in memory when it is asked for. `fd`: open for
 * reading. Throws Faults, and a FileFault for a zip that is itself a book: that is read as such, whatever it is called.
 */
export async function readZip(name: string, fd: number): Promise<OpenZip> {
  const archive = await openArchive(fd);
  if (archive.has('META-INF/container.xml')) throw new FileFault(name, 'this zip is an EPUB: give it a name that ends in .epub.');
  if (archive.has('[Content_Types].xml'))
    throw new FileFault(name, 'this zip is an Office document: give a Word document a name that ends in .docx.');
  const chosen = chooseFiles(archive.names);
  const known = new Set(chosen.taken.map((each) => each.name));
  const read = async (file: string) => {
    if (!known.has(file)) throw new Fault('missing_document', file);
    return archive.read(file);
  };
  return { ...chosen, sizeOf: archive.sizeOf, read };
}
