import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const files = Object.values(scripts).flatMap((line) => /^node (scripts\/[\w-]+\.mjs)$/.exec(line)?.[1] ?? []);

test.each(files.filter((file) => !file.endsWith('/talewood.mjs')))('%s answers --help with its options and an example', (file) => {
  const { status, stdout } = spawnSync(process.execPath, [path.join(ROOT, file), '--help'], { encoding: 'utf8' });
  expect(status).toBe(0);
  for (const part of [/^Usage: npm /m, /^Options:$/m, /^ {2}--help /m, /^Example:\n {2}\S/m]) expect(stdout).toMatch(part);
});
