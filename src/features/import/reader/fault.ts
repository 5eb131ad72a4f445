/** Why a book is not taken. Programs branch on these, so they stay as they are; the sentences are in unreadable-book.ts. */
export const FAULTS = [
  ...['too_large', 'too_many_files', 'unpacks_too_large', 'unpacks_too_far', 'too_much_text'],
  ...['not_a_zip', 'encrypted', 'bad_name', 'same_name_twice', 'not_a_file', 'overlapping', 'damaged', 'unknown_compression'],
  ...['not_a_book', 'no_package', 'several_packages', 'package_outside', 'copy_protected', 'no_documents', 'missing_document'],
  ...['document_elsewhere', 'document_type', 'unknown_entity', 'too_deep', 'too_many_elements', 'broken_xml', 'not_text'],
] as const satisfies readonly string[];

export type FaultCode = (typeof FAULTS)[number];

/** Thrown while reading. `where`: the file in the book that it is about, if it is about one. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly where: string | null;

  constructor(code: FaultCode, where: string | null = null, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.where = where;
  }
}
