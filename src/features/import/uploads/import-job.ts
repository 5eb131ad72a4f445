/** Jobs of imports: check or import the files of an upload, and undo a run. */

import path from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Classify } from '#src/features/classification/classification.ts';
import {
  type BookFile,
  type FileOpeners,
  type FileOutcome,
  listFiles,
  type NamedFile,
  runImport,
  type SkippedFile,
  saveReasons,
  undoRun,
} from '#src/features/import/import.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { defineTask, type JobFacts, type Task } from '#src/platform/jobs/task.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import type { ImportFile } from './contract.ts';
import { UNDO_IMPORT } from './import-runs.ts';
import { createReporter } from './report-books.ts';
import { keyOf, withTempFolder } from './upload-files.ts';
import type { WorkProgress } from './upload-rows.ts';
import { failImport, IMPORT_FILES, MAX_ATTEMPTS, requeue, startQueued, type Work } from './upload-states.ts';
import { endWork, type PlacedBook, type RunningWork, type SkippedFindings, saveProgress, WorkStopped } from './work-rows.ts';

/** `budgetMs`: after this time an import continues in another job and a check fails. `opening`: test override. */
type TaskDeps = Stores & { db: Db; dataDir: string; classify: Classify; budgetMs?: number; opening?: FileOpeners };
/** `store`: of uploaded imports; `fileStore`: of the file library. */
type Stores = { store: ObjectStore; fileStore: ObjectStore };

/** The timeout of a job, less the time to read a file and write a book. */
const BUDGET_MS = 8 * 60_000;

export function importTasks(deps: TaskDeps): Task[] {
  return [
    defineTask({
      name: IMPORT_FILES,
      // `turn` is the attempt token, also in jobs that former versions queued.
      payload: z.object({ id: z.uuid(), turn: z.int() }),
      run: ({ id, turn }, job) => runWork(deps, { id, attemptToken: turn }, job),
    }),
    defineTask({
      name: UNDO_IMPORT,
      payload: z.object({ run: z.int() }),
      run: async ({ run }, { signal }) => void (await undoRun(deps.db, run, signal)),
    }),
  ];
}

/** Runs a check or import. Failures are stored in the state of the import, and queued imports start. */
async function runWork(deps: TaskDeps, work: Work, { attempt, signal }: JobFacts): Promise<void> {
  const { db } = deps;
  const working = await beginWork(db, work);
  // Stopped before it began.
  if (working === undefined) return transact(db, (trx) => startQueued(trx, work));
  try {
    await finish(deps, working, await importFiles({ ...deps, budgetMs: deps.budgetMs ?? BUDGET_MS }, working, signal));
  } catch (error) {
    if (error instanceof ImportRejected) return failWork(db, working, error.message);
    if (error instanceof BudgetExceeded) return continueLater(db, working);
    if (attempt >= MAX_ATTEMPTS) await failWork(db, working, reasonOf(error));
    throw error;
  }
}

async function finish({ db, store }: TaskDeps, working: RunningWork, finished: Finished | 'stopped'): Promise<void> {
  if (finished === 'stopped') return transact(db, (trx) => startQueued(trx, working));
  await endWork(db, working, finished);
  // The files are no longer needed. If this fails, they are removed with the row.
  if (!working.isDry) await store.remove(working.id).catch(() => {});
}

async function continueLater(db: Db, working: RunningWork): Promise<void> {
  if (working.isDry) return failWork(db, working, 'Previewing these files takes too long. Split them into several imports.');
  await transact(db, (trx) => requeue(trx, working));
}

function reasonOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'The import failed because of a server problem. Contact an administrator.';
}

type Deps = TaskDeps & { budgetMs: number };
type Finished = SkippedFindings & { done: WorkProgress; books: PlacedBook[] };

/** A permanent failure, with a message for editors. */
class ImportRejected extends Error {}
/** The time budget is used up. */
class BudgetExceeded extends Error {}

const MAX_BOOKS = 5000;
/** Interval of progress updates, which also check whether the work was stopped. */
const HEARTBEAT_MS = 1_000;
/** Of skipped files and rejected archives. */
const MAX_LISTED = 200;

/**
 * Checks or imports the files of an upload. `stopped`: it was stopped meanwhile.
 * @throws ImportRejected, BudgetExceeded, the reason of `signal`, errors of database and store
 */
async function importFiles(deps: Deps, working: RunningWork, signal: AbortSignal): Promise<Finished | 'stopped'> {
  try {
    return await withTempFolder(deps.dataDir, async (folder) => {
      const named = await fetchFiles(deps.store, working, folder);
      const { files, problems, skipped } = await listFiles(named);
      if (files.length > MAX_BOOKS)
        throw new ImportRejected(
          `The import has ${files.length.toLocaleString('en')} files; the maximum is 5,000. Split it into several imports.`,
        );
      const { done, books, attached } = await run(deps, working, { named, files }, signal);
      const left = skipped.filter(({ name }) => !attached.has(name));
      return { problems: problems.slice(0, MAX_LISTED), left: left.slice(0, MAX_LISTED).map(toSkipped), done, books };
    });
  } catch (error) {
    if (error instanceof WorkStopped) return 'stopped';
    throw error;
  }
}

