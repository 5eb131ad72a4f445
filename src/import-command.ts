/** `talewood import`: books into the site, what was brought in before, and back out again. */
import path from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Classify } from '#src/features/classification/classification.ts';
import {
  ClassicFault,
  FileFault,
  type FileOutcome,
  findLastRun,
  keepReasons,
  listBookFiles,
  listClassics,
  listRuns,
  type NamedFile,
  openMirrors,
  type Publishing,
  parseMapping,
  type Run,
  runClassics,
  runImport,
  undoRun,
} from '#src/features/import/import.ts';
import type { Db } from '#src/platform/db/db.ts';
import { CommandRefused } from './command-refused.ts';
import { showProgress } from './import-progress.ts';
import { createTally, leftLine, tableOf } from './import-report.ts';

const OPTIONS = {
  'dry-run': { type: 'boolean', default: false },
  publish: { type: 'boolean', default: false },
  draft: { type: 'boolean', default: false },
  'keep-duplicates': { type: 'boolean', default: false },
  map: { type: 'string', default: '' },
  mirror: { type: 'string' },
  only: { type: 'string' },
  last: { type: 'boolean', default: false },
} as const;

const USAGE = `Usage: talewood import <file or folder> … [--dry-run] [--publish | --draft] [--keep-duplicates] [--map title=name,content=text]
       talewood import classics [--mirror <folder or address>] [--only 503,7277] [--dry-run] [--publish | --draft] [--keep-duplicates]
       talewood import list
       talewood import undo <number> | --last`;

/**
 * `output`: where progress goes; `folder`: what names of files are meant from; `dataDir`: where what is fetched is kept. `signal` ends an import
 * between two books by throwing its reason.
 */
export type ImportTerminal = {
  output: Writable & { isTTY?: boolean; columns?: number };
  folder: string;
  dataDir: string;
  signal?: AbortSignal | undefined;
};

/** `failed`: something of what was asked could not be done; `said`: what to say at the end. */
export type CommandResult = { said: string; failed: boolean };

/** Runs the command with its words after `import`. Throws CommandRefused for words that it does not know. */
export async function importCommand(db: Db, words: string[], terminal: ImportTerminal, classify: Classify): Promise<CommandResult> {
  const { values, positionals } = readWords(words);
  const [first, ...others] = positionals;
  if (first === undefined) throw new CommandRefused(USAGE);
  if (first === 'list' && others.length === 0) return { said: runsTable(await listRuns(db)), failed: false };
  if (first === 'undo') return undo(db, others, values.last);
  if (values.publish && values.draft) throw new CommandRefused('Choose --publish or --draft, not both.');
  const publishing = values.publish ? 'publish' : values.draft ? 'draft' : 'sure';
  const how = {
    publishing,
    isDry: values['dry-run'],
    keepDuplicates: values['keep-duplicates'],
    map: await readMap(values.map),
    classify,
    // A dry run writes nothing.
    signal: values['dry-run'] ? undefined : terminal.signal,
  } as const;
  if (first === 'classics' && others.length === 0) return importClassics(db, values, how, terminal);
  if (values.mirror !== undefined || values.only !== undefined) throw new CommandRefused(USAGE);
  return importFiles(db, positionals, how, terminal);
}

type How = {
  publishing: Publishing;
  isDry: boolean;
  keepDuplicates: boolean;
  map: string;
  classify: Classify;
  signal: AbortSignal | undefined;
};

async function importFiles(db: Db, named: string[], how: How, { output, folder }: ImportTerminal): Promise<CommandResult> {
  const { files, problems, left } = await orRefuse(() => listBookFiles(named.map((name) => fileNamed(path.resolve(folder, name)))));
  if (files.length === 0) throw new CommandRefused([...problems, 'There is no book to import.'].join('\n'));
  const tally = createTally();
  const progress = showProgress(output, files);
  const onOutcome = (outcome: FileOutcome) => {
    tally.add(outcome);
    progress.show(outcome);
  };
  const run = await runImport(db, files, { ...how, onOutcome, onWritten: keepReasons }).finally(() => progress.end());
  const { lines, failed } = tally.lines({ run, isDry: how.isDry });
  return { said: [...lines, ...leftLine(left), ...problems].join('\n'), failed: failed || problems.length > 0 };
}

