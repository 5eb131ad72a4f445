import { expect, test } from 'vitest';
import { findCommitProblems } from './commits.mjs';

const commit = (subject: string, parents = ['a']) => ({ hash: '0123456789abcdef', parents, subject });

test.each([
  'Add the field "audience" to tales',
  'Embed fonts in EPUB files',
  'Bring back the reading position',
  `Rename ${'x'.repeat(65)}`,
])('accepts "%s"', (subject) => {
  expect(findCommitProblems([commit(subject)])).toEqual([]);
});

test.each([
  ['Added a field', 'imperative'],
  ['Fixing the build', 'imperative'],
  ['add a field', 'capital letter'],
  ['Add a field.', 'punctuation mark'],
  [`Rename ${'x'.repeat(66)}`, 'has 73 characters'],
])('rejects "%s"', (subject, problem) => {
  expect(findCommitProblems([commit(subject)])).toEqual([expect.stringContaining(problem)]);
});

test('rejects merge commits', () => {
  expect(findCommitProblems([commit("Merge branch 'x'", ['a', 'b'])])).toEqual([expect.stringContaining('rebase instead')]);
});
