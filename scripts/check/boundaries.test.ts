import { expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.mjs';
import { checkNames, checkSizes } from './file-rules.mjs';
import { importsOf } from './source-files.mjs';

const ENTRY = 'src/web/entry-client.tsx';

function problemsOf(files: Record<string, string>): string[] {
  return checkBoundaries(new Map(Object.entries(files)), 0);
}

test('reads imports of every form, and distinguishes type imports', () => {
  const text = `import { a } from './a.ts';
import type { B } from '#src/b.ts';
import './c.css';
import {
  d,
  e,
} from "d";
export { f } from './f.ts';
const g = await import('./g.ts');
const h = "import { no } from './no.ts'";
export const text = from('./not-an-import.ts');`;
  expect(importsOf(text).map(({ specifier, isType }) => [specifier, isType])).toEqual([
    ['./a.ts', false],
    ['#src/b.ts', true],
    ['d', false],
    ['./f.ts', false],
    ['./c.css', false],
    ['./g.ts', false],
  ]);
});

test('accepts a valid tree', () => {
  const files = {
    'src/urls.ts': 'export const urls = {};',
    'src/server/app.ts': "import { listTales } from '#src/features/tales/tales.ts';",
    'src/features/tales/tales.ts': "import { Db } from '#src/platform/db.ts';\nimport { sql } from './queries.ts';",
    'src/features/tales/queries.ts': 'export const sql = 1;',
    'src/features/tales/contract.ts': "import { z } from 'zod';",
    'src/features/tales/components/tale-card.tsx': "import type { TaleCard } from '../contract.ts';",
    'src/server/home-view.ts': "import { listTales } from '#src/features/tales/tales.ts';",
    'src/web/home/home-page.tsx': "import { TaleCard } from '#src/features/tales/components/tale-card.tsx';",
    'src/platform/db.ts': "import pg from 'pg';",
    [ENTRY]: "import { HomePage } from '#src/web/home/home-page.tsx';\nimport 'react';",
  };
  expect(problemsOf(files)).toEqual([]);
});

test.each([
  ['platform must not', 'src/platform/a.ts', "import { b } from '#src/features/tales/tales.ts';", 'src/features/tales/tales.ts'],
  ['ui must not', 'src/ui/a.tsx', "import type { B } from '#src/features/tales/contract.ts';", 'src/features/tales/contract.ts'],
  ['must not import server', 'src/features/tales/tales.ts', "import { app } from '#src/server/app.ts';", 'src/server/app.ts'],
  ['front door', 'src/features/authors/a.ts', "import { q } from '#src/features/tales/queries.ts';", 'src/features/tales/queries.ts'],
  [
    'and components',
    'src/features/authors/pages/a.tsx',
    "import { b } from '#src/features/tales/tales.ts';",
    'src/features/tales/tales.ts',
  ],
  ['across folders', 'src/features/authors/a.ts', "import { b } from '../tales/tales.ts';", 'src/features/tales/tales.ts'],
  [
    'comes before authors',
    'src/features/tales/a.ts',
    "import { b } from '#src/features/authors/authors.ts';",
    'src/features/authors/authors.ts',
  ],
  ['no such file', 'src/server/app.ts', "import { b } from '#src/features/tales/tale.ts';", 'src/features/tales/tales.ts'],
  ['must not import test helpers', 'src/server/app.ts', "import { b } from '#test/factories.ts';", 'test/factories.ts'],
  [
    'only re-exports',
    'src/features/tales/all.ts',
    "export { b } from './tales.ts';\nexport type { C } from './tales.ts';",
    'src/features/tales/tales.ts',
  ],
  ['reads process.env', 'src/platform/a.ts', 'const port = process.env.PORT;', 'src/platform/b.ts'],
])('reports: %s', (message, file, text, other) => {
  expect(problemsOf({ [file]: text, [other]: 'export const b = 1;' })).toEqual([expect.stringContaining(message)]);
});

test('finds what the browser would load indirectly', () => {
  const files = {
    [ENTRY]: "import { a } from '#src/features/tales/pages/a.tsx';",
    'src/features/tales/pages/a.tsx': "import { b } from '../b.ts';",
    'src/features/tales/b.ts':
      "import { TaleCard } from './contract.ts';\nimport type { Db } from '#src/platform/db.ts';\nimport fs from 'node:fs';\nimport lodash from 'lodash';",
    'src/features/tales/contract.ts': '',
    'src/platform/db.ts': '',
  };
  const trail = 'src/web/entry-client.tsx → src/features/tales/pages/a.tsx → src/features/tales/b.ts';
  expect(problemsOf(files)).toEqual([
    expect.stringContaining(`./contract.ts (${trail}): it loads the schema library`),
    expect.stringContaining('node:fs'),
    expect.stringContaining('if lodash is worth its size'),
  ]);
});

test('dynamic imports may load more packages, but no server code', () => {
  const files = {
    [ENTRY]: "const page = () => import('#src/features/tales/pages/a.tsx');",
    'src/features/tales/pages/a.tsx': "import { z } from 'zod';\nimport { b } from '../b.ts';",
    'src/features/tales/b.ts': "import lodash from 'lodash';\nimport { openDb } from '#src/platform/db.ts';",
    'src/platform/db.ts': '',
  };
  expect(problemsOf(files)).toEqual([
    expect.stringContaining('if lodash is worth its size'),
    expect.stringContaining('platform is server code'),
  ]);
  const atOnce = { ...files, [ENTRY]: "import { a } from '#src/features/tales/pages/a.tsx';" };
  expect(problemsOf(atOnce)).toContainEqual(expect.stringContaining('if zod is worth its size'));
});

test('finds import cycles, and ignores type imports', () => {
  const files = { 'src/platform/a.ts': "import { b } from './b.ts';", 'src/platform/b.ts': "import { a } from './a.ts';" };
  expect(problemsOf(files)).toEqual([expect.stringContaining('src/platform/a.ts → src/platform/b.ts → src/platform/a.ts')]);
  expect(problemsOf({ ...files, 'src/platform/b.ts': "import type { A } from './a.ts';" })).toEqual([]);
});

test('checks the length and the names of files', () => {
  expect(checkSizes(new Map([['src/a.ts', 'x\n'.repeat(300)]]))).toEqual([]);
  expect(checkSizes(new Map([['src/a.ts', 'x\n'.repeat(301)]]))).toEqual([expect.stringContaining('has 301 lines')]);
  expect(checkNames(['src/tale-card.tsx', 'db/migrations/0001_library.sql', 'README.md', 'src/a.test.ts'])).toEqual([]);
  expect(checkNames(['src/TaleCard.tsx', 'src/tale_card.ts'])).toHaveLength(2);
});
