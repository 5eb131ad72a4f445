import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runWorkerProcess } from './child-process.ts';

const limits = { input: '', heapMb: 64, timeoutMs: 20_000, maxOutputBytes: 1_000_000 };
const ECHO = 'process.stdin.pipe(process.stdout)';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'child-process-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function scriptOf(code: string): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.mjs`);
  await writeFile(file, code);
  return file;
}

test('returns what the script writes, with input from bytes, text or a file', async () => {
  const echo = await scriptOf(ECHO);
  expect(String(await runWorkerProcess(echo, { ...limits, input: Buffer.from('bytes') }))).toBe('bytes');
  expect(String(await runWorkerProcess(echo, { ...limits, input: 'text', memoryKb: 1_400_000 }))).toBe('text');
  const file = await open(echo);
  expect(String(await runWorkerProcess(echo, { ...limits, input: file.fd }))).toBe(ECHO);
  await file.close();
});

test('the script gets only the given arguments, flags and environment', async () => {
  const script = await scriptOf('process.stdout.write(JSON.stringify([process.argv.slice(2), process.execArgv.at(-1), process.env]))');
  const output = await runWorkerProcess(script, { ...limits, args: ['a b'], nodeFlags: ['--no-deprecation'], env: { TZ: 'UTC' } });
  expect(JSON.parse(String(output))).toEqual([['a b'], '--no-deprecation', { TZ: 'UTC' }]);
});

test.each([
  ['exited', 'exits with a code', "process.stderr.write('the reason'); process.exitCode = 3", {}, /mjs exited with 3: the reason$/],
  ['exited', 'does not read its input', 'process.exitCode = 3', { input: Buffer.alloc(5_000_000) }, /exited with 3$/],
  ['exited', 'exceeds the heap limit', 'const all = []; for (;;) all.push(new Array(1e5).fill(0))', {}, /exited with SIG/],
  ['timeout', 'exceeds the time limit', 'setInterval(() => {}, 1000)', { timeoutMs: 500 }, /killed after 500 ms$/],
  [
    'output_limit',
    'exceeds the output limit',
    "process.stdout.write('x'.repeat(20)); setInterval(() => {}, 1000)",
    { maxOutputBytes: 10 },
    /more than 10 bytes$/,
  ],
  ['aborted', 'is aborted', 'setInterval(() => {}, 1000)', { signal: AbortSignal.timeout(500) }, /was aborted$/],
  ['aborted', 'was aborted before', '', { signal: AbortSignal.abort() }, /was aborted$/],
])('rejects with reason %s when the script %s', async (reason, _, code, options, message) => {
  const script = await scriptOf(code);
  const error = await runWorkerProcess(script, { ...limits, ...options }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ reason, message: expect.stringMatching(message) });
});

test('rejects with reason not_started when the process cannot be started', async () => {
  await expect(runWorkerProcess('x.mjs', { ...limits, args: ['\0'] })).rejects.toThrow();
  const { execPath } = process;
  process.execPath = '/no/such/node';
  const error = await runWorkerProcess('x.mjs', limits).catch((caught: unknown) => caught);
  process.execPath = execPath;
  expect(error).toMatchObject({ reason: 'not_started', message: expect.stringContaining('ENOENT') });
});
