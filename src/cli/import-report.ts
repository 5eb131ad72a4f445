/** The report of an import: a table of counts and lists of what needs attention. */
import type { BookReport, FileOutcome, SkippedFile } from '#src/features/import/import.ts';

const MAX_NAME = 44;
const HEADINGS = ['book', 'tales', 'warnings', 'duplicates', 'new', 'changed', 'unchanged', 'not updated'];
const SKIP_LABELS: Record<SkippedFile['why'], string> = {
  unknown: 'unsupported types',
  zip: 'archives',
  link: 'links',
  picture: 'media and stylesheets',
  about: 'descriptions of the folder',
  hidden: 'hidden',
  export: 'other parts of the export',
};
const MAX_BOOKS = 200;
const MAX_LISTED = 100;
const MAX_ALIKE = 10;

/** Collects the report while the import runs. */
export type Tally = {
  add(outcome: FileOutcome): void;
  /** Returns the report. `run`: the number of the run, undefined when nothing was written. `failed`: something could not be imported. */
  lines(end: { run: number | undefined; isDry: boolean }): { lines: string[]; failed: boolean };
};

type Sums = { books: number; cells: number[]; made: number; gone: number; unchanged: number };
/** The lines shown of a list, and their total number. */
type List = { shown: string[]; count: number };

/** Creates a tally. Keeps report lines instead of reports: those of 100,000 files would not fit in memory. */
export function createTally(): Tally {
  const sums: Sums = { books: 0, cells: COUNTS.map(() => 0), made: 0, gone: 0, unchanged: 0 };
  const rows: string[][] = [];
  const duplicates: List = { shown: [], count: 0 };
  const doubtful: List = { shown: [], count: 0 };
  const notes = new Map<string, { names: string[]; count: number }>();
  const problems: string[] = [];
  const addReport = (report: BookReport) => {
    const counts = COUNTS.map((count) => count(report));
    sums.books += 1;
    sums.cells = sums.cells.map((sum, index) => sum + (counts[index] ?? 0));
    sums.made += report.made + report.changed;
    sums.gone += report.gone;
    if (rows.length <= MAX_BOOKS) rows.push(rowOf(report.name, counts));
    for (const line of duplicateLines(report)) put(duplicates, line);
    for (const { title, why } of report.doubtful) put(doubtful, `${report.name}, ${title}: ${why.join(' ')}`);
    for (const note of report.notes) putNote(notes, note, report.name);
  };
  return {
    add(outcome) {
      if (outcome.outcome === 'unchanged') sums.unchanged += 1;
      if (outcome.outcome === 'done') addReport(outcome.report);
      for (const problem of problemsOf(outcome)) problems.push(`${outcome.file.name}: ${problem}`);
    },
    lines({ run, isDry }) {
      const noted = [...notes].flatMap(([note, { names, count }]) =>
        count > MAX_ALIKE ? [`${count} books, e.g. ${names[0]}: ${note}`] : names.map((name) => `${name}: ${note}`),
      );
      // No push(...lines): there may be more lines than a call takes arguments.
      const lines = [
        ...tableLines(rows, sums),
        ...(sums.unchanged > 0 ? [`${sums.unchanged} ${sums.unchanged === 1 ? 'file' : 'files'} unchanged since the last import.`] : []),
        ...(sums.gone > 0 ? [`${sums.gone} previously imported tales are no longer in the source; kept.`] : []),
        ...listed('Skipped as near-duplicates of other tales (use --keep-duplicates to import them):', duplicates),
        ...listed('Saved as drafts, with warnings:', doubtful),
        ...listed('Skipped content:', { shown: noted, count: noted.length }),
        ...listed('Could not be imported:', { shown: problems, count: problems.length }),
        ...(isDry ? ['Dry run: nothing was imported.'] : []),
        ...(sums.made > 0 && !isDry ? [`Import ${run} completed. Run “talewood import undo ${run}” to undo it.`] : []),
      ];
      return { lines, failed: problems.length > 0 };
    },
  };
}

/** Summarizes skipped files of folders and ZIP archives in one line; empty when there are none. */
export function skippedLine(left: readonly SkippedFile[]): string[] {
  if (left.length === 0) return [];
  const counts = Object.entries(SKIP_LABELS).flatMap(([why, label]) => {
    const names = left.filter((each) => each.why === why).map(({ name }) => name.replace(/\p{C}/gu, '?'));
    const examples = why === 'unknown' || why === 'zip' ? ` (${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''})` : '';
    return names.length === 0 ? [] : [`${label} ${names.length}${examples}`];
  });
  return [`Skipped files in folders and ZIP archives: ${counts.join(', ')}.`];
}

/** Formats a plain-text table; numeric columns are right-aligned. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)));
  const isNumber = head.map((_, column) => rows.every((row) => /^[\d,]*$/.test(row[column] ?? '')));
  return [head, ...rows]
    .map((row) => row.map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

/** The count columns, after the name. */
const COUNTS: readonly ((report: BookReport) => number)[] = [
  ({ found }) => found,
  ({ doubtful }) => doubtful.length,
  ({ duplicates }) => duplicates.length,
  ({ made }) => made,
  ({ changed }) => changed,
  ({ unchanged }) => unchanged,
  ({ left }) => left,
];

function rowOf(name: string, counts: readonly number[]): string[] {
  return [name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name, ...counts.map(String)];
}

/** One row per book up to a limit, and a total. */
function tableLines(rows: readonly string[][], { books, cells }: Sums): string[] {
  if (books === 0) return [];
  const single = books > MAX_BOOKS ? [] : rows;
  return [tableOf(HEADINGS, books === 1 ? single : [...single, rowOf(`${books} books`, cells)])];
}

function problemsOf(outcome: FileOutcome): string[] {
  if (outcome.outcome === 'failed') return [`${outcome.why}${outcome.columns.length > 0 ? ' Use --map title=COLUMN,content=COLUMN.' : ''}`];
  return outcome.outcome === 'done' ? outcome.report.problems : [];
}

/** Groups duplicates by the book that has them already. */
function duplicateLines({ name, duplicates }: BookReport): string[] {
  return Array.from(
    Map.groupBy(duplicates, ({ book }) => book),
    ([book, tales]) => {
      const titles = tales.slice(0, 3).map(({ title, of }) => (title === of ? title : `${title} (there: ${of})`));
      const more = tales.length > 3 ? `, and ${tales.length - 3} more` : '';
      return `${name}, as in ${book}: ${titles.join(', ')}${more}`;
    },
  );
}

function put(list: List, line: string): void {
  list.count += 1;
  if (list.shown.length < MAX_LISTED) list.shown.push(line);
}

/** Lists a note that many books share only once. */
function putNote(notes: Map<string, { names: string[]; count: number }>, note: string, name: string): void {
  const known = notes.get(note) ?? { names: [], count: 0 };
  known.count += 1;
  if (known.names.length < MAX_ALIKE) known.names.push(name);
  notes.set(note, known);
}

function listed(head: string, { shown, count }: List): string[] {
  if (count === 0) return [];
  const more = count > shown.length ? [`  and ${count - shown.length} more`] : [];
  return ['', head, ...shown.map((line) => `  ${line}`), ...more];
}
