import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { captureConsole, createLog } from './log.ts';

function capture(write: (log: ReturnType<typeof createLog>['log']) => void): string {
  const lines: string[] = [];
  write(createLog({ destination: { write: (line) => void lines.push(line) } }).log);
  return lines.join('');
}

test('lines are JSON with a UTC time and the name of the level', () => {
  const line = JSON.parse(capture((log) => log.info({ event: 'x' }, 'said')));
  expect(line).toMatchObject({ level: 'info', event: 'x', msg: 'said' });
  expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('secrets are redacted by field name, at any depth, in errors and in URLs', () => {
  const text = capture((log) => {
    log.info({
      authorization: 'hush',
      headers: { Cookie: 'hush', 'set-cookie': ['hush'] },
      user: { newPassword: 'hush', list: [{ resetToken: 'hush' }] },
    });
    log.info({
      DATABASE_URL: 'hush',
      databaseUrl: 'hush',
      DATABASE_DIRECT_URL: 'hush',
      databaseDirectUrl: 'hush',
      SMTP_URL: 'hush',
      SECRET: 'hush',
      apiKey: 'hush',
    });
    log.warn('cannot reach postgres://me:hush@db.example/talewood');
    log.error({ err: Object.assign(new Error('at postgres://me:hush@db/x'), { token: 'hush', cause: new Error('smtp://u:hush@mail') }) });
    log.error({ err: Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(hush) already exists.' }) });
  });
  expect(text).not.toContain('hush');
  expect(text).toContain('db.example/talewood');
  expect(text).toContain('"stack"');
});

test('a line break in a value stays one line', () => {
  expect(
    capture((log) => log.info({ path: '/a\n{"level":"fake"}' }))
      .trimEnd()
      .split('\n'),
  ).toHaveLength(1);
});

test('buffered lines are written at exit', async () => {
  const script =
    "import { captureConsole, createLog } from '#src/platform/log.ts'; const { log } = createLog(); for (let i = 0; i < 500; i += 1) log.info({ i }); process.exit(3);";
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch((error) => error);
  const { stdout, code } = await run;
  expect(code).toBe(3);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line: string) => JSON.parse(line).i),
  ).toEqual(Array.from({ length: 500 }, (_, i) => i));
});

test('output of libraries is logged as one JSON line each', () => {
  const text = capture((log) => {
    const undo = captureConsole(log);
    const library = globalThis.console;
    library.trace(new Error('Worker exited\nfor a reason of two lines'));
    library.error('Retried %d times, and still failed:', 3, new Error('at postgres://me:hush@db/x'));
    undo();
  });
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', event: 'console', msg: 'Worker exited\nfor a reason of two lines', err: { stack: expect.any(String) } },
    { level: 'warn', event: 'console', msg: expect.stringMatching(/^Retried 3 times/) },
  ]);
  expect(text).not.toContain('hush');
});
