import { z } from 'zod';
import { FIELD_NAMES, type FieldValue, isListName } from '#src/features/tales/field-values.ts';
import { type FieldName, taleFields } from '#src/features/tales/fields.ts';
import { FAULTS, type FaultCode } from './faults.ts';
import { SKIP_REASONS, type SkippedFile } from './formats/accepted-files.ts';
import { MAX_COLUMNS, MAX_ENTRIES } from './limits.ts';

/** A file that a tale states to be attached to it. Nothing of it is checked. */
const StatedFile = z.strictObject(
  Object.fromEntries(['path', 'name', 'folder', 'access', 'kind', 'label', 'description'].map((name) => [name, z.string().max(4000)])),
);
export type StatedFile = { path: string; name: string; folder: string; access: string; kind: string; label: string; description: string };

/** Fields that a file may state for a tale. */
export type FoundFields = { [Name in Exclude<FieldName, 'content'>]?: FieldValue<Name> } & { subtitle?: string };

/** A tale as found in a file, before fields are suggested. Fields that the file does not state are undefined. */
export type FoundTale = FoundFields & {
  title: string;
  /** HTML, not sanitized. */
  content: string;
  files?: StatedFile[];
  /** Messages for editors: why it should be reviewed before publishing. */
  warnings: string[];
};

/** The result of one file, imported in one transaction. */
export type FoundBook = {
  key: string /* stable: Gutenberg number, EPUB identifier, or a hash of the bytes */;
  name: string /* for messages: the title or the file name */;
  title: string | null;
  authors: string[];
  translators: string[];
  language: string | null;
  year: number | null;
  gutenbergId: number | null;
  tales: FoundTale[];
  /** Messages on what was skipped in the file. */
  notes: string[];
  /** Column names of a table. */
  columns?: string[];
};

export type Book = {
  /** As stated in the book; null where missing. */
  title: string | null;
  authors: string[];
  /** A BCP 47 tag, as stated in the book. */
  language: string | null;
  identifier: string | null;
  /** In reading order. `html`: XHTML as in the book, not sanitized. */
  documents: { path: string; html: string }[];
  /** `href`: the path of a file in the book, with `#…` for a position in it. */
  toc: { title: string; href: string }[];
};

export type BookFault = { fault: FaultCode; where: string | null };

const BookOutput = z.union([
  z.strictObject({ fault: z.enum(FAULTS), where: z.string().nullable() }),
  z.strictObject({
    title: z.string().nullable(),
    authors: z.array(z.string()),
    language: z.string().nullable(),
    identifier: z.string().nullable(),
    documents: z.array(z.strictObject({ path: z.string().min(1), size: z.int().min(0) })).min(1),
    toc: z.array(z.strictObject({ title: z.string(), href: z.string() })),
  }),
]);

/** Parses the output of `encodeBook` strictly: the worker has read an untrusted file. */
export function parseBookOutput(output: Buffer): Book | BookFault {
  const end = output.indexOf('\n');
  const head = BookOutput.parse(JSON.parse(output.subarray(0, end).toString('utf8')));
  if ('fault' in head) return head;
  let at = end + 1;
  const documents = head.documents.map(({ path, size }) => {
    at += size;
    return { path, html: output.subarray(at - size, at).toString('utf8') };
  });
  if (at !== output.length) throw new Error('The worker announced another length than it wrote');
  return { ...head, documents };
}

const line = z.string().max(4000);
const lines = z.array(line).max(1000);

const Tale = z.strictObject({
  ...Object.fromEntries(FIELD_NAMES.map((name) => [name, schemaOf(name).optional()])),
  ...{ title: line, subtitle: line.optional(), content: z.string(), files: z.array(StatedFile).max(1000).optional(), warnings: lines },
});

function schemaOf(name: FieldName): z.ZodType {
  if (isListName(name)) return lines;
  if (name === 'status') return z.enum(['draft', 'published']);
  return taleFields[name].kind === 'integer' ? z.number() : line;
}

/** Why a file was rejected, with untrusted text. `columns`: of a table whose columns could not be mapped. */
export type Rejection = { refused: string; columns?: string[] | undefined };
export type FileResult = FoundBook | BookFault | Rejection;

const columns = z.array(z.string()).max(MAX_COLUMNS);

const failures = [
  z.strictObject({ fault: z.enum(FAULTS), where: z.string().nullable() }),
  z.strictObject({ refused: line.min(1).transform(shownLine), columns: columns.optional() }),
] as const;

const TalesOutput = z.union([
  ...failures,
  z.strictObject({
    book: z.strictObject({
      key: line.min(1),
      name: line,
      title: line.nullable(),
      authors: lines,
      translators: lines,
      language: line.nullable(),
      year: z.int().nullable(),
      gutenbergId: z.int().nullable(),
      tales: z.array(Tale),
      notes: lines.transform((all) => all.map(shownLine)),
      columns: columns.optional(),
    }),
  }),
]);

const ListingOutput = z.union([
  ...failures,
  z.strictObject({
    members: z.array(z.strictObject({ name: line.min(1).transform(shownLine), size: z.int().min(0) })).max(MAX_ENTRIES),
    skipped: z.array(z.strictObject({ name: line, why: z.enum(SKIP_REASONS) })).max(MAX_ENTRIES),
  }),
]);
/** The files in a ZIP, with sizes in bytes. */
export type ZipListing = { members: { name: string; size: number }[]; skipped: SkippedFile[] };

/** Parses the output of `listZipMembers`. */
export function parseListing(output: Buffer): ZipListing | BookFault | Rejection {
  return ListingOutput.parse(JSON.parse(output.toString('utf8')));
}

/** Parses the output of `readZipMember`. */
export function parseMember(output: Buffer): { name: string; bytes: Buffer } | BookFault | Rejection {
  const end = output.indexOf('\n');
  if (end === -1) return z.union(failures).parse(JSON.parse(output.toString('utf8')));
  const { name } = z.strictObject({ name: line.min(1) }).parse(JSON.parse(output.subarray(0, end).toString('utf8')));
  return { name, bytes: output.subarray(end + 1) };
}

/** Parses one output line per file. Throws when their number differs. */
export function parseManyOutputs(output: Buffer, count: number): { results: FileResult[] } {
  const lines = output.toString('utf8').split('\n').slice(0, -1);
  if (lines.length !== count) throw new Error('The worker returned results for another number of files');
  return { results: lines.map((line) => parseTalesOutput(Buffer.from(line))) };
}

/** Parses the output of `encodeTales` strictly: the worker has read an untrusted file. */
export function parseTalesOutput(output: Buffer): FileResult {
  const result = TalesOutput.parse(JSON.parse(output.toString('utf8')));
  return 'book' in result ? (result.book as FoundBook) : result;
}

/** Makes text safe to print on a terminal. */
function shownLine(text: string): string {
  return text.replace(/\p{C}/gu, '?');
}
