import { describe, expect, it } from 'vitest';
import { countChecks, countTests, summary } from './totals.mjs';

describe('the totals of npm test', () => {
  it('count tests and leave out skipped ones only when there are none', () => {
    const report = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] };
    expect(summary(countTests(report, 0))).toBe('5 passed, 0 failed, 2 skipped');
    expect(summary({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  });

  it('count a file that cannot be loaded as one failure, and not twice one whose tests failed', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    const report = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults };
    expect(countTests(report, 1)).toEqual({ passed: 1, failed: 2, skipped: 0 });
  });

  it('count a breakdown, a missing report and no tests at all as a failure', () => {
    const report = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
    expect(countTests(report, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 });
    expect(countTests(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countTests({ ...report, numPassedTests: 0 }, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('count each check, and checks that broke down', () => {
    expect(countChecks({ code: 1, output: 'x\nchecks: 4 passed, 2 failed\n' })).toEqual({ passed: 4, failed: 2, skipped: 0 });
    expect(countChecks({ code: 0, output: 'checks: 7 passed, 0 failed, 1 skipped\n' })).toEqual({ passed: 7, failed: 0, skipped: 1 });
    expect(countChecks({ code: 1, output: 'SyntaxError' })).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countChecks({ code: 0, output: '' })).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
