import { expect, test } from 'vitest';
import { checkStructure, measure } from './structure.mjs';

const FILES = new Map([
  ['src/features/a/a.ts', "import { b, type C } from '../b/b.ts';\nimport { x } from '#src/platform/x.ts';\nexport const a = b;\n"],
  ['src/features/b/b.ts', "import type { a } from '#src/features/a/a.ts';\nexport const b = 1;\nexport type C = 2;\n"],
  ['src/features/c/c.ts', "import { b } from '#src/features/b/b.ts';\nconst rowDeeds = b;\n"],
  ['src/platform/x.ts', "/** A deed. */\nexport const x = 'deed';\nconst MOST_ROWS = 3;\nconst Indeed = 1;\n"],
  ['src/features/a/a.test.ts', "import { x } from '#src/platform/x.ts';\n"],
  ['src/platform/db.gen.ts', '\n'.repeat(500)],
]);

test('measures production files only', () => {
  expect(measure(FILES)).toEqual({
    files: 4,
    medianLines: 3,
    // Of a, b, C and x: a, C and x.
    singleImporterExportsPercent: 75,
    cyclic: ['a', 'b'],
    forbidden: ['src/features/c/c.ts: rowDeeds → actions', 'src/platform/x.ts: MOST_ROWS → MAX_ or MIN_'],
  });
});

test('reports every limit that is exceeded, and nothing at the limit', () => {
  const limits = { maxFiles: 4, minMedianLines: 3, maxSingleImporterExportsPercent: 75, maxFeaturesInCycles: 2, maxForbiddenNames: 2 };
  expect(checkStructure(FILES, { ...limits, maxLines: 300 })).toEqual([]);
  const stricter = { maxFiles: 3, minMedianLines: 4, maxSingleImporterExportsPercent: 74, maxFeaturesInCycles: 1, maxForbiddenNames: 1 };
  expect(checkStructure(FILES, { ...stricter, maxLines: 300 })).toEqual([
    'Production files: 4, at most 3. Merge a small file with its only importer.',
    'Median length of a file: 3 lines, at least 4. Merge small files.',
    'Percentage of exports with one importer: 75, at most 74. Move an export into the file that uses it.',
    'Features in import cycles: 2, at most 1. Imports between features run one way. In cycles: a, b.',
    expect.stringContaining('rowDeeds'),
  ]);
});
