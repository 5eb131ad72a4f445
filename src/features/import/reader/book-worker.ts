import { setPriority } from 'node:os';
import { isFileKind } from '../formats/choose-files.ts';
import { Fault } from './fault.ts';
import { refusalIn, takeTales, writeTales } from './take-tales.ts';

// Run by book-process.ts. Standard input is a file, what was read of it goes to standard output: without words the chapters of an EPUB as
// they stand; with the kind of the file, its hash, its name and what its columns are its tales. With the word `many` it is many small files, one behind the other;
// with `list` and its name a zip, whose list of files is written; with `members`, places in that list, name and columns the tales of these.
setPriority(5); // readers come first
const [kind = '', hash = '', fileName = '', map = '', facts = '{}'] = process.argv.slice(2);
const saidOf = (error: unknown) => writeTales(refusalIn(error));
const failed = (error: unknown) => {
  if (error instanceof Fault) return error;
  throw error;
};
async function work(): Promise<Buffer[]> {
  if (kind === 'many') {
    const { takeMany } = await import('./take-many.ts');
    return takeMany(Buffer.concat(await process.stdin.toArray()));
  }
  if (kind === 'list' || kind === 'members') {
    const { listMembers, takeMembers } = await import('./take-members.ts');
    return (kind === 'list' ? listMembers(0, hash) : takeMembers(0, fileName, { at: JSON.parse(hash), map })).catch(saidOf);
  }
  if (isFileKind(kind)) return writeTales(await takeTales(0, { kind, hash, fileName, map, facts: JSON.parse(facts) }).catch(refusalIn));
  const [{ readBook }, { writeResult }] = await Promise.all([import('./read-book.ts'), import('./result.ts')]);
  return writeResult(await readBook(0).catch(failed));
}
for (const part of await work()) process.stdout.write(part);
