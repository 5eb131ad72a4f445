import { setPriority } from 'node:os';
import { Fault } from '../faults.ts';
import { isFileKind } from '../formats/accepted-files.ts';
import { asRejection, encodeTales, readSmallFiles, readTales } from './read-tales.ts';

// Started by book-process.ts. Reads a file from standard input and writes the result to standard output. Arguments: none (the chapters of
// an EPUB, unchanged); kind, hash, file name and column mapping (its tales); `many` (many small files in sequence); `list` and a name (the
// members of a ZIP); `members`, member indexes, name and mapping (their tales); `extract` and names (the first of these members as it is).
setPriority(5); // readers come first
const [kind = '', hash = '', fileName = '', map = '', facts = '{}'] = process.argv.slice(2);
const encodeRejection = (error: unknown) => encodeTales(asRejection(error));
const failed = (error: unknown) => {
  if (error instanceof Fault) return error;
  throw error;
};
async function work(): Promise<Buffer[]> {
  if (kind === 'many') {
    return readSmallFiles(Buffer.concat(await process.stdin.toArray()));
  }
  if (kind === 'list' || kind === 'members') {
    const { listZipMembers, readZipMembers } = await import('./zip-members.ts');
    return (kind === 'list' ? listZipMembers(0, hash) : readZipMembers(0, fileName, { at: JSON.parse(hash), map })).catch(encodeRejection);
  }
  if (kind === 'extract') return (await import('./zip-members.ts')).readZipMember(0, JSON.parse(hash)).catch(encodeRejection);
  if (isFileKind(kind)) return encodeTales(await readTales(0, { kind, hash, fileName, map, facts: JSON.parse(facts) }).catch(asRejection));
  const { readBook, encodeBook } = await import('./read-epub.ts');
  return encodeBook(await readBook(0).catch(failed));
}
for (const part of await work()) process.stdout.write(part);
