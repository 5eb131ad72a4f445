/** The tales of books in plain text, HTML or EPUB. */
import path from 'node:path';
import { inBookProcess, type OpenOptions, readIn } from './book-process.ts';
import { readFound, readMany } from './found-result.ts';
import type { FoundBook } from './found-tale.ts';
import { type SmallFile, writeMany } from './reader/take-many.ts';
import type { Kind } from './reader/take-tales.ts';
import { UnreadableBook } from './unreadable-book.ts';

const ENDINGS = new Map<string, Kind>([
  ['.txt', 'text'],
  ['.htm', 'html'],
  ['.html', 'html'],
  ['.epub', 'epub'],
]);

/** By the ending of its name; undefined for what is no book that we read. */
export function kindOf(file: string): Kind | undefined {
  return ENDINGS.get(path.extname(file).toLowerCase());
}

/** Reads, cuts and finishes the book in a process of its own; `hash`: of the file, in hexadecimal. `inBookProcess` says what it throws. */
export function openBook(file: string, { kind, hash }: { kind: Kind; hash: string }, options: OpenOptions = {}): Promise<FoundBook> {
  return inBookProcess(file, [kind, hash, path.basename(file)], readFound, options);
}

/**
 * Many small files in one process: to start one for each would take longer than all else. What each gave, in their order, or why it
 * was not read. Throws as `inBookProcess` does when one of them has ended that process: then each must be opened by itself.
 */
export async function openSmallFiles(files: readonly SmallFile[], options: OpenOptions = {}): Promise<(FoundBook | UnreadableBook)[]> {
  const { results } = await readIn(writeMany(files), ['many'], (output) => readMany(output, files.length), options);
  return results.map((result) => ('fault' in result ? new UnreadableBook(result.fault, result.where) : result));
}
