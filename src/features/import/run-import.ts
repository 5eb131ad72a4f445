/** A run of the importer: files one after the other, read ahead while others are written. */
import { sql } from 'kysely';
import { tidyIndexes } from '#src/features/search/search.ts';
import { readSiteSettings } from '#src/features/site-settings/site-settings.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { FetchOptions } from './classics/fetch-classic.ts';
import type { ClassicEntry } from './classics/list-classics.ts';
import { openClassics } from './classics/open-classics.ts';
import type { BookReport } from './keep/book-report.ts';
import { type Importing, importBooks, makeReady, type ReadBook, type ReadyBook, tryBooks } from './keep/import-books.ts';
import { listHashes } from './keep/known-books.ts';
import { endRun } from './keep/runs.ts';
import type { BookFile } from './list-files.ts';
import { NearIndex } from './near/near-index.ts';
import { type About, type Opened, type Opening, openAhead } from './open-files.ts';

/** What becomes of each file; those that are written come later than those that are not. `unchanged`: it was imported just so before. */
export type FileOutcome =
  | { file: BookFile; outcome: 'done'; report: BookReport }
  | { file: BookFile; outcome: 'unchanged' }
  | { file: BookFile; outcome: 'failed'; why: string; columns: string[] };

export type RunOptions = Omit<Importing, 'categories' | 'requiresSource'> & {
  isDry: boolean;
  /** Which columns of tables are which fields, as `--map` has it. */
  map?: string | undefined;
  onOutcome: (outcome: FileOutcome) => void;
  /** Ends it between two books: then what the signal gives as its reason is thrown. */
  signal?: AbortSignal | undefined;
  /** A run that was broken off, to go on with. */
  run?: number | undefined;
  /** For tests: another way to read files. */
  opening?: Opening | undefined;
};

/** Files of a single tale are written so many at a time. */
const MOST_TOGETHER = 500;
/** So many tales wait at most, but for the last ones, until their words come into their places: each search looks through what waits. */
const TIDY_AT = 1_000;
/** So many new tales, and then each time twice as many, and the planner looks at the tables again. */
const ANALYZE_AT = 500;

/** Returns the number of the run; undefined where there was nothing to do, or it only tried. Throws when the database fails; what was written before stays. */
export async function runImport(db: Db, files: readonly BookFile[], options: RunOptions): Promise<number | undefined> {
  return importOpened(db, openAhead(files, await aboutOf(db, options)), options);
}

/** The same of books of the catalogue, each fetched when the one before is opened. */
export async function runClassics(
  db: Db,
  entries: readonly ClassicEntry[],
  fetching: FetchOptions,
  options: RunOptions,
): Promise<number | undefined> {
  return importOpened(db, openClassics(entries, fetching, await aboutOf(db, options)), options);
}

async function aboutOf(db: Db, { publishing, keepDuplicates, exclude, map = '', opening }: RunOptions): Promise<About> {
  const { publish_requires_source } = await readSiteSettings(db);
  const excluded = exclude === undefined || exclude.size === 0 ? '' : ` ${[...exclude].sort().join()}`;
  return {
    known: new Set(await listHashes(db)),
    how: `${publishing} ${keepDuplicates}${publish_requires_source ? '' : ' without source'}${excluded}`,
    map,
    opening,
  };
}

/** The same of files that are opened already: while the database writes some of them, the next ones are made ready. */
export async function importOpened(db: Db, opened: AsyncIterable<Opened>, options: RunOptions): Promise<number | undefined> {
  const how: Importing = {
    ...options,
    categories: await listCategories(db),
    requiresSource: (await readSiteSettings(db)).publish_requires_source,
  };
  const seen = new NearIndex();
  let { run } = options;
  let made = 0;
  let untidy = 0;
  let analyzeAt = ANALYZE_AT;
  let writing: Promise<void> = Promise.resolve();
  let tidying: Promise<void> = Promise.resolve();
  const write = async (files: readonly BookFile[], ready: readonly ReadyBook[]) => {
    const done = options.isDry ? { run, reports: await tryBooks(db, ready, how, seen) } : await importBooks(db, run, ready, how);
    run = done.run;
    made += done.reports.reduce((sum, report) => sum + report.made, 0);
    untidy += done.reports.reduce((sum, report) => sum + report.made + report.changed, 0);
    if (!options.isDry && untidy >= TIDY_AT) {
      untidy = 0;
      // Beside the next ones that are written.
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
    const ready = await makeReady(
      batch.map(({ read }) => read),
      how,
    );
    await writing;
    options.signal?.throwIfAborted();
    writing = write(
      batch.map(({ file }) => file),
      ready,
    );
    // It is waited for when the next one is ready: a failure is heard then.
    writing.catch(() => {});
  };
  try {
    for await (const each of opened) {
      options.signal?.throwIfAborted();
      const { file } = each;
      if ('failed' in each) options.onOutcome({ file, outcome: 'failed', why: each.failed, columns: each.columns });
      else if ('unchanged' in each) options.onOutcome({ file, outcome: 'unchanged' });
      else {
        const { key, tales } = each.read.book;
        const isSmall = tales.length <= 1;
        if (!isSmall || waiting.some(({ read }) => read.book.key === key)) await flush();
        waiting.push({ file, read: each.read });
        if (!isSmall || waiting.length >= MOST_TOGETHER) await flush();
      }
    }
    await flush();
  } finally {
    // What is broken off leaves nothing at work behind it.
    await writing.catch(() => {});
  }
  await writing;
  await tidying;
  if (untidy > 0 && !options.isDry) await tidy(db, made >= analyzeAt);
  if (run !== undefined) await endRun(db, run);
  return run;
}

/** Searches and pages stay quick: words of what was written come into their places, and the planner is told how much there is. */
async function tidy(db: Db, isMuch: boolean): Promise<void> {
  await tidyIndexes(db);
  if (isMuch) await sql`select analyze_tales()`.execute(db);
}

async function listCategories(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('category_slugs').select('slug').where('owner_id', 'is not', null).execute();
  return new Set(rows.map(({ slug }) => slug));
}
