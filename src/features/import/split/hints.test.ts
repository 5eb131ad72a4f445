import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Hints, loadHints } from './hints.ts';

const titles = z.array(z.string()).optional();
const HintsFile = z.strictObject({
  why: z.string().min(1),
  frame: titles,
  left: titles,
  split: titles,
  interludes: z.literal('verse').optional(),
}) satisfies z.ZodType<Hints>;

test('every hints file is valid and explains why it is needed', async () => {
  const files = await readdir(new URL('../hints/', import.meta.url));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const [, id] = /^gutenberg-(\d+)\.json$/.exec(file) ?? [];
    const hints = await loadHints(Number(id));
    expect(HintsFile.safeParse(hints).error, file).toBeUndefined();
    expect(hints?.why, file).toMatch(/^.{20,}\.$/);
  }
});

test('returns nothing for most books', async () => {
  expect(await loadHints(1)).toBeUndefined();
  expect(await loadHints(null)).toBeUndefined();
  expect(await loadHints(Number.NaN)).toBeUndefined();
});

test('rejects unknown keys and missing reasons', () => {
  expect(() => HintsFile.parse({ why: 'x', code: 'y' })).toThrow();
  expect(() => HintsFile.parse({ frame: ['x'] })).toThrow();
});
