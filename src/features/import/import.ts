import { sql } from 'kysely';
import { tidyIndexes } from '#src/features/search/search.ts';
import { readSiteSettings } from '#src/features/site-settings/site-settings.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { factsOf } from './classics/classic-facts.ts';
import { type FetchOptions, fetchClassics } from './classics/fetch-classic.ts';
import type { ClassicEntry } from './classics/list-classics.ts';
import { NearDuplicateIndex } from './dedupe/near-duplicates.ts';
import type { BookFile } from './list-files.ts';
import { type FileOpeners, type OpenContext, type Opened, openFile, readAhead } from './open-files.ts';
import { type CheckedFiles, checkAttached, storeAttached } from './persist/attached-files.ts';
import {
  type ImportSettings,
  importBooks,
  listAttaching,
  type PreparedBook,
  prepareBooks,
  previewBooks,
  type ReadBook,
} from './persist/import-books.ts';
import { listHashes } from './persist/imported-rows.ts';
import type { BookReport } from './persist/plan-book.ts';
import { endRun } from './persist/runs.ts';
import type { FoundTale } from './worker-output.ts';

/* What other parts of the site use of the importer, besides runImport. */

export { listClassics } from './classics/list-classics.ts';
export { ClassicFault, openMirrors } from './classics/mirror.ts';
export { FileFault } from './faults.ts';
export { kindOf, type SkippedFile } from './formats/accepted-files.ts';
export { parseMapping } from './formats/column-mapping.ts';
export { type BookFile, isZip, listFiles, type NamedFile } from './list-files.ts';
export type { FileOpeners } from './open-files.ts';
export { saveReasons } from './persist/import-books.ts';
export type { BookReport, TaleReport } from './persist/plan-book.ts';
export { findLastRun, listRuns, type Run, undoRun } from './persist/runs.ts';
export type { Publishing } from './suggest/suggest-fields.ts';

/** Files with a single tale are written in batches of this size. */
const WRITE_BATCH = 500;
/** The same for tales with files, which take longer to read and store. */
const WRITE_BATCH_WITH_FILES = 10;

/** Number of tales after which search indexes are updated: each search scans pending entries. */
const TIDY_EVERY = 1_000;

/** Number of new tales after which tables are analyzed; doubles each time. */
const ANALYZE_FIRST = 500;

/** The result of one file; written files are reported after the others. `unchanged`: imported before with the same settings. */
export type FileOutcome =
  | { file: BookFile; outcome: 'done'; report: BookReport }
  | { file: BookFile; outcome: 'unchanged' }
  | { file: BookFile; outcome: 'failed'; why: string; columns: string[] };

export type RunOptions = Omit<ImportSettings, 'categories' | 'requiresSource'> & {
  isDry: boolean;
  /** Of the file library. */
  fileStore: ObjectStore;
  /** The column mapping of tables, as in `--map`. */
  map?: string | undefined;
  onOutcome: (outcome: FileOutcome) => void;
  /** Ends the import between two books by throwing its reason. */
  signal?: AbortSignal | undefined;
  /** An interrupted run to continue. */
  run?: number | undefined;
  /** Test override. */
  opening?: FileOpeners | undefined;
};

/**
 * Imports files. Returns the number of the run; undefined for a dry run or when nothing was to be done. Throws when the database fails;
 * what was written before stays.
 */
export async function runImport(db: Db, files: readonly BookFile[], options: RunOptions): Promise<number | undefined> {
  return importOpened(db, readAhead(files, await openContext(db, options)), options);
}

/** Imports books of the catalogue, fetching the next one while one is opened. */
export async function runClassics(
  db: Db,
  entries: readonly ClassicEntry[],
  fetching: FetchOptions,
  options: RunOptions,
): Promise<number | undefined> {
  return importOpened(db, openClassics(entries, fetching, await openContext(db, options)), options);
}

async function openContext(db: Db, { publishing, keepDuplicates, exclude, map = '', opening }: RunOptions): Promise<OpenContext> {
  const { publish_requires_source } = await readSiteSettings(db);
  const excluded = exclude === undefined || exclude.size === 0 ? '' : ` ${[...exclude].sort().join()}`;
  return {
    known: new Set(await listHashes(db)),
    settings: `${publishing} ${keepDuplicates}${publish_requires_source ? '' : ' without source'}${excluded}`,
    map,
    opening,
  };
}

