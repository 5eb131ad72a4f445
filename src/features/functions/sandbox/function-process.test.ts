import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { SandboxOptions } from './messages.ts';
import { runInSandbox } from './run-in-sandbox.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'functions-'));
afterAll(() => rmSync(folder, { recursive: true }));

let written = 0;

/** Returns a function that runs the handler once, with its number from 1. It returns the id of the process, the log, and the message of a failure. */
function createRuns(handler: string, common: Partial<SandboxOptions> = {}) {
  written += 1;
  const file = `f${written}.ts`;
  writeFileSync(
    path.join(folder, file),
    `const handler = ${handler}; export default async ({ data }, context) => { console.log(process.pid); await handler(data.run, context); };`,
  );
  let runs = 0;
  return async (options: Partial<SandboxOptions> = {}) => {
    runs += 1;
    const event = { type: 'tale.published', occurred_at: '2026-11-28T00:00:00.000Z', data: { run: runs } };
    const context = { function: 'f', run: 'r', site: 'https://tales.example' };
    const { result, log } = await runInSandbox({
      ...{ task: { kind: 'event', file, allowPrivate: false, context, event }, folder, version: '1', env: {} },
      ...{ timeoutMs: 40_000, memoryMb: 64, ...common, ...options },
    });
    const [pid, ...lines] = log.split('\n');
    return { pid: Number(pid), log: lines.join('\n'), message: result.kind === 'failed' ? result.message : '' };
  };
}

describe('runs of a function', () => {
  test('use the same process one after another, each with its own log and variables', async () => {
    const run = createRuns(
      "async (run, { env, log }) => { env.RUN = (env.RUN ?? '') + run; log.info(env.RUN); log.error('error', run); process.stdout.write('no end ' + run); }",
    );
    const [first, second] = [await run(), await run()];
    expect(second.pid).toBe(first.pid);
    const lines = [first, second].map(({ log }) => log.split('\n').toSorted());
    expect(lines).toEqual([1, 2].map((each) => ['', `! error ${each}`, `${each}`, `no end ${each}`]));
  });

  test('use it again after an error, and after calls of the API', async () => {
    const callApi = async ({ path: asked }: { path: string }) => ({ status: 200, headers: [], body: btoa(asked) });
    const run = createRuns(
      "async (run, { fetchApi }) => { console.log(await (await fetchApi('/run/' + run)).text()); if (run < 3) throw new Error('Run ' + run); }",
      { callApi },
    );
    const [first, second, third] = [await run(), await run(), await run()];
    expect([second.pid, third.pid]).toEqual([first.pid, first.pid]);
    expect([first, second, third].map(({ log, message }) => [log, message])).toEqual([
      ['/run/1\n', 'Error: Run 1'],
      ['/run/2\n', 'Error: Run 2'],
      ['/run/3\n', ''],
    ]);
  });

  test('have processes of their own at the same time', async () => {
    const run = createRuns("(run, { fetchApi }) => fetchApi('/')", { callApi: answerTogether(2) });
    const [first, second] = await Promise.all([run(), run()]);
    expect(second.pid).not.toBe(first.pid);
  });

  test('wait for a process of the same function rather than start one each', async () => {
    const run = createRuns('() => {}');
    const pids = await Promise.all(Array.from({ length: 20 }, async () => (await run()).pid));
    expect(new Set(pids).size).toBeLessThan(pids.length);
  });

  test.for<[string, Partial<SandboxOptions>]>([
    ['version of its files', { version: '2' }],
    ['environment', { env: { NAME: 'other' } }],
    ['limit', { memoryMb: 65 }],
  ])('have another process with another %s', async ([, options]) => {
    const run = createRuns('() => {}');
    const first = await run();
    expect((await run(options)).pid).not.toBe(first.pid);
    expect((await run()).pid).toBe(first.pid);
  });

  test('without a version have a process each', async () => {
    const run = createRuns('() => {}');
    const [first, second] = [await run({ version: undefined as never }), await run({ version: undefined as never })];
    expect(second.pid).not.toBe(first.pid);
  });

  test('start another process when the idle one was killed', async () => {
    const run = createRuns('() => {}');
    const { pid } = await run();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
    const second = await run();
    expect([second.message, second.pid === pid]).toEqual(['', false]);
  });

  test('leave four idle processes at most, those that ran last', async () => {
    const pids: number[] = [];
    for (let each = 0; each < 5; each += 1) pids.push((await createRuns('() => {}')()).pid);
    await expect.poll(() => pids.map(isAlive)).toEqual([false, true, true, true, true]);
  });

  test('leave as many idle processes as may run at once', async () => {
    const run = createRuns("(run, { fetchApi }) => fetchApi('/')", { callApi: answerTogether(6), concurrency: 6 });
    const runSix = async () => new Set((await Promise.all(Array.from({ length: 6 }, () => run()))).map(({ pid }) => pid));
    const first = await runSix();
    expect(first.size).toBe(6);
    expect(await runSix()).toEqual(first);
  });

  /** What the first run does. */
  test.for<[string, string, Partial<SandboxOptions>?]>([
    ['a timer', 'setInterval(() => {}, 1000)'],
    ['a connection', "new (await import('node:net')).Socket().connect({ host: 'unused.invalid', port: 1, lookup() {} })"],
    ['a call of the API', "void fetchApi('/slow')", { callApi: () => new Promise(() => {}) }],
    ['a lot of memory', "globalThis.kept = 'x'.repeat(1000).split('').concat(Array.from({ length: 5_000_000 }, (_, at) => at))"],
    ['an error in the background', "setTimeout(() => { throw new Error('late') }).unref(); await new Promise((r) => setTimeout(r, 50))"],
    ['a rejection in the background', "Promise.reject(new Error('late')); await new Promise((r) => setTimeout(r, 50))"],
    ['output in the background', "setTimeout(() => console.log('late'), 20).unref()"],
    [
      'a message in the background',
      'const { writeSync } = await import(\'node:fs\'); setTimeout(() => writeSync(3, \'{"kind":"done"}\\n\'), 20).unref()',
    ],
    ['a message that it made up', '(await import(\'node:fs\')).writeSync(3, \'{"kind":"done","isReusable":true}\\n\'); for (;;);'],
    ['half a message', "(await import('node:fs')).writeSync(3, '{\"kind\":')"],
    ['a closed output', "const { closeSync } = await import('node:fs'); closeSync(1)"],
  ])('are not affected by %s of the run before', async ([, code, options]) => {
    const run = createRuns(`async (run, { fetchApi }) => { if (run === 1) { ${code}; } }`, options);
    const first = await run();
    await expect.poll(() => isAlive(first.pid)).toBe(false);
    const second = await run();
    expect([second.log, second.message]).toEqual(['', '']);
  });

  test('end a process whose runs have taken as long as one may', async () => {
    const run = createRuns('() => new Promise((done) => setTimeout(done, 1_700))', { timeoutMs: 6_000 });
    const first = await run();
    for (let more = 0; more < 3; more += 1) expect((await run()).message).toBe('');
    await expect.poll(() => isAlive(first.pid)).toBe(false);
  });
});

/** Answers calls of the API only once so many are waiting. */
function answerTogether(count: number): NonNullable<SandboxOptions['callApi']> {
  let waiting: (() => void)[] = [];
  return async () => {
    await new Promise<void>((answer) => {
      waiting.push(answer);
      if (waiting.length < count) return;
      for (const each of waiting) each();
      waiting = [];
    });
    return { status: 200, headers: [], body: '' };
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
