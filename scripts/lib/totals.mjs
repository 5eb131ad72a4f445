import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runQuietly, runShown } from './child.mjs';
import { inProject, node24 } from './project.mjs';

/** Totals of `npm test`. A part that crashes counts as a failure. */

export const nothing = { passed: 0, failed: 0, skipped: 0 };

export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** Returns the last line of `npm test`. */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Runs the checks; each counts as one test. */
export async function runChecks() {
  const program = inProject('scripts/check/run.mjs');
  if (!fs.existsSync(program)) {
    console.log('No checks found.');
    return nothing;
  }
  return countChecks(await runShown(node24(), [program]));
}

/** Parses the last line of the checks. */
export function countChecks({ code, output }) {
  const line = /^checks: (\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/m.exec(output);
  if (!line) return { ...nothing, failed: 1 };
  return withBreakdown({ ...nothing, passed: Number(line[1]), failed: Number(line[2]), skipped: Number(line[3] ?? 0) }, code);
}

/** Runs Vitest and counts the results in its JSON report. */
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

/** Returns the files of the tests that Vitest would run with these arguments, relative to the clone. @throws Error with Vitest's output */
export async function listTestFiles(args) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talewood-test-'));
  const list = path.join(folder, 'list.json');
  try {
    const program = inProject('node_modules/vitest/vitest.mjs');
    const { code, output } = await runQuietly(node24(), [program, 'list', '--filesOnly', `--json=${list}`, ...args]);
    if (code !== 0) throw new Error(output.trim());
    return JSON.parse(fs.readFileSync(list, 'utf8')).map(({ file }) => path.relative(inProject(), file));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts the results in Vitest's report. A file that cannot be loaded has no tests, and is one failure. */
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
