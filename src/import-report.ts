/** What an import has done, or would do, for who asked for it: a table, and what deserves a look. */
import type { BookReport, FileOutcome, Left } from '#src/features/import/import.ts';

const LONGEST_NAME = 44;
const HEAD = ['book', 'tales', 'doubtful', 'duplicates', 'new', 'changed', 'unchanged', 'left alone'];
const LEFT: Record<Left['why'], string> = {
  unknown: 'other kinds',
  zip: 'archives',
  link: 'links',
  picture: 'pictures and styles',
  about: 'about the folder',
  hidden: 'hidden',
};
const MOST_BOOKS = 200;
const MOST_LISTED = 100;
const MOST_ALIKE = 10;

/** What is said of an import, gathered while it goes on. */
export type Tally = {
  add(outcome: FileOutcome): void;
  /** `run`: its number, undefined where nothing was written. `failed`: something could not be imported. */
  lines(end: { run: number | undefined; isDry: boolean }): { lines: string[]; failed: boolean };
};

type Sums = { books: number; cells: number[]; made: number; gone: number; unchanged: number };
/** So many lines as are shown of a list, and how many there are. */
type List = { shown: string[]; count: number };

/** Keeps what will be said and no report: of a hundred thousand files they would fill the memory of the command. */
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
    if (rows.length <= MOST_BOOKS) rows.push(rowOf(report.name, counts));
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
        count > MOST_ALIKE ? [`${count} books, such as ${names[0]}: ${note}`] : names.map((name) => `${name}: ${note}`),
      );
      // Not pushed: of a hundred thousand files there may be as many lines, and a call takes not so many words.
      const lines = [
        ...tableLines(rows, sums),
        ...(sums.unchanged > 0
          ? [`${sums.unchanged} ${sums.unchanged === 1 ? 'file was' : 'files were'} imported just so before: nothing to do.`]
          : []),
        ...(sums.gone > 0 ? [`${sums.gone} tales of before are in their books no more; they stay.`] : []),
        ...listed('Left out, because another book has nearly the same text (--keep-duplicates brings them in):', duplicates),
        ...listed('Drafts, for an editor to look at:', doubtful),
        ...listed('Not taken:', { shown: noted, count: noted.length }),
        ...listed('Could not be imported:', { shown: problems, count: problems.length }),
        ...(isDry ? ['Nothing was written: this was a dry run.'] : []),
        ...(sums.made > 0 && !isDry ? [`This was import ${run}; “talewood import undo ${run}” takes it back.`] : []),
      ];
      return { lines, failed: problems.length > 0 };
    },
  };
}

/** One line of what in folders and zips is not read; none where that is nothing. */
export function leftLine(left: readonly Left[]): string[] {
  if (left.length === 0) return [];
  const counts = Object.entries(LEFT).flatMap(([why, words]) => {
    const names = left.filter((each) => each.why === why).map(({ name }) => name.replace(/\p{C}/gu, '?'));
    const examples = why === 'unknown' || why === 'zip' ? ` (${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''})` : '';
    return names.length === 0 ? [] : [`${words} ${names.length}${examples}`];
  });
  return [`Not read of folders and zips, by number: ${counts.join(', ')}.`];
}

/** Columns of plain text; all but the first and the last of words are numbers and stand to the right. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)));
  const isNumber = head.map((_, column) => rows.every((row) => /^[\d,]*$/.test(row[column] ?? '')));
  return [head, ...rows]
    .map((row) => row.map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

/** The columns of the table behind the name. */
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
  return [name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name, ...counts.map(String)];
}

/** A row for each book where these are not too many, and one for all. */
function tableLines(rows: readonly string[][], { books, cells }: Sums): string[] {
  if (books === 0) return [];
  const single = books > MOST_BOOKS ? [] : rows;
  return [tableOf(HEAD, books === 1 ? single : [...single, rowOf(`${books} books`, cells)])];
}

function problemsOf(outcome: FileOutcome): string[] {
  if (outcome.outcome === 'failed') return [`${outcome.why}${outcome.columns.length > 0 ? ' Say it as --map title=…,content=….' : ''}`];
  return outcome.outcome === 'done' ? outcome.report.problems : [];
}

/** By the book and the one that has them already. */
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
  if (list.shown.length < MOST_LISTED) list.shown.push(line);
}

/** What is said of many files is said once. */
function putNote(notes: Map<string, { names: string[]; count: number }>, note: string, name: string): void {
  const known = notes.get(note) ?? { names: [], count: 0 };
  known.count += 1;
  if (known.names.length < MOST_ALIKE) known.names.push(name);
  notes.set(note, known);
}

function listed(head: string, { shown, count }: List): string[] {
  if (count === 0) return [];
  const more = count > shown.length ? [`  and ${count - shown.length} more`] : [];
  return ['', head, ...shown.map((line) => `  ${line}`), ...more];
}
