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

/** `run`: its number, undefined where nothing was written. `failed`: something could not be imported. */
export function reportLines(
  outcomes: readonly FileOutcome[],
  { run, isDry }: { run: number | undefined; isDry: boolean },
): { lines: string[]; failed: boolean } {
  const reports = outcomes.flatMap((each) => (each.outcome === 'done' ? [each.report] : []));
  const unchanged = outcomes.filter(({ outcome }) => outcome === 'unchanged').length;
  const problems = outcomes.flatMap((each) => {
    if (each.outcome === 'failed') return [`${each.file.name}: ${each.why}`];
    return each.outcome === 'done' ? each.report.problems.map((problem) => `${each.file.name}: ${problem}`) : [];
  });
  const lines = reports.length > 0 ? [tableOf(HEAD, rowsOf(reports))] : [];
  if (unchanged > 0) lines.push(`${unchanged} ${unchanged === 1 ? 'file was' : 'files were'} imported just so before: nothing to do.`);
  const gone = reports.reduce((sum, each) => sum + each.gone, 0);
  if (gone > 0) lines.push(`${gone} tales of before are in their books no more; they stay.`);
  lines.push(
    ...listed('Left out, because another book has nearly the same text (--keep-duplicates brings them in):', duplicatesOf(reports)),
  );
  lines.push(...listed('Drafts, for an editor to look at:', doubtfulOf(reports)));
  const noted = reports.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`));
  lines.push(...listed('Not taken:', noted, noted.length));
  lines.push(...listed('Could not be imported:', problems, problems.length));
  const made = reports.some((each) => each.made + each.changed > 0);
  if (isDry) lines.push('Nothing was written: this was a dry run.');
  else if (made) lines.push(`This was import ${run}; “talewood import undo ${run}” takes it back.`);
  return { lines, failed: problems.length > 0 };
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

function rowsOf(reports: readonly BookReport[]): string[][] {
  const rowOf = (name: string, all: readonly BookReport[]) => {
    const sum = (count: (report: BookReport) => number) => String(all.reduce((total, report) => total + count(report), 0));
    return [
      name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name,
      sum(({ found }) => found),
      sum(({ doubtful }) => doubtful.length),
      sum(({ duplicates }) => duplicates.length),
      sum(({ made }) => made),
      sum((report) => report.changed),
      sum((report) => report.unchanged),
      sum(({ left }) => left),
    ];
  };
  const single = reports.length > MOST_BOOKS ? [] : reports.map((report) => rowOf(report.name, [report]));
  return reports.length === 1 ? single : [...single, rowOf(`${reports.length} books`, reports)];
}

/** By the book and the one that has them already. */
function duplicatesOf(reports: readonly BookReport[]): string[] {
  return reports.flatMap(({ name, duplicates }) =>
    Array.from(
      Map.groupBy(duplicates, ({ book }) => book),
      ([book, tales]) => {
        const titles = tales.slice(0, 3).map(({ title, of }) => (title === of ? title : `${title} (there: ${of})`));
        const more = tales.length > 3 ? `, and ${tales.length - 3} more` : '';
        return `${name}, as in ${book}: ${titles.join(', ')}${more}`;
      },
    ),
  );
}

function doubtfulOf(reports: readonly BookReport[]): string[] {
  return reports.flatMap(({ name, doubtful }) => doubtful.map(({ title, why }) => `${name}, ${title}: ${why.join(' ')}`));
}

function listed(head: string, lines: readonly string[], most = MOST_LISTED): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > most ? [`  and ${lines.length - most} more`] : [];
  return ['', head, ...lines.slice(0, most).map((line) => `  ${line}`), ...more];
}
