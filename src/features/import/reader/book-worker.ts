import { setPriority } from 'node:os';
import { Fault } from './fault.ts';
import { readBook } from './read-book.ts';
import { writeResult } from './result.ts';

// Run by open-epub.ts, once for each book: standard input is the file itself, what was read of it goes to standard output.
setPriority(5); // readers come first
const result = await readBook(0).catch((error: unknown) => {
  if (error instanceof Fault) return error;
  throw error;
});
for (const part of writeResult(result)) process.stdout.write(part);
