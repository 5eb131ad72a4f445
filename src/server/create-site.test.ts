import path from 'node:path';
import { expect, test } from 'vitest';
import { ALL_PAGES } from '#src/page-table.ts';
import { readBuiltFiles } from './create-site.ts';

/** Where the file has another name, its styles come after the page, which then moves. */
test('the files of every module of pages are found by its name', () => {
  const { modules: found } = readBuiltFiles(path.resolve(import.meta.dirname, '../../dist'));
  const modules = new Set(ALL_PAGES.flatMap(({ module }) => module ?? []));
  expect(modules.size).toBeGreaterThan(10);
  expect(Object.keys(found).toSorted()).toEqual([...modules].toSorted());
});
