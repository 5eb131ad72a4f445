/** Why a book is not taken, in words for who wanted to bring it in. */
import { AppError } from '#src/platform/errors.ts';
import type { BookFault } from './book.ts';
import type { Refusal } from './found-result.ts';
import type { FaultCode } from './reader/fault.ts';

/** 422, or 413 `too_large`. The code is a FaultCode, or `book_too_hard` when opening it took too long or too much memory. */
export class UnreadableBook extends AppError {
  /** `where`: the file in the book that it is about. Somebody else's text: shown, never trusted. */
  constructor(code: FaultCode | 'book_too_hard', where: string | null = null, options: { cause?: unknown } = {}) {
    const about = where === null ? '' : ` (It is about “${where.replace(/\p{C}/gu, '?').slice(0, 120)}” in the book.)`;
    super(code === 'too_large' ? 413 : 422, code, SENTENCES[code] + about, options);
    this.name = 'UnreadableBook';
  }
}

/** 422 `unreadable_file`. `columns`: of a table of which nobody knows what they are. */
class UnreadableFile extends AppError {
  readonly columns: string[];

  constructor({ refused, columns = [] }: Refusal) {
    super(422, 'unreadable_file', refused);
    this.columns = columns;
  }
}

/** What to throw for a file that was not read. A refusal is a 422 `unreadable_file`. */
export function errorOf(unread: BookFault | Refusal): AppError {
  return 'fault' in unread ? new UnreadableBook(unread.fault, unread.where) : new UnreadableFile(unread);
}

/** Of anything that opening a file throws: what is said of it, and the columns that nobody understands. */
export function failureOf(error: unknown): { failed: string; columns: string[] } {
  return { failed: reasonOf(error), columns: error instanceof UnreadableFile ? error.columns : [] };
}

/** Of anything that opening a file throws, in a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'There is no such file.';
  if (code === 'EACCES') return 'It may not be read.';
  if (code === 'ELOOP') return 'It is a link; name the file itself.';
  return `It could not be read: ${message}`;
}

const AGAIN = 'Fetch it again from where it came from, and try again.';
const HOSTILE = 'No honest book is made like this, so it is not opened.';

const SENTENCES: Record<FaultCode | 'book_too_hard', string> = {
  too_large: 'This file is larger than 60 MB. Save the book with smaller pictures, or without them, and try again.',
  too_many_files: 'This book consists of more than 5,000 files. Split it into several books, and try again.',
  unpacks_too_large: 'This book becomes too large when it is unpacked: 200 MB at most, and 20 MB for each file in it.',
  unpacks_too_far: `A file in this book is packed more than two hundred times smaller than it is. ${HOSTILE}`,
  too_much_text: 'This book has more than 16 MB of text. Split it into several books, and try again.',
  not_a_zip: `This file is no EPUB, or only a part of one. ${AGAIN}`,
  encrypted: 'This file is locked with a password. Save the book without one, and try again.',
  bad_name: `A file in this book has a name that leads out of the book or cannot be read. ${HOSTILE}`,
  same_name_twice: `Two files in this book have the same name. ${AGAIN}`,
  not_a_file: `Something in this book is a link or a device and no file. ${HOSTILE}`,
  overlapping: `Files in this book lie on top of each other. ${HOSTILE}`,
  damaged: `This book is damaged or cut off. ${AGAIN}`,
  unknown_compression: 'This book is packed in a way that EPUB does not know. Save it again with another program, and try again.',
  not_a_book: 'This file is a zip, but no EPUB. Choose a file that ends in .epub, or save the book as EPUB, and try again.',
  no_package: `This book does not say what is in it. ${AGAIN}`,
  several_packages: 'There are several books in this file. Save each one as a file of its own, and try again.',
  package_outside: `This book says that its contents lie outside of it. ${HOSTILE}`,
  copy_protected: 'This book is copy-protected, so its text cannot be read. Bring in a copy without protection.',
  no_documents: 'This book has no text: it may consist of pictures alone.',
  missing_document: `A chapter that this book names is not in it. ${AGAIN}`,
  document_elsewhere: 'A chapter of this book lies on another site or outside of the file. Only what is in the file is read.',
  document_type: `This book brings definitions of its own (a document type) along. ${HOSTILE}`,
  unknown_entity: 'This book uses a sign by a name that nobody has defined. Save it again with another program, and try again.',
  too_deep: 'In this book more than 256 elements stand inside of each other. Save it again with another program, and try again.',
  too_many_elements: 'The contents of this book are listed at more length than we can read. Split it into several books, and try again.',
  broken_xml: 'A file in this book is not written as EPUB asks. Save it again with another program, and try again.',
  not_text: 'A file in this book is not written in letters that we know (UTF-8 or UTF-16). Save it again as UTF-8, and try again.',
  book_too_hard: 'This book is too hard to open. Save it again with another program, or split it, and try again.',
};