function fileNamed(file: string): NamedFile {
  return { path: file, name: file };
}

async function importClassics(
  db: Db,
  { mirror, only }: { mirror?: string | undefined; only?: string | undefined },
  how: How,
  { output, folder, dataDir }: ImportTerminal,
): Promise<CommandResult> {
  const all = await listClassics();
  const numbers = only?.split(',').map((each) => Number(each.trim()));
  const strange = numbers?.filter((number) => !all.some(({ id }) => id === number)) ?? [];
  if (strange.length > 0) throw new CommandRefused('--only names a book that is not among the classics: it is written as --only 503,7277.');
  const entries = all.filter(({ id }) => numbers?.includes(id) ?? true);
  const isFolder = mirror !== undefined && !mirror.includes('://');
  const mirrors = await orRefuse(() => openMirrors(mirror === undefined ? undefined : [isFolder ? path.resolve(folder, mirror) : mirror]));
  const tally = createTally();
  let fetched = 0;
  const onOutcome = (outcome: FileOutcome) => {
    tally.add(outcome);
    fetched += 1;
    const became = outcome.outcome === 'done' ? `${outcome.report.found} tales` : outcome.outcome === 'failed' ? outcome.why : 'unchanged';
    output.write(`${fetched} of ${entries.length}: ${outcome.file.name}: ${became}\n`);
  };
  const fetching = { cacheDir: path.join(dataDir, 'classics'), mirrors };
  const run = await runClassics(db, entries, fetching, { ...how, onOutcome, onWritten: keepReasons });
  const { lines, failed } = tally.lines({ run, isDry: how.isDry });
  return { said: lines.join('\n'), failed };
}

async function undo(db: Db, [number, ...more]: string[], last: boolean): Promise<CommandResult> {
  if (more.length > 0 || (number === undefined) !== last || (number !== undefined && !/^\d{1,9}$/.test(number)))
    throw new CommandRefused(USAGE);
  const run = number === undefined ? await findLastRun(db) : Number(number);
  const undone = run === undefined ? undefined : await undoRun(db, run);
  if (undone === undefined) throw new CommandRefused(run === undefined ? 'Nothing was imported yet.' : `There is no import ${run}.`);
  const { removed, edited, changed } = undone;
  const said = [`Import ${run} is taken back: ${removed} tales are gone.`];
  if (edited.length > 0)
    said.push('These were changed or put into the bin by an editor since, and stay:', ...edited.map((title) => `  ${title}`));
  if (changed > 0)
    said.push(`${changed} tales of earlier imports were brought up to date by it, and stay so; their former versions are kept.`);
  return { said: said.join('\n'), failed: false };
}

function runsTable(runs: readonly Run[]): string {
  if (runs.length === 0) return 'Nothing was imported yet.';
  const rows = runs.map((run) => [
    String(run.id),
    run.startedAt.toISOString().slice(0, 16).replace('T', ' '),
    run.state,
    String(run.bookCount),
    String(run.tales),
    String(run.drafts),
    String(run.leftOut),
    run.books.join(', ').slice(0, 60),
  ]);
  return tableOf(['import', 'when (UTC)', 'state', 'books', 'tales', 'drafts', 'left out', 'of'], rows);
}

/** The words as they are given on, when they can be understood. */
async function readMap(map: string): Promise<string> {
  await orRefuse(() => parseMapping(map));
  return map;
}

async function orRefuse<Result>(work: () => Result): Promise<Awaited<Result>> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileFault || error instanceof ClassicFault ? new CommandRefused(error.message) : error;
  }
}

function readWords(words: string[]) {
  try {
    return parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
  } catch {
    throw new CommandRefused(USAGE);
  }
}
