/** A run of the importer: files one after the other, read ahead while others are written. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { BookReport } from './keep/book-report.ts';
import { type Importing, importBooks, type ReadBook, tryBooks } from './keep/import-books.ts';
import { listHashes } from './keep/known-books.ts';
import { endRun } from './keep/runs.ts';
import type { BookFile } from './list-files.ts';
import { NearIndex } from './near/near-index.ts';
import { kindOf, openBook } from './open-book.ts';

/** What becomes of each file, in their order. `unchanged`: it was imported just so before. */
export type FileOutcome =
  | { file: BookFile; outcome: 'done'; report: BookReport }
  | { file: BookFile; outcome: 'unchanged' }
  | { file: BookFile; outcome: 'failed'; why: string };

export type RunOptions = Omit<Importing, 'categories'> & {
  isDry: boolean;
  onOutcome: (outcome: FileOutcome) => void;
  /** For tests: another way to read a file. */
  open?: typeof openBook;
};

/** One is read while another is written: more would want more memory, and more than two processors. */
const AHEAD = 1;
/** Files of a single tale are written so many at a time. */
const MOST_TOGETHER = 500;
/** Raised when the same file is to give something else than before. */
const IMPORTER = 1;

type Opened = { file: BookFile } & ({ read: ReadBook } | { failed: string } | { unchanged: true });

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
  for await (const opened of openAhead(files, known, options)) {
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

async function* openAhead(files: readonly BookFile[], known: Set<string>, how: RunOptions): AsyncGenerator<Opened> {
  const ahead: Promise<Opened>[] = [];
  const left = files.values();
  const start = () => {
    const next = left.next();
    if (!next.done) ahead.push(openFile(next.value, known, how));
  };
  for (let count = 0; count < AHEAD; count += 1) start();
  for (let opened = ahead.shift(); opened !== undefined; opened = ahead.shift()) {
    start();
    yield await opened;
  }
}

/** Never throws for what is wrong with the file. */
async function openFile(file: BookFile, known: Set<string>, { publishing, keepDuplicates, open = openBook }: RunOptions): Promise<Opened> {
  try {
    const kind = kindOf(file.path);
    if (kind === undefined) return { file, failed: 'This is no kind of file that is read here.' };
    const bytes = await hashFile(file.path);
    const hash = sha256(`${IMPORTER} ${publishing} ${keepDuplicates} ${bytes}`);
    if (known.has(hash)) return { file, unchanged: true };
    known.add(hash);
    const book = await open(file.path, { kind, hash: bytes });
    return book.tales.length === 0 ? { file, failed: 'No tale was found in it.' } : { file, read: { book, hash } };
  } catch (error) {
    return { file, failed: reasonOf(error) };
  }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'There is no such file.';
  if (code === 'EACCES') return 'It may not be read.';
  if (code === 'ELOOP') return 'It is a link; name the file itself.';
  return `It could not be read: ${message}`;
}