/** Imports opened files, preparing the next ones while the database writes. */
export async function importOpened(db: Db, opened: AsyncIterable<Opened>, options: RunOptions): Promise<number | undefined> {
  const settings: ImportSettings = {
    ...options,
    categories: await listCategories(db),
    requiresSource: (await readSiteSettings(db)).publish_requires_source,
  };
  const seen = new NearDuplicateIndex();
  const attached = new Set<string>();
  let { run } = options;
  let made = 0;
  let untidy = 0;
  let analyzeAt = ANALYZE_FIRST;
  let writing: Promise<void> = Promise.resolve();
  let tidying: Promise<void> = Promise.resolve();
  const write = async (files: readonly BookFile[], ready: readonly PreparedBook[]) => {
    const done = options.isDry
      ? { run, reports: await previewBooks(db, ready, settings, seen) }
      : await importWithFiles(db, run, ready, settings, options);
    run = done.run;
    made += done.reports.reduce((sum, report) => sum + report.made, 0);
    untidy += done.reports.reduce((sum, report) => sum + report.made + report.changed, 0);
    if (!options.isDry && untidy >= TIDY_EVERY) {
      untidy = 0;
      // Runs while the next batch is written.
      await tidying;
      tidying = tidy(db, made >= analyzeAt);
      tidying.catch(() => {});
      if (made >= analyzeAt) analyzeAt = made * 2;
    }
    for (const [index, file] of files.entries()) options.onOutcome({ file, outcome: 'done', report: done.reports[index] as BookReport });
  };
  let waiting: { file: BookFile; read: ReadBook }[] = [];
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    const ready = await prepareBooks(
      batch.map(({ read }) => read),
      settings,
    );
    await writing;
    options.signal?.throwIfAborted();
    writing = write(
      batch.map(({ file }) => file),
      ready,
    );
    // Awaited before the next batch, which reports a failure.
    writing.catch(() => {});
  };
  try {
    for await (const each of opened) {
      options.signal?.throwIfAborted();
      const { file } = each;
      // It belongs to a tale that was read before.
      if (attached.has(placeOf(file, file.name))) continue;
      if ('failed' in each) options.onOutcome({ file, outcome: 'failed', why: each.failed, columns: each.columns });
      else if ('unchanged' in each) options.onOutcome({ file, outcome: 'unchanged' });
      else {
        const { key, tales } = each.read.book;
        const isSmall = tales.length <= 1;
        if (!isSmall || waiting.some(({ read }) => read.book.key === key)) await flush();
        const read = await withAttached(db, file, each.read);
        for (const { files } of read.attached?.values() ?? []) for (const { found } of files) attached.add(placeOf(file, found));
        waiting.push({ file, read });
        const most = waiting.some((one) => one.read.attached !== undefined) ? WRITE_BATCH_WITH_FILES : WRITE_BATCH;
        if (!isSmall || waiting.length >= most) await flush();
      }
    }
    await flush();
  } finally {
    // Nothing may still be writing after an abort.
    await writing.catch(() => {});
  }
  await writing;
  await tidying;
  if (untidy > 0 && !options.isDry) await tidy(db, made >= analyzeAt);
  if (run !== undefined) await endRun(db, run);
  return run;
}

/** Identifies a path in the archive or folder of a file. */
function placeOf({ path, inside, root }: BookFile, name: string): string {
  return `${inside === undefined ? root : path}\0${name}`;
}

/** Adds the files of its tales to a book. If some are not attached, the next import reads the book again. */
async function withAttached(db: Db, file: BookFile, read: ReadBook): Promise<ReadBook> {
  const attached = new Map<FoundTale, CheckedFiles>();
  for (const tale of read.book.tales) if (tale.files?.length) attached.set(tale, await checkAttached(db, file, tale.files));
  if (attached.size === 0) return read;
  return { ...read, attached, hash: [...attached.values()].some(({ problems }) => problems.length > 0) ? '' : read.hash };
}

/** Stores the files of tales before the transaction that writes and attaches them. */
async function importWithFiles(
  db: Db,
  run: number | undefined,
  books: readonly PreparedBook[],
  settings: ImportSettings,
  { fileStore, signal }: RunOptions,
): ReturnType<typeof importBooks> {
  for (const tale of await listAttaching(db, books, settings)) {
    signal?.throwIfAborted();
    if (tale.files) tale.attachments = await storeAttached({ db, fileStore }, settings.startedBy ?? null, tale.files);
  }
  return importBooks(db, run, books, settings);
}

/** Updates search indexes and planner statistics. */
async function tidy(db: Db, isMuch: boolean): Promise<void> {
  await tidyIndexes(db);
  if (isMuch) await sql`select analyze_tales()`.execute(db);
}

async function listCategories(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('category_slugs').select('slug').where('owner_id', 'is not', null).execute();
  return new Set(rows.map(({ slug }) => slug));
}

/** Fetches and opens books of the catalogue. Throws for disk errors only; problems of single books are results. */
async function* openClassics(entries: readonly ClassicEntry[], fetching: FetchOptions, context: OpenContext): AsyncGenerator<Opened> {
  for await (const each of fetchClassics(entries, fetching)) {
    const { entry } = each;
    const file: BookFile = { path: '', name: `${entry.title} (${entry.id})`, size: 0 };
    if ('fault' in each) yield { file, failed: each.fault.message, columns: [] };
    else {
      const { path, bytes } = each.fetched;
      const facts = factsOf(entry);
      // Facts are part of the settings, since they change the result.
      yield await openFile({ ...file, path, size: bytes }, { ...context, settings: `${context.settings} ${JSON.stringify(facts)}` }, facts);
    }
  }
}
