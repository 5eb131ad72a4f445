import { expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.mjs';
import { checkNames, checkSizes } from './shape.mjs';
import { importsOf } from './source-files.mjs';

const ENTRY = 'src/browser/entry-client.tsx';

function problemsOf(files: Record<string, string>): string[] {
  return checkBoundaries(new Map(Object.entries(files)));
}

test('reads imports of every shape, and tells types from code', () => {
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

test('lets a sound tree pass', () => {
  const files = {
    'src/urls.ts': 'export const urls = {};',
    'src/app.ts': "import { listTales } from '#src/features/tales/tales.ts';",
    'src/features/tales/tales.ts': "import { Db } from '#src/platform/db.ts';\nimport { sql } from './queries.ts';",
    'src/features/tales/queries.ts': 'export const sql = 1;',
    'src/features/tales/contract.ts': "import { z } from 'zod';",
    'src/features/tales/components/tale-card.tsx': "import type { TaleCard } from '../contract.ts';",
    'src/features/home/home.ts': "import { listTales } from '#src/features/tales/tales.ts';",
    'src/features/home/pages/home-page.tsx': "import { TaleCard } from '#src/features/tales/components/tale-card.tsx';",
    'src/platform/db.ts': "import pg from 'pg';",
    [ENTRY]: "import { HomePage } from '#src/features/home/pages/home-page.tsx';\nimport 'react';",
  };
  expect(problemsOf(files)).toEqual([]);
});

test.each([
  ['platform knows no feature', 'src/platform/a.ts', "import { b } from '#src/features/tales/tales.ts';", 'src/features/tales/tales.ts'],
  ['ui knows no feature', 'src/ui/a.tsx', "import type { B } from '#src/features/tales/contract.ts';", 'src/features/tales/contract.ts'],
  ['a feature is used by app', 'src/features/tales/tales.ts', "import { app } from '#src/app.ts';", 'src/app.ts'],
  ['front door', 'src/features/home/home.ts', "import { q } from '#src/features/tales/queries.ts';", 'src/features/tales/queries.ts'],
  ['its components', 'src/features/home/pages/a.tsx', "import { b } from '#src/features/tales/tales.ts';", 'src/features/tales/tales.ts'],
  ['across folders write #src/', 'src/features/home/home.ts', "import { b } from '../tales/tales.ts';", 'src/features/tales/tales.ts'],
  ['there is no such file', 'src/app.ts', "import { b } from '#src/features/tales/tale.ts';", 'src/features/tales/tales.ts'],
  ['stay out of the site', 'src/app.ts', "import { b } from '#test/factories.ts';", 'test/factories.ts'],
  [
    'is a barrel',
    'src/features/tales/all.ts',
    "export { b } from './tales.ts';\nexport type { C } from './tales.ts';",
    'src/features/tales/tales.ts',
  ],
  ['reads process.env', 'src/platform/a.ts', 'const port = process.env.PORT;', 'src/platform/b.ts'],
])('says: %s', (message, file, text, other) => {
  expect(problemsOf({ [file]: text, [other]: 'export const b = 1;' })).toEqual([expect.stringContaining(message)]);
});

test('finds what the browser would load by a detour', () => {
  const files = {
    [ENTRY]: "import { a } from '#src/features/tales/pages/a.tsx';",
    'src/features/tales/pages/a.tsx': "import { b } from '../b.ts';",
    'src/features/tales/b.ts':
      "import { TaleCard } from './contract.ts';\nimport type { Db } from '#src/platform/db.ts';\nimport fs from 'node:fs';\nimport lodash from 'lodash';",
    'src/features/tales/contract.ts': '',
    'src/platform/db.ts': '',
  };
  const way = 'src/browser/entry-client.tsx → src/features/tales/pages/a.tsx → src/features/tales/b.ts';
  expect(problemsOf(files)).toEqual([
    expect.stringContaining(`./contract.ts (${way}): it brings the schema library`),
    expect.stringContaining('node:fs'),
    expect.stringContaining('is lodash worth its bytes'),
  ]);
});

test('what is loaded when it is asked for may bring more, and still no server code', () => {
  const files = {
    [ENTRY]: "const page = () => import('#src/features/tales/pages/a.tsx');",
    'src/features/tales/pages/a.tsx': "import { z } from 'zod';\nimport { b } from '../b.ts';",
    'src/features/tales/b.ts': "import lodash from 'lodash';\nimport { openDb } from '#src/platform/db.ts';",
    'src/platform/db.ts': '',
  };
  expect(problemsOf(files)).toEqual([
    expect.stringContaining('is lodash worth its bytes'),
    expect.stringContaining('platform is server code'),
  ]);
  const atOnce = { ...files, [ENTRY]: "import { a } from '#src/features/tales/pages/a.tsx';" };
  expect(problemsOf(atOnce)).toContainEqual(expect.stringContaining('is zod worth its bytes'));
});

test('finds a circle, and lets types go round', () => {
  const files = { 'src/platform/a.ts': "import { b } from './b.ts';", 'src/platform/b.ts': "import { a } from './a.ts';" };
  expect(problemsOf(files)).toEqual([expect.stringContaining('src/platform/a.ts → src/platform/b.ts → src/platform/a.ts')]);
  expect(problemsOf({ ...files, 'src/platform/b.ts': "import type { A } from './a.ts';" })).toEqual([]);
});

test('measures files and reads their names', () => {
  expect(checkSizes(new Map([['src/a.ts', 'x\n'.repeat(300)]]))).toEqual([]);
  expect(checkSizes(new Map([['src/a.ts', 'x\n'.repeat(301)]]))).toEqual([expect.stringContaining('has 301 lines')]);
  expect(checkNames(['src/tale-card.tsx', 'db/migrations/0001_library.sql', 'README.md', 'src/a.test.ts'])).toEqual([]);
  expect(checkNames(['src/TaleCard.tsx', 'src/tale_card.ts'])).toHaveLength(2);
});
