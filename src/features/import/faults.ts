/** Why a book is rejected. The codes are part of the API; the messages are in unreadable-book.ts. */
export const FAULTS = [
  ...['too_large', 'too_many_files', 'unpacks_too_large', 'unpacks_too_far', 'too_much_text'],
  ...['not_a_zip', 'encrypted', 'bad_name', 'same_name_twice', 'not_a_file', 'overlapping', 'damaged', 'unknown_compression'],
  ...['not_a_book', 'no_package', 'several_packages', 'package_outside', 'copy_protected', 'no_documents', 'missing_document'],
  ...['document_elsewhere', 'document_type', 'unknown_entity', 'too_deep', 'too_many_elements', 'broken_xml', 'not_text'],
] as const satisfies readonly string[];

export type FaultCode = (typeof FAULTS)[number];

/** Thrown while reading a book. `where`: the file inside the book, if the fault concerns one. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly where: string | null;

  constructor(code: FaultCode, where: string | null = null, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.where = where;
  }
}

/**
 * Why a file is rejected, as a message for editors: `tale.md, line 3: the front matter is not YAML.` `name`: the file name, untrusted;
 * `line`: from 1. `sentence`: the message without the name. `columns`: of a table whose columns could not be mapped.
 */
export class FileFault extends Error {
  readonly sentence: string;
  readonly columns: readonly string[] | undefined;

  constructor(
    name: string,
    reason: string,
    { line, columns, ...options }: { line?: number | undefined; columns?: readonly string[]; cause?: unknown } = {},
  ) {
    super(`${printable(name)}${line === undefined ? '' : `, line ${line}`}: ${reason}`, options);
    this.sentence = line === undefined ? reason : `line ${line}: ${reason}`;
    this.columns = columns;
    this.name = 'FileFault';
  }
}

/** Makes a name or word of an untrusted file safe to print. */
function printable(text: string): string {
  const line = text.replace(/\p{C}/gu, '?');
  return line.length > 120 ? `${line.slice(0, 119).toWellFormed()}…` : line;
}

/** Formats `“a”, “b” and “c”`; long lists are shortened. */
export function quoteList(names: readonly string[], most = 10): string {
  const quoted = names.slice(0, most).map((name) => `“${printable(name)}”`);
  if (names.length > most) return `${quoted.join(', ')} and ${(names.length - most).toLocaleString('en')} more`;
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`;
}
