import { expect, test } from 'vitest';
import type { BookReport, FileOutcome } from '#src/features/import/import.ts';
import { createTally } from './import-report.ts';

function reportLines(outcomes: readonly FileOutcome[], end: { run: number | undefined; isDry: boolean }) {
  const tally = createTally();
  for (const outcome of outcomes) tally.add(outcome);
  return tally.lines(end);
}

const counts = { found: 1, made: 1, changed: 0, unchanged: 0, left: 0, gone: 0, doubtful: [], duplicates: [], tales: [], columns: [] };
const done = (name: string, about: Partial<BookReport>): FileOutcome => ({
  file: { path: name, name, size: 1 },
  outcome: 'done',
  report: { name, ...counts, notes: [], problems: [], ...about },
});

test('what is said of very many files is one line, what is said of few is one for each', () => {
  const layout = 'The front matter’s ‘layout’ was not used.';
  const outcomes = Array.from({ length: 200_000 }, (_, at) =>
    done(`${at}.md`, { notes: at < 3 ? [layout, 'Pictures left out: 1.'] : [layout] }),
  );
  const { lines, failed } = reportLines(outcomes, { run: 1, isDry: false });
  expect(failed).toBe(false);
  expect(lines.slice(1)).toEqual([
    '',
    'Not taken:',
    `  200000 books, such as 0.md: ${layout}`,
    ...[0, 1, 2].map((at) => `  ${at}.md: Pictures left out: 1.`),
    'This was import 1; “talewood import undo 1” takes it back.',
  ]);
});

test('each file that could not be imported is named, however many', () => {
  const outcomes = Array.from({ length: 200_000 }, (_, at): FileOutcome => {
    const name = `${at}.md`;
    return { file: { path: name, name, size: 1 }, outcome: 'failed', why: 'it has no text.', columns: [] };
  });
  const { lines, failed } = reportLines(outcomes, { run: undefined, isDry: false });
  expect([failed, lines.length, lines.at(-1)]).toEqual([true, 200_002, '  199999.md: it has no text.']);
});
