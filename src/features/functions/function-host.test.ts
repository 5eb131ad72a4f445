import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { isReservedVariable, readVariables } from '#src/platform/function-settings.ts';
import { openTestLog } from '#test/jobs.ts';
import { findLastRun, findNextRun, parseFunctionConfig } from './function-config.ts';
import { createFunctionHost } from './function-host.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'functions-'));
afterAll(() => rmSync(root, { recursive: true }));

const MODULES: Record<string, string> = {
  'hello.ts':
    "import { word } from './lib/word.ts'; export const config = { description: word, http: {} }; export default () => new Response();",
  'lib/word.ts': "export const word: string = 'Hello';",
  'enums.ts': 'enum Colour { Red } export const config = { http: {} }; export default () => Colour.Red;',
  'missing.ts': "import 'not-installed'; export const config = { http: {} }; export default () => {};",
  'nothing.ts': 'export default () => {};',
  'no-handler.ts': 'export const config = { http: {} };',
  'peeks.ts':
    "import fs from 'node:fs'; export const config = { http: {}, description: fs.readFileSync('/etc/hostname', 'utf8') }; export default () => {};",
  'secret.ts': "export const config = { http: {}, env: ['DATABASE_URL'], timout: 3 }; export default () => {};",
  'syntax.ts': 'export const config = {',
  'Wrong Name.ts': '',
};

test('a folder is read without running modules in this process, and again when it changes', { timeout: 120_000 }, async () => {
  const folder = path.join(root, 'functions');
  const logs = openTestLog();
  const host = createFunctionHost({ folder, account: undefined, allowPrivate: false, concurrency: 3 }, logs.log);
  expect(await host.list()).toBeUndefined();
  for (const [name, code] of Object.entries(MODULES)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), code);
  }
  const found = await vi.waitUntil(async () => host.list(), { timeout: 100_000, interval: 300 });
  expect(Object.fromEntries(found.map(({ name, problem }) => [name, problem]))).toEqual({
    hello: '',
    'Wrong Name': expect.stringContaining('must begin with a lowercase letter'),
    enums: expect.stringMatching(/enum is not supported in strip-only mode/),
    missing: expect.stringContaining("Cannot find package 'not-installed'"),
    'no-handler': 'The module has no default export that is a function.',
    nothing: 'The module does not export `config`.',
    peeks: expect.stringContaining('Functions cannot read files outside of their folder (/etc/hostname)'),
    secret: expect.stringMatching(/config\.env\.0: contains a variable that functions may not read.*timout/),
    syntax: expect.stringMatching(/^SyntaxError/),
  });
  expect(logs.events().filter((event) => event === 'function_broken')).toHaveLength(8);
  expect(await host.list()).toBe(found);
  rmSync(path.join(folder, 'syntax.ts'));
  writeFileSync(path.join(folder, 'lib/word.ts'), "export const word = 'Good evening';");
  await vi.waitUntil(async () => (await host.list())?.find(({ name }) => name === 'hello')?.config?.description === 'Good evening', {
    ...{ timeout: 100_000, interval: 300 },
  });
  const versions = [...found, ...((await host.list()) ?? [])].flatMap(({ name, version }) => (name === 'hello' ? [version] : []));
  expect(new Set(versions).size).toBe(2);
});

describe('a configuration', () => {
  test('has defaults, and is refused with the place of each mistake', () => {
    expect(parseFunctionConfig({ http: {} })).toEqual({
      config: { description: '', http: { methods: ['GET'], access: 'public' }, events: [], env: [], scopes: [], timeout: 10, memory: 128 },
    });
    const problemOf = (config: object) => (parseFunctionConfig(config) as { problem?: string }).problem;
    expect(problemOf({})).toBe('config: has no trigger: set http, events or schedule');
    expect(problemOf({ schedule: '61 * * * *' })).toMatch(/^config\.schedule: must be a cron expression/);
    expect(problemOf({ http: { access: 'admin' }, timeout: 61, memory: 9999 })).toMatch(
      /config\.http\.access.*config\.timeout.*config\.memory/,
    );
    expect(problemOf({ events: ['tale.eaten'] })).toMatch(/^config\.events\.0: must be one of tale\.published/);
    expect(problemOf(JSON.parse('{"http": {}, "__proto__": {"scopes": ["write"]}}'))).toMatch(/__proto__/);
  });

  test('may not name a setting with a secret', () => {
    const names = readFileSync(path.resolve('docs/operators/configuration.md'), 'utf8').match(/(?<=`)[A-Z][A-Z0-9_]+(?=`)/g) ?? [];
    const secret = names.filter((name) => /SECRET|PASSWORD|KEY|DATABASE_\w*URL|SMTP_URL/.test(name));
    expect(secret.length).toBeGreaterThan(6);
    expect(secret.filter((name) => !isReservedVariable(name))).toEqual([]);
    for (const name of ['NODE_OPTIONS', 'LD_PRELOAD', 'PGPASSWORD', 'OIDC_GOOGLE_CLIENT_SECRET'])
      expect(isReservedVariable(name)).toBe(true);
    expect(readVariables(['CHAT_URL', 'SECRET', 'LDAP_URL'], { CHAT_URL: 'a', SECRET: 'b' })).toEqual({ CHAT_URL: 'a' });
  });

  test('has a schedule in UTC', () => {
    const monday = '0 7 * * 1';
    expect(findNextRun(monday, new Date('2026-11-23T07:00:00Z'))?.toISOString()).toBe('2026-11-30T07:00:00.000Z');
    expect(findNextRun('0 0 29 2 *', new Date('2026-11-23T07:00:00Z'))).toBeUndefined();
    const until = new Date('2026-11-23T07:00:20Z');
    expect(findLastRun(monday, new Date('2026-11-22T07:00:00Z'), until)?.toISOString()).toBe('2026-11-23T07:00:00.000Z');
    expect(findLastRun(monday, new Date('2026-11-23T07:00:00Z'), until)).toBeUndefined();
  });
});
