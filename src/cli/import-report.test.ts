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
  report: { name, ...counts, notes: [], problems: [], attached: [], ...about },
});

test('lists notes on many files once and notes on few files one by one', () => {
  const layout = 'The front matter’s ‘layout’ was not used.';
  const outcomes = Array.from({ length: 200_000 }, (_, at) =>
    done(`${at}.md`, { notes: at < 3 ? [layout, 'Images skipped: 1.'] : [layout] }),
  );
  const { lines, failed } = reportLines(outcomes, { run: 1, isDry: false });
  expect(failed).toBe(false);
  expect(lines.slice(1)).toEqual([
    '',
    'Skipped content:',
    `  200000 books, e.g. 0.md: ${layout}`,
    ...[0, 1, 2].map((at) => `  ${at}.md: Images skipped: 1.`),
    'Import 1 completed. Run “talewood import undo 1” to undo it.',
  ]);
});

test('names every file that failed, however many', () => {
  const outcomes = Array.from({ length: 200_000 }, (_, at): FileOutcome => {
    const name = `${at}.md`;
    return { file: { path: name, name, size: 1 }, outcome: 'failed', why: 'the file has no text.', columns: [] };
  });
  const { lines, failed } = reportLines(outcomes, { run: undefined, isDry: false });
  expect([failed, lines.length, lines.at(-1)]).toEqual([true, 200_002, '  199999.md: the file has no text.']);
});
