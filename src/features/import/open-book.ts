/** The tales of books and of other files that hold tales. */
import path from 'node:path';
import type { AppError } from '#src/platform/errors.ts';
import { inBookProcess, type OpenOptions, readIn } from './book-process.ts';
import { readFound, readMany } from './found-result.ts';
import type { FoundBook } from './found-tale.ts';
import { type SmallFile, writeMany } from './reader/take-many.ts';
import type { Task } from './reader/take-tales.ts';
import { errorOf } from './unreadable-book.ts';

/** Reads, cuts and finishes the book in a process of its own; `inBookProcess` says what it throws. */
export function openBook(
  file: string,
  { kind, hash, fileName = path.basename(file), map = '' }: Omit<Task, 'fileName'> & { fileName?: string },
  options: OpenOptions = {},
): Promise<FoundBook> {
  return inBookProcess(file, [kind, hash, fileName, map], readFound, options);
}

/**
 * Many small files in one process: to start one for each would take longer than all else. What each gave, in their order, or why it
 * was not read. Throws as `inBookProcess` does when one of them has ended that process: then each must be opened by itself.
 */
export async function openSmallFiles(files: readonly SmallFile[], options: OpenOptions = {}): Promise<(FoundBook | AppError)[]> {
  const { results } = await readIn(writeMany(files), ['many'], (output) => readMany(output, files.length), options);
  return results.map((result) => ('fault' in result || 'refused' in result ? errorOf(result) : result));
}