/** Downloads the files under generated names, since original names are untrusted. */
async function fetchFiles(store: ObjectStore, { id, files }: RunningWork, folder: string): Promise<NamedFile[]> {
  const named: NamedFile[] = [];
  for (const [index, file] of files.entries()) {
    const place = path.join(folder, `${index + 1}${endingOf(file)}`);
    const expect = () => ({ size: file.bytes, ...(file.sha256 !== null && { sha256: file.sha256 }) });
    if (!(await store.getFile(keyOf(id, file.id), place, expect)))
      throw new ImportRejected(`The file “${file.name}” is no longer available. Remove it from the import and upload it again.`);
    named.push({ path: place, name: file.name });
  }
  return named;
}

type WorkFiles = { named: readonly NamedFile[]; files: readonly BookFile[] };

async function run(
  { db, fileStore, classify, opening, budgetMs }: Deps,
  working: RunningWork,
  { named, files }: WorkFiles,
  signal: AbortSignal,
): Promise<Pick<Finished, 'done' | 'books'> & { attached: ReadonlySet<string> }> {
  const attached = new Set<string>();
  const own = new AbortController();
  const reporter = createReporter(files, new Map(named.map((each) => [each.path, each.name])));
  const beat = async () => {
    const { done, books } = reporter.drain();
    try {
      if (!(await saveProgress(db, working, done, books))) own.abort(new WorkStopped());
    } catch {
      // A database problem is reported by the import itself.
      reporter.restore(books);
    }
  };
  const budget = setTimeout(() => own.abort(new BudgetExceeded()), budgetMs);
  let beating = beat();
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, HEARTBEAT_MS);
  const rest = async () => {
    clearTimeout(budget);
    clearInterval(timer);
    await beating;
  };
  try {
    const { publishing, keep_duplicates: keepDuplicates, map, exclude } = working.how;
    await runImport(db, files, {
      ...{ fileStore, classify, opening, publishing, keepDuplicates, map, isDry: working.isDry },
      // A check shows all tales, so that they can be selected again.
      exclude: working.isDry ? undefined : new Set(exclude),
      signal: AbortSignal.any([signal, own.signal]),
      run: working.run ?? undefined,
      ...(working.startedBy !== null && { startedBy: working.startedBy }),
      async onWritten(trx, written, number) {
        await saveReasons(trx, written);
        await saveRun(trx, working, number);
      },
      onOutcome(outcome: FileOutcome) {
        if (outcome.outcome === 'done') for (const file of outcome.report.attached) attached.add(file);
        reporter.add(outcome);
      },
    });
    await rest();
    return { ...reporter.drain(), attached };
  } catch (error) {
    await rest();
    // Save the progress; a later job finds those files unchanged.
    await beat();
    throw error;
  }
}

function toSkipped({ name, why }: SkippedFile): { name: string; why: string } {
  return { name: name.replace(/\p{C}/gu, '?').slice(0, 300), why };
}

function endingOf({ name }: Pick<ImportFile, 'name'>): string {
  return /\.\w+$/.exec(name)?.[0]?.toLowerCase() ?? '';
}

/** Begins the work; returns undefined when it was stopped. A check starts over, an import continues. */
async function beginWork(db: Db, { id, attemptToken }: Work): Promise<RunningWork | undefined> {
  return transact(db, async (trx) => {
    type Row = Omit<RunningWork, 'files' | 'id' | 'attemptToken'>;
    const { rows } = await sql<Row>`
      update import_uploads set started_at = coalesce(started_at, now()), updated_at = now()
      where id = ${id}::uuid and attempt_token = ${attemptToken} and state in ('checking', 'importing')
      returning state = 'checking' as "isDry", options as how, run_id as run, requested_by as "startedBy"`.execute(trx);
    const [row] = rows;
    if (row === undefined) return undefined;
    if (row.isDry) await trx.deleteFrom('import_upload_books').where('upload_id', '=', id).execute();
    const files = await trx
      .selectFrom('import_upload_files')
      .select(['id', 'name', 'bytes', 'sha256'])
      .where('upload_id', '=', id)
      .orderBy('position')
      .execute();
    return { id, attemptToken, ...row, files };
  });
}

/**
 * Stores the number of the run, at the end of the transaction that writes it.
 * @throws WorkStopped, which rolls the transaction back
 */
async function saveRun(trx: Db, { id, attemptToken }: Work, run: number): Promise<void> {
  const { rows } =
    await sql`update import_uploads set run_id = ${run} where id = ${id}::uuid and attempt_token = ${attemptToken} returning id`.execute(
      trx,
    );
  if (rows.length === 0) throw new WorkStopped();
}

/** Marks the work as failed and starts queued imports. `why`: a sentence. */
async function failWork(db: Db, work: RunningWork, why: string): Promise<void> {
  await transact(db, async (trx) => {
    const { rows } =
      await sql`select from import_uploads where id = ${work.id}::uuid and attempt_token = ${work.attemptToken} for update`.execute(trx);
    if (rows.length > 0) {
      if (work.isDry)
        await sql`update import_uploads set state = 'failed', problem = ${why}, updated_at = now() where id = ${work.id}::uuid`.execute(
          trx,
        );
      else await failImport(trx, work.id, why);
    }
    await startQueued(trx, work);
  });
}
