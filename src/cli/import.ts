/** `talewood import`: import files, list import runs and undo them. */
import path from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Classify } from '#src/features/classification/classification.ts';
import {
  ClassicFault,
  FileFault,
  type FileOutcome,
  findLastRun,
  listClassics,
  listFiles,
  listRuns,
  type NamedFile,
  openMirrors,
  type Publishing,
  parseMapping,
  type Run,
  runClassics,
  runImport,
  saveReasons,
  undoRun,
} from '#src/features/import/import.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { CommandError } from './command.ts';
import { showProgress } from './import-progress.ts';
import { createTally, skippedLine, tableOf } from './import-report.ts';

export const OPTIONS = {
  'dry-run': { type: 'boolean', default: false },
  publish: { type: 'boolean', default: false },
  draft: { type: 'boolean', default: false },
  'keep-duplicates': { type: 'boolean', default: false },
  map: { type: 'string', default: '' },
  mirror: { type: 'string' },
  only: { type: 'string' },
  last: { type: 'boolean', default: false },
} as const;

const USAGE = `Usage: talewood import FILE_OR_FOLDER… [--dry-run] [--publish | --draft] [--keep-duplicates] [--map title=name,content=text]
       talewood import classics [--mirror FOLDER_OR_URL] [--only 503,7277] [--dry-run] [--publish | --draft] [--keep-duplicates]
       talewood import list
       talewood import undo NUMBER | --last`;

/**
 * `output`: where progress is written; `folder`: base of relative file names; `dataDir`: holds the download cache. `signal` ends an import
 * between two books by throwing its reason.
 */
export type ImportEnvironment = {
  output: Writable & { isTTY?: boolean; columns?: number };
  folder: string;
  dataDir: string;
  /** Of the file library. */
  fileStore: ObjectStore;
  signal?: AbortSignal | undefined;
};

/** `failed`: part of the command failed; `message`: printed at the end. */
export type CommandResult = { message: string; failed: boolean };

/**
 * Runs the command with its arguments after `import`.
 * @throws CommandError for unknown arguments
 */
export async function importCommand(db: Db, args: string[], terminal: ImportEnvironment, classify: Classify): Promise<CommandResult> {
  const { values, positionals } = parseArguments(args);
  const [first, ...others] = positionals;
  if (first === undefined) throw new CommandError(USAGE);
  if (first === 'list' && others.length === 0) return { message: runsTable(await listRuns(db)), failed: false };
  if (first === 'undo') return undo(db, others, values.last);
  if (values.publish && values.draft) throw new CommandError('Choose --publish or --draft, not both.');
  const publishing = values.publish ? 'publish' : values.draft ? 'draft' : 'sure';
  const flags = {
    publishing,
    isDry: values['dry-run'],
    keepDuplicates: values['keep-duplicates'],
    map: await validateMap(values.map),
    classify,
    // A dry run writes nothing, so it needs no stop between books.
    signal: values['dry-run'] ? undefined : terminal.signal,
  } as const;
  if (first === 'classics' && others.length === 0) return importClassics(db, values, flags, terminal);
  if (values.mirror !== undefined || values.only !== undefined) throw new CommandError(USAGE);
  return importFiles(db, positionals, flags, terminal);
}

type ImportFlags = {
  publishing: Publishing;
  isDry: boolean;
  keepDuplicates: boolean;
  map: string;
  classify: Classify;
  signal: AbortSignal | undefined;
};

async function importFiles(
  db: Db,
  named: string[],
  flags: ImportFlags,
  { output, folder, fileStore }: ImportEnvironment,
): Promise<CommandResult> {
  const { files, problems, skipped } = await asCommandError(() => listFiles(named.map((name) => fileNamed(path.resolve(folder, name)))));
  if (files.length === 0) throw new CommandError([...problems, 'No files to import.'].join('\n'));
  const tally = createTally();
  const progress = showProgress(output, files);
  const attached = new Set<string>();
  const onOutcome = (outcome: FileOutcome) => {
    if (outcome.outcome === 'done') for (const file of outcome.report.attached) attached.add(file);
    tally.add(outcome);
    progress.show(outcome);
  };
  const run = await runImport(db, files, { ...flags, fileStore, onOutcome, onWritten: saveReasons }).finally(() => progress.end());
  const { lines, failed } = tally.lines({ run, isDry: flags.isDry });
  return {
    message: [...lines, ...skippedLine(skipped.filter(({ name }) => !attached.has(name))), ...problems].join('\n'),
    failed: failed || problems.length > 0,
  };
}

