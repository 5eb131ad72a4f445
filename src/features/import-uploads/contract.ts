/** Imports that editors make in the browser: files are sent, looked at by a dry run, and brought in. Times are ISO in UTC, sizes in bytes. */
import { z } from 'zod';

const MAX_EXCLUDED = 3_000;

export const ImportExclusions = z.strictObject({
  exclude: z.array(z.string().max(64)).max(MAX_EXCLUDED).describe('Keys of tales of the last check that are not imported.'),
});
export type ImportExclusions = z.infer<typeof ImportExclusions>;

/** What the importer is to do. `publishing` as its command has it: `sure` publishes what nobody doubts, `publish` also what says no rights, `draft` nothing. */
export const ImportHow = z.strictObject({
  publishing: z.enum(['sure', 'publish', 'draft']).default('draft'),
  keep_duplicates: z.boolean().default(false).describe('Bring tales in although another book has nearly the same text.'),
  map: z.string().max(2000).default('').describe('Which columns of tables are what: title=name,content=text.'),
  ...ImportExclusions.partial().shape,
});
export type ImportHow = z.infer<typeof ImportHow>;

/** `collecting`: files may come; `checked`: the dry run has said what would be; `failed`: why is in `problem`, and it can be checked again. */
export const ImportState = z.enum(['collecting', 'checking', 'checked', 'importing', 'done', 'failed']);
export type ImportState = z.infer<typeof ImportState>;

export const ImportFile = z.object({ id: z.uuid(), name: z.string(), bytes: z.int() });
export type ImportFile = z.infer<typeof ImportFile>;

/** A tale of a book and what becomes of it. `why`: the doubts that make it a draft, or the tale and the book that have the same text. */
export const ImportTale = z.object({
  title: z.string(),
  deed: z.enum(['new', 'changed', 'unchanged', 'left_alone', 'duplicate']),
  is_draft: z.boolean(),
  why: z.array(z.string()),
  key: z.string().optional().describe('By it the tale is read and excluded.'),
  existing: z
    .object({ title: z.string(), slug: z.string(), same: z.enum(['title', 'text']) })
    .nullish()
    .describe('A tale of the site with the same title or text, found by a check.'),
});
export type ImportTale = z.infer<typeof ImportTale>;

/** A tale that a check has found. `content`: clean HTML. */
export const ImportTaleText = z.object({ title: z.string(), content: z.string() });
export type ImportTaleText = z.infer<typeof ImportTaleText>;

/** A file, or a file in a zip. `failed`: why nothing can be taken of it; `unchanged`: it was imported just so before, and is not opened. */
export const ImportBook = z.object({
  file: z.string(),
  name: z.string().describe('As the book calls itself.'),
  outcome: z.enum(['read', 'unchanged', 'failed']),
  problem: z.string().nullable(),
  found: z.int(),
  made: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  left_alone: z.int().describe('Changed in the book, and by an editor or deleted before: they stay as they are.'),
  gone: z.int().describe('Tales of before that the book has no more; they stay.'),
  drafts: z.int().describe('Of those made and changed, the ones that readers do not see.'),
  doubtful: z.int(),
  duplicates: z.int(),
  notes: z.array(z.string()).describe('What of the file was not taken.'),
  problems: z.array(z.string()).describe('Tales that could not be written.'),
  tales: z.array(ImportTale).describe('At most 300, those that deserve a look first.'),
  columns: z.array(z.string()).describe('Of a table: the names of its columns, at most 200; else none.'),
});
export type ImportBook = z.infer<typeof ImportBook>;

/** How far the work is; null when none is done. `is_waiting`: others are before it. */
export const ImportProgress = z.object({
  is_waiting: z.boolean(),
  started_at: z.string().nullable(),
  files: z.int(),
  files_done: z.int(),
  bytes: z.int(),
  bytes_done: z.int(),
  tales: z.int(),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

export const ImportUpload = z.object({
  id: z.uuid(),
  state: ImportState,
  created_at: z.string(),
  by: z.string().nullable(),
  how: ImportHow,
  files: z.array(ImportFile),
  problem: z.string().nullable().describe('Why the check or the import could not be done, in a sentence.'),
  progress: ImportProgress.nullable(),
  run: z.int().nullable().describe('The number of the run that wrote it.'),
});
export type ImportUpload = z.infer<typeof ImportUpload>;

/** With what the last check found, or what the import did; books in the order of the files, at most 5,000. `left`: files of zips that are not read. */
export const ImportReport = ImportUpload.extend({
  is_dry: z.boolean(),
  books: z.array(ImportBook),
  problems: z.array(z.string()).describe('Zips that are refused, and why.'),
  left: z.array(z.object({ name: z.string(), why: z.string() })),
});
export type ImportReport = z.infer<typeof ImportReport>;

/** Those of the last days, the newest first, at most 50; done ones stay for a day. */
export const ImportUploads = z.object({ imports: z.array(ImportUpload) });
export type ImportUploads = z.infer<typeof ImportUploads>;

/** `broken_off`: killed on its way, or at work from a command just now: each of its books is there or is not. */
export const ImportRun = z.object({
  id: z.int(),
  started_at: z.string(),
  by: z.string().nullable(),
  books: z.array(z.string()).describe('The names of the first three.'),
  book_count: z.int(),
  tales: z.int().describe('Those it made that are still there.'),
  drafts: z.int(),
  left_out: z.int(),
  state: z.enum(['done', 'broken_off', 'undoing', 'undone']),
  undone: z
    .object({ removed: z.int(), edited: z.array(z.string()), changed: z.int() })
    .nullable()
    .describe(
      'What taking it back has done: tales gone, titles that editors had changed and that stay, tales of earlier runs that stay up to date.',
    ),
});
export type ImportRun = z.infer<typeof ImportRun>;

export const ImportRuns = z.object({ runs: z.array(ImportRun) });
export type ImportRuns = z.infer<typeof ImportRuns>;
