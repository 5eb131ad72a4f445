/** The tales of a book in plain text, HTML or EPUB. */
import path from 'node:path';
import { inBookProcess, type OpenOptions } from './book-process.ts';
import { readFound } from './found-result.ts';
import type { FoundBook } from './found-tale.ts';
import type { Kind } from './reader/take-tales.ts';

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
