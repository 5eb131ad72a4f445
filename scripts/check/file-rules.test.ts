import { expect, test } from 'vitest';
import { checkMentions } from './file-rules.mjs';

const PATHS = ['src/urls.ts', 'src/features/tales/tales.ts', 'docs/README.md'];
const check = (file: string, text: string) => checkMentions(new Map([[file, text]]), PATHS);

test('paths that exist may be mentioned: files, folders and placeholders', () => {
  expect(check('docs/a.md', 'See `src/urls.ts`, src/features/tales and library/tales/SLUG.md, not dist/src/gone.ts.')).toEqual([]);
  expect(check('src/a.ts', "/** See src/urls.ts. */\nimport 'src/gone.ts';\n")).toEqual([]);
});

test('a path that does not exist is reported once for each file, in prose and in comments', () => {
  expect(check('docs/a.md', 'src/gone.ts, and src/gone.ts again')).toEqual(['docs/a.md mentions src/gone.ts, which does not exist.']);
  expect(check('src/a.ts', '// As in src/features/gone.\n')).toEqual(['src/a.ts mentions src/features/gone, which does not exist.']);
  expect(check('db/migrations/0001_first.sql', '-- src/gone.ts')).toEqual([]);
});
