import { type Book, readResult } from './book.ts';
import { inBookProcess, type OpenOptions } from './book-process.ts';

/** Opens a book, EPUB 2 or 3, and gives its chapters as they stand; `inBookProcess` says what it throws. */
export function openEpub(file: string, options: OpenOptions = {}): Promise<Book> {
  return inBookProcess(file, [], readResult, options);
}
