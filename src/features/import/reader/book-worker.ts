import { setPriority } from 'node:os';
import { Fault } from './fault.ts';
import { readBook } from './read-book.ts';
import { writeResult } from './result.ts';
import { isTask, takeTales, writeTales } from './take-tales.ts';

// Run by open-epub.ts and open-book.ts, once for each book: standard input is the file itself, what was read of it goes to standard output.
// Without words the chapters of an EPUB as they stand; else its tales: the kind of file, its hash and its name.
setPriority(5); // readers come first
const [kind, hash = '', fileName = ''] = process.argv.slice(2);
const failed = (error: unknown) => {
  if (error instanceof Fault) return error;
  throw error;
};
const parts = isTask(kind)
  ? writeTales(await takeTales(0, { kind, hash, fileName }).catch(failed))
  : writeResult(await readBook(0).catch(failed));
for (const part of parts) process.stdout.write(part);
