import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runShown } from './child.mjs';
import { inProject, node24 } from './project.mjs';

/** Counts over the parts of `npm test`. A part that breaks down counts as a failure: nothing that did not run passes. */

export const nothing = { passed: 0, failed: 0, skipped: 0 };

export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** The last line of `npm test`. */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Runs the checks of the code; each counts as one test. */
export async function runChecks() {
  const program = inProject('scripts/check/run.mjs');
  if (!fs.existsSync(program)) {
    console.log('There are no checks here: none run.');
    return nothing;
  }
  return countChecks(await runShown(node24(), [program]));
}

/** Reads the line that the checks end with. */
export function countChecks({ code, output }) {
  const line = /^checks: (\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/m.exec(output);
  if (!line) return { ...nothing, failed: 1 };
  return withBreakdown({ ...nothing, passed: Number(line[1]), failed: Number(line[2]), skipped: Number(line[3] ?? 0) }, code);
}

/** Runs Vitest with these arguments, shown as usual, and counts from its own report. */
export async function runVitest(args) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talewood-test-'));
  const report = path.join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { code } = await runShown(node24(), [inProject('node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args]);
    return countTests(fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : undefined, code);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts from Vitest's report, if it wrote one. A file that cannot even be loaded has no tests, and is one failure. */
export function countTests(report, code) {
  if (!report) return { ...nothing, failed: 1 };
  const broken = report.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed)).length;
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  if (counts.passed + counts.failed === 0) return { ...counts, failed: 1 };
  return withBreakdown(counts, code);
}

function isFailed(test) {
  return test.status === 'failed';
}

function withBreakdown(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
