/** Errors for rejected files, with messages for editors. */
import { AppError } from '#src/platform/errors.ts';
import type { FaultCode } from './faults.ts';
import type { BookFault, Rejection } from './worker-output.ts';

/** 422, or 413 `too_large`. The code is a FaultCode, or `book_too_hard` when reading took too much time or memory. */
export class UnreadableBook extends AppError {
  /** `where`: the file inside the book; untrusted text. */
  constructor(code: FaultCode | 'book_too_hard', where: string | null = null, options: { cause?: unknown } = {}) {
    const about = where === null ? '' : ` (File “${where.replace(/\p{C}/gu, '?').slice(0, 120)}” in the book.)`;
    super(code === 'too_large' ? 413 : 422, code, MESSAGES[code] + about, options);
    this.name = 'UnreadableBook';
  }
}

/** 422 `unreadable_file`. `columns`: of a table whose columns could not be mapped. */
class UnreadableFile extends AppError {
  readonly columns: string[];

  constructor({ refused, columns = [] }: Rejection) {
    super(422, 'unreadable_file', refused);
    this.columns = columns;
  }
}

/** Returns the error for a rejected file. */
export function toAppError(unread: BookFault | Rejection): AppError {
  return 'fault' in unread ? new UnreadableBook(unread.fault, unread.where) : new UnreadableFile(unread);
}

/** Returns message and columns for any error of opening a file. */
export function toFailure(error: unknown): { failed: string; columns: string[] } {
  return { failed: failureMessage(error), columns: error instanceof UnreadableFile ? error.columns : [] };
}

/** Returns a message for any error of opening a file. */
export function failureMessage(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'File not found.';
  if (code === 'EACCES') return 'Permission denied.';
  if (code === 'ELOOP') return 'Symbolic links are not followed. Name the file itself.';
  return `Reading failed: ${message}`;
}

const DOWNLOAD_AGAIN = 'Download the file again and retry.';

const MESSAGES: Record<FaultCode | 'book_too_hard', string> = {
  too_large: 'This file is larger than 60 MB. Save the book with smaller images, or without them, and try again.',
  too_many_files: 'This book has more than 5,000 files. Split it into several books, and try again.',
  unpacks_too_large: 'This book is too large when unpacked. The limits are 200 MB, and 20 MB for each file in it.',
  unpacks_too_far: 'Rejected: compression ratio over 200:1 (possible ZIP bomb).',
  too_much_text: 'This book has more than 16 MB of text. Split it into several books, and try again.',
  not_a_zip: `Not a valid EPUB, or the file is incomplete. ${DOWNLOAD_AGAIN}`,
  encrypted: 'This file is password-protected. Save it without a password, and try again.',
  bad_name: 'Rejected: a file name in the archive is invalid or points outside of it.',
  same_name_twice: `Two files in this book have the same name. ${DOWNLOAD_AGAIN}`,
  not_a_file: 'Rejected: the archive contains a link or a device.',
  overlapping: 'Rejected: overlapping ZIP entries.',
  damaged: `This book is damaged or incomplete. ${DOWNLOAD_AGAIN}`,
  unknown_compression: 'Unsupported ZIP compression method. Save it again with another program, and try again.',
  not_a_book: 'This ZIP file is not an EPUB. Choose a file that ends in .epub, or save the book as EPUB, and try again.',
  no_package: `This EPUB has no package document. ${DOWNLOAD_AGAIN}`,
  several_packages: 'This file contains several books. Save each of them as a separate file, and try again.',
  package_outside: 'Rejected: the EPUB refers to files outside the archive.',
  copy_protected: 'This book is copy-protected, so its text cannot be read. Import a copy without protection.',
  no_documents: 'This book has no text. It may consist of images only.',
  missing_document: `A chapter listed in this book is missing. ${DOWNLOAD_AGAIN}`,
  document_elsewhere: 'A chapter of this book is on another site or outside the file. Only content inside the file is read.',
  document_type: 'Rejected: the book contains its own document type definition (DTD).',
  unknown_entity: 'This book uses an undefined XML entity. Save it again with another program, and try again.',
  too_deep: 'Elements in this book are nested more than 256 levels deep. Save it again with another program, and try again.',
  too_many_elements: 'The metadata or table of contents of this book is too long. Split it into several books, and try again.',
  broken_xml: 'A file in this book is not well-formed XML. Save it again with another program, and try again.',
  not_text: 'A file in this book is neither valid UTF-8 nor UTF-16. Save it again as UTF-8, and try again.',
  book_too_hard: 'Reading this book takes too much time or memory. Save it again with another program, or split it, and try again.',
};
