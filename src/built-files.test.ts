import path from 'node:path';
import { expect, test } from 'vitest';
import { personalRoutes } from '#src/browser/personal-routes.tsx';
import { readBuiltFiles } from './built-files.ts';

/** Where its file has another name the styles of a group come after its page, which then moves. */
test('the styles of every group of pages are found by the name of the group', () => {
  const { groupStyles } = readBuiltFiles(path.resolve(import.meta.dirname, '../dist'));
  const groups = new Set(personalRoutes.map(({ options }) => options.staticData?.group));
  expect(groups.size).toBeGreaterThan(10);
  expect(Object.keys(groupStyles).toSorted()).toEqual([...groups].toSorted());
});
