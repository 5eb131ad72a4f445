import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findHints } from './find-hints.ts';
import { Hints } from './hints.ts';

test('every file of hints is as it should be, and says why it is needed', async () => {
  const files = await readdir(new URL('../hints/', import.meta.url));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const [, id] = /^gutenberg-(\d+)\.json$/.exec(file) ?? [];
    const hints = await findHints(Number(id));
    expect(Hints.safeParse(hints).error, file).toBeUndefined();
    expect(hints?.why, file).toMatch(/^.{20,}\.$/);
  }
});

test('most books have none', async () => {
  expect(await findHints(1)).toBeUndefined();
  expect(await findHints(null)).toBeUndefined();
  expect(await findHints(Number.NaN)).toBeUndefined();
});

test('nothing but what is known is taken', () => {
  expect(() => Hints.parse({ why: 'x', code: 'y' })).toThrow();
  expect(() => Hints.parse({ frame: ['x'] })).toThrow();
});
