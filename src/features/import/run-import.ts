/** A run of the importer: files one after the other, read ahead while others are written. */
import type { Db } from '#src/platform/db/db.ts';
import type { BookReport } from './keep/book-report.ts';
import { type Importing, importBooks, type ReadBook, tryBooks } from './keep/import-books.ts';
import { listHashes } from './keep/known-books.ts';
import { endRun } from './keep/runs.ts';
import type { BookFile } from './list-files.ts';
import { NearIndex } from './near/near-index.ts';
import { type Opening, openAhead } from './open-files.ts';

/** What becomes of each file, in their order. `unchanged`: it was imported just so before. */
export type FileOutcome =
  | { file: BookFile; outcome: 'done'; report: BookReport }
  | { file: BookFile; outcome: 'unchanged' }
  | { file: BookFile; outcome: 'failed'; why: string };

export type RunOptions = Omit<Importing, 'categories'> & {
  isDry: boolean;
  onOutcome: (outcome: FileOutcome) => void;
  /** For tests: another way to read files. */
  opening?: Opening;
};

/** Files of a single tale are written so many at a time. */
const MOST_TOGETHER = 500;

/** Returns the number of the run; undefined where there was nothing to do, or it only tried. Throws when the database fails; what was written before stays. */
export async function runImport(db: Db, files: readonly BookFile[], options: RunOptions): Promise<number | undefined> {
  const known = new Set(await listHashes(db));
  const categories = new Set(
    (await db.selectFrom('category_slugs').select('slug').where('owner_id', 'is not', null).execute()).map(({ slug }) => slug),
  );
  const how: Importing = { ...options, categories };
  let run: number | undefined;
  const seen = new NearIndex();
  let waiting: { file: BookFile; read: ReadBook }[] = [];
  const writeBooks = async (books: ReadBook[]) => {
    const done = await importBooks(db, run, books, how);
    run = done.run;
    return done.reports;
  };
  const flush = async () => {
    const books = waiting.map(({ read }) => read);
    if (books.length === 0) return;
    const reports = options.isDry ? await tryBooks(db, books, how, seen) : await writeBooks(books);
    for (const [index, { file }] of waiting.entries()) options.onOutcome({ file, outcome: 'done', report: reports[index] as BookReport });
    waiting = [];
  };
  for await (const opened of openAhead(files, {
    known,
    how: `${options.publishing} ${options.keepDuplicates}`,
    opening: options.opening,
  })) {
    const { file } = opened;
    if ('failed' in opened) options.onOutcome({ file, outcome: 'failed', why: opened.failed });
    else if ('unchanged' in opened) options.onOutcome({ file, outcome: 'unchanged' });
    else {
      const { key, tales } = opened.read.book;
      const isSmall = tales.length <= 1;
      if (!isSmall || waiting.some(({ read }) => read.book.key === key)) await flush();
      waiting.push({ file, read: opened.read });
      if (!isSmall || waiting.length >= MOST_TOGETHER) await flush();
    }
  }
  await flush();
  if (run !== undefined) await endRun(db, run);
  return run;
}
