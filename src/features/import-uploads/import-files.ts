/** A check or an import of the files of one upload, from the store into the database. */
import path from 'node:path';
import type { Classify } from '#src/features/classification/classification.ts';
import {
  type BookFile,
  type FileOutcome,
  keepReasons,
  type Left,
  listBookFiles,
  type NamedFile,
  type Opening,
  runImport,
} from '#src/features/import/import.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import type { ImportFile } from './contract.ts';
import { createReporter } from './report-books.ts';
import { withScratch } from './scratch.ts';
import { keyOf } from './upload-files.ts';
import type { Done } from './upload-rows.ts';
import { type Found, noteProgress, noteRun, type PlacedBook, Stopped, type Working } from './work-rows.ts';

type Deps = { db: Db; store: ObjectStore; dataDir: string; classify: Classify; opening?: Opening | undefined; budgetMs: number };
export type Finished = Found & { done: Done; books: PlacedBook[] };

/** Why it cannot be done, in a sentence for editors: another try would not help. */
export class Refused extends Error {}
/** It has used up its time. */
export class OutOfTime extends Error {}

const MOST_BOOKS = 5000;
/** So often it is written how far it is, and looked whether it was stopped. */
const BEAT_MS = 1_000;
/** Of files that are not read, and of zips that are refused. */
const MOST_LISTED = 200;

/** `stopped`: it is not meant any more. Throws Refused, OutOfTime, the signal's reason, and what the database and the store throw. */
export async function importFiles(deps: Deps, working: Working, signal: AbortSignal): Promise<Finished | 'stopped'> {
  try {
    return await withScratch(deps.dataDir, async (folder) => {
      const named = await fetchFiles(deps.store, working, folder);
      const { files, problems, left } = await listBookFiles(named);
      if (files.length > MOST_BOOKS)
        throw new Refused(
          `There are ${files.length.toLocaleString('en')} files in it, and at most 5,000 can be brought in at once. Bring them in in parts.`,
        );
      const { done, books } = await run(deps, working, { named, files }, signal);
      return { problems: problems.slice(0, MOST_LISTED), left: left.slice(0, MOST_LISTED).map(leftOf), done, books };
    });
  } catch (error) {
    if (error instanceof Stopped) return 'stopped';
    throw error;
  }
}

/** By names of ours: how somebody calls a file is no path here. */
async function fetchFiles(store: ObjectStore, { id, files }: Working, folder: string): Promise<NamedFile[]> {
  const named: NamedFile[] = [];
  for (const [index, file] of files.entries()) {
    const place = path.join(folder, `${index + 1}${endingOf(file)}`);
    const expect = () => ({ size: file.bytes, ...(file.sha256 !== null && { sha256: file.sha256 }) });
    if (!(await store.getFile(keyOf(id, file.id), place, expect)))
      throw new Refused(`The file “${file.name}” is not here any more. Take it out of this import, and bring it in again.`);
    named.push({ path: place, name: file.name });
  }
  return named;
}

type Asked = { named: readonly NamedFile[]; files: readonly BookFile[] };

async function run(
  { db, classify, opening, budgetMs }: Deps,
  working: Working,
  { named, files }: Asked,
  signal: AbortSignal,
): Promise<Pick<Finished, 'done' | 'books'>> {
  const own = new AbortController();
  const reporter = createReporter(files, new Map(named.map((each) => [each.path, each.name])));
  const beat = async () => {
    const { done, books } = reporter.take();
    try {
      if (!(await noteProgress(db, working, done, books))) own.abort(new Stopped());
    } catch {
      // The work itself will tell what is wrong with the database.
      reporter.giveBack(books);
    }
  };
  const budget = setTimeout(() => own.abort(new OutOfTime()), budgetMs);
  let beating = beat();
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, BEAT_MS);
  const rest = async () => {
    clearTimeout(budget);
    clearInterval(timer);
    await beating;
  };
  try {
    const { publishing, keep_duplicates: keepDuplicates, map, exclude } = working.how;
    await runImport(db, files, {
      ...{ classify, opening, publishing, keepDuplicates, map, isDry: working.isDry },
      // A check shows all of them, so that they can be chosen again.
      exclude: working.isDry ? undefined : new Set(exclude),
      signal: AbortSignal.any([signal, own.signal]),
      run: working.run ?? undefined,
      ...(working.person !== null && { person: working.person }),
      async onWritten(trx, written, number) {
        await keepReasons(trx, written);
        await noteRun(trx, working, number);
      },
      onOutcome: (outcome: FileOutcome) => reporter.add(outcome),
    });
    await rest();
    return reporter.take();
  } catch (error) {
    await rest();
    // What was written since the last time: whoever goes on with it finds it done.
    await beat();
    throw error;
  }
}

function leftOf({ name, why }: Left): { name: string; why: string } {
  return { name: name.replace(/\p{C}/gu, '?').slice(0, 300), why };
}

function endingOf({ name }: Pick<ImportFile, 'name'>): string {
  return /\.\w+$/.exec(name)?.[0]?.toLowerCase() ?? '';
}
