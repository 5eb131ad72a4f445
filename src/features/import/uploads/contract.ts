/** API types of imports in the browser. Times are ISO 8601 in UTC, sizes in bytes. */
import { z } from 'zod';
import { ACTION_FIELD } from './tale-action.ts';

const MAX_EXCLUDED = 3_000;

export const ImportExclusions = z
  .strictObject({
    exclude: z.array(z.string().max(64)).max(MAX_EXCLUDED).describe('Keys of tales of the last check that are not imported.'),
  })
  .meta({ id: 'ImportExclusions', description: 'Tales that are not imported.' });
export type ImportExclusions = z.infer<typeof ImportExclusions>;

export const ImportHow = z
  .strictObject({
    publishing: z.enum(['sure', 'publish', 'draft']).default('draft'),
    keep_duplicates: z.boolean().default(false).describe('Import tales even if another book has nearly the same text.'),
    map: z.string().max(2000).default('').describe('Column mapping of tables: title=name,content=text.'),
    ...ImportExclusions.partial().shape,
  })
  .meta({
    id: 'ImportOptions',
    description:
      'Options of an import. `publishing`: `sure` publishes tales without warnings, `publish` also those without rights information, `draft` none.',
  });
export type ImportHow = z.infer<typeof ImportHow>;

export const ImportState = z.enum(['collecting', 'checking', 'checked', 'importing', 'done', 'failed']).meta({
  id: 'ImportState',
  description: '`collecting`: files can be added. `checked`: the check is done. `failed`: see `problem`; it can be checked again.',
});
export type ImportState = z.infer<typeof ImportState>;

export const ImportFile = z
  .object({ id: z.uuid(), name: z.string(), bytes: z.int() })
  .meta({ id: 'ImportFile', description: 'A file of an import.' });
export type ImportFile = z.infer<typeof ImportFile>;

export const ImportTale = z
  .object({
    title: z.string(),
    [ACTION_FIELD]: z.enum(['new', 'changed', 'unchanged', 'left_alone', 'duplicate']).describe('The planned or completed action.'),
    is_draft: z.boolean(),
    why: z.array(z.string()).describe('Warnings that make it a draft, or the tale and book with the same text.'),
    files: z.array(z.string()).optional().describe('Files that are attached: label, folder and access.'),
    key: z.string().optional().describe('Identifies the tale when reading its text or excluding it.'),
    existing: z
      .object({ title: z.string(), slug: z.string(), same: z.enum(['title', 'text']) })
      .nullish()
      .describe('A tale of the site with the same title or text, found by a check.'),
  })
  .meta({ id: 'ImportTale', description: 'A tale of a file and what happens to it.' });
export type ImportTale = z.infer<typeof ImportTale>;

export const ImportTaleText = z
  .object({ title: z.string(), content: z.string() })
  .meta({ id: 'ImportTaleText', description: 'The text of a tale found by a check.' });
export type ImportTaleText = z.infer<typeof ImportTaleText>;

export const ImportBook = z
  .object({
    file: z.string(),
    name: z.string().describe('Title of the book, or the file name.'),
    outcome: z.enum(['read', 'unchanged', 'failed']).describe('`unchanged`: the same file was imported before and was not read again.'),
    problem: z.string().nullable().describe('Why the file cannot be imported.'),
    found: z.int(),
    made: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    left_alone: z.int().describe('Changed in the book, but not updated because they were edited or deleted.'),
    gone: z.int().describe('Previously imported tales that the book no longer has; they stay.'),
    drafts: z.int().describe('Created or changed tales that are drafts.'),
    doubtful: z.int(),
    duplicates: z.int(),
    notes: z.array(z.string()).describe('Parts of the file that were skipped.'),
    problems: z.array(z.string()).describe('Tales that could not be saved.'),
    tales: z.array(ImportTale).describe('At most 300; those that need attention first.'),
    columns: z.array(z.string()).describe('Column names of a table, at most 200; otherwise empty.'),
  })
  .meta({ id: 'ImportBook', description: 'A file, or a file in a ZIP archive.' });
export type ImportBook = z.infer<typeof ImportBook>;

export const ImportProgress = z
  .object({
    is_waiting: z.boolean().describe('Whether it is queued behind others.'),
    started_at: z.string().nullable(),
    files: z.int(),
    files_done: z.int(),
    bytes: z.int(),
    bytes_done: z.int(),
    tales: z.int(),
  })
  .meta({ id: 'ImportProgress', description: 'Progress of a check or an import.' });
export type ImportProgress = z.infer<typeof ImportProgress>;

export const ImportUpload = z
  .object({
    id: z.uuid(),
    state: ImportState,
    created_at: z.string(),
    by: z.string().nullable().describe('User who created it; null for a deleted account.'),
    how: ImportHow,
    files: z.array(ImportFile),
    problem: z.string().nullable().describe('Why the check or import failed.'),
    progress: ImportProgress.nullable().describe('Null while nothing is running.'),
    run: z.int().nullable().describe('Number of the import run.'),
  })
  .meta({ id: 'Import', description: 'An import.' });
export type ImportUpload = z.infer<typeof ImportUpload>;

export const ImportReport = ImportUpload.extend({
  is_dry: z.boolean().describe('Whether this is the result of a check.'),
  books: z.array(ImportBook),
  problems: z.array(z.string()).describe('Rejected ZIP archives and files, with the reasons.'),
  left: z.array(z.object({ name: z.string(), why: z.string() })).describe('Skipped files in ZIP archives.'),
}).meta({
  id: 'ImportReport',
  description: 'An import with the result of its last check or of the import. At most 5,000 books, in the order of the files.',
});
export type ImportReport = z.infer<typeof ImportReport>;

export const ImportUploads = z
  .object({ imports: z.array(ImportUpload) })
  .meta({ id: 'Imports', description: 'Imports of the last days, newest first, at most 50. Completed ones are listed for a day.' });
export type ImportUploads = z.infer<typeof ImportUploads>;

export const ImportRun = z
  .object({
    id: z.int(),
    started_at: z.string(),
    by: z.string().nullable().describe('User who started it; null for the command line.'),
    books: z.array(z.string()).describe('Names of the first three books.'),
    book_count: z.int(),
    tales: z.int().describe('Tales created by the run that still exist.'),
    drafts: z.int(),
    left_out: z.int(),
    state: z.enum(['done', 'broken_off', 'undoing', 'undone']).describe('`broken_off`: interrupted, or running from the command line.'),
    undone: z
      .object({ removed: z.int(), edited: z.array(z.string()), changed: z.int() })
      .nullable()
      .describe(
        'Result of undoing: number of deleted tales, titles of tales kept because editors changed them, and number of tales of earlier runs that stay updated.',
      ),
  })
  .meta({ id: 'ImportRun', description: 'A run of an import.' });
export type ImportRun = z.infer<typeof ImportRun>;

export const ImportRuns = z.object({ runs: z.array(ImportRun) }).meta({ id: 'ImportRuns', description: 'All runs, newest first.' });
export type ImportRuns = z.infer<typeof ImportRuns>;