function fileNamed(file: string): NamedFile {
  return { path: file, name: file };
}

async function importClassics(
  db: Db,
  { mirror, only }: { mirror?: string | undefined; only?: string | undefined },
  flags: ImportFlags,
  { output, folder, dataDir, fileStore }: ImportEnvironment,
): Promise<CommandResult> {
  const all = await listClassics();
  const numbers = only?.split(',').map((each) => Number(each.trim()));
  const unknown = numbers?.filter((number) => !all.some(({ id }) => id === number)) ?? [];
  if (unknown.length > 0) throw new CommandError('Unknown book number in --only. Example: --only 503,7277.');
  const entries = all.filter(({ id }) => numbers?.includes(id) ?? true);
  const isFolder = mirror !== undefined && !mirror.includes('://');
  const mirrors = await asCommandError(() =>
    openMirrors(mirror === undefined ? undefined : [isFolder ? path.resolve(folder, mirror) : mirror]),
  );
  const tally = createTally();
  let fetched = 0;
  const onOutcome = (outcome: FileOutcome) => {
    tally.add(outcome);
    fetched += 1;
    const result = outcome.outcome === 'done' ? `${outcome.report.found} tales` : outcome.outcome === 'failed' ? outcome.why : 'unchanged';
    output.write(`${fetched} of ${entries.length}: ${outcome.file.name}: ${result}\n`);
  };
  const fetching = { cacheDir: path.join(dataDir, 'classics'), mirrors };
  const run = await runClassics(db, entries, fetching, { ...flags, fileStore, onOutcome, onWritten: saveReasons });
  const { lines, failed } = tally.lines({ run, isDry: flags.isDry });
  return { message: lines.join('\n'), failed };
}

async function undo(db: Db, [number, ...more]: string[], last: boolean): Promise<CommandResult> {
  if (more.length > 0 || (number === undefined) !== last || (number !== undefined && !/^\d{1,9}$/.test(number)))
    throw new CommandError(USAGE);
  const run = number === undefined ? await findLastRun(db) : Number(number);
  const undone = run === undefined ? undefined : await undoRun(db, run);
  if (undone === undefined) throw new CommandError(run === undefined ? 'No imports yet.' : `There is no import ${run}.`);
  const { removed, edited, changed } = undone;
  const message = [`Import ${run} undone: ${removed} tales removed.`];
  if (edited.length > 0)
    message.push('Kept, because an editor has changed them or moved them to the trash:', ...edited.map((title) => `  ${title}`));
  if (changed > 0) message.push(`${changed} tales of earlier imports keep the updates of this import; see their version history.`);
  return { message: message.join('\n'), failed: false };
}

function runsTable(runs: readonly Run[]): string {
  if (runs.length === 0) return 'No imports yet.';
  const rows = runs.map((run) => [
    String(run.id),
    run.startedAt.toISOString().slice(0, 16).replace('T', ' '),
    run.state,
    String(run.bookCount),
    String(run.tales),
    String(run.drafts),
    String(run.skipped),
    run.books.join(', ').slice(0, 60),
  ]);
  return tableOf(['import', 'when (UTC)', 'state', 'books', 'tales', 'drafts', 'skipped', 'source'], rows);
}

/** Validates the mapping and returns it unchanged. */
async function validateMap(map: string): Promise<string> {
  await asCommandError(() => parseMapping(map));
  return map;
}

async function asCommandError<Result>(work: () => Result): Promise<Awaited<Result>> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileFault || error instanceof ClassicFault ? new CommandError(error.message) : error;
  }
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({ args: args, options: OPTIONS, allowPositionals: true });
  } catch {
    throw new CommandError(USAGE);
  }
}
