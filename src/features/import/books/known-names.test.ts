import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const Lists = z.record(z.string().min(1), z.array(z.string().min(1)).min(1));

test.each([
  ['known-names.json', z.strictObject({ names: Lists, anthologists: z.array(z.string().min(1)) })],
  ['traditions.json', Lists],
])('%s is as it is read', (file, schema) => {
  expect(schema.safeParse(read(file)).error).toBeUndefined();
});
