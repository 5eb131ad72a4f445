import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runFromLauncher } from './launcher.ts';
import type { SandboxOptions, Task } from './messages.ts';
import { runInSandbox } from './run-in-sandbox.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'functions-'));
const folder = path.join(root, 'functions');
const socket = path.join(root, 'socket');
const secrets = path.join(root, 'secrets.txt');
let server: Server;
let connections = 0;
let port = 0;

beforeAll(async () => {
  mkdirSync(folder);
  writeFileSync(secrets, 'the secret of the site');
  writeFileSync(path.join(root, 'functions-beside.ts'), 'export const secret = 1;');
  server = createServer(() => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const tcp = createServer(() => {
    connections += 1;
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  port = (tcp.address() as { port: number }).port;
  server.once('close', () => tcp.close());
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

let written = 0;

/** Runs a handler. `before`: code of the module. */
async function run(handler: string, { before = '', ...options }: { before?: string } & Partial<SandboxOptions> = {}) {
  written += 1;
  const file = `f${written}.ts`;
  writeFileSync(path.join(folder, file), `${before}\nexport default ${handler};`);
  const event = { type: 'tale.published', occurred_at: '2026-11-27T00:00:00.000Z', data: { id: 1 } };
  const task: Task = {
    kind: 'event',
    file,
    allowPrivate: false,
    context: { function: 'f', run: 'r', site: 'https://tales.example' },
    event,
  };
  return runInSandbox({ task, folder, env: {}, timeoutMs: 40_000, memoryMb: 64, ...options });
}

async function messageOf(handler: string, options: { before?: string } & Partial<SandboxOptions> = {}): Promise<string> {
  const { result } = await run(handler, options);
  return result.kind === 'failed' ? result.message : result.kind;
}

describe('a function', () => {
  test('runs with its event, its variables and its log', async () => {
    const handler = `async (event: { data: { id: number } }, { env, log, ...rest }) => { log.info(event.data.id, env); log.error(Object.keys(rest).join(' ')); }`;
    const { result, log } = await run(handler, { env: { CHAT_URL: 'https://chat.example' } });
    expect(result).toMatchObject({ kind: 'done', memoryMb: expect.any(Number) });
    expect(log.split('\n').toSorted()).toEqual(['', '! function run site fetchApi', "1 { CHAT_URL: 'https://chat.example' }"].toSorted());
  });

  test('imports modules and packages of its folder', async () => {
    mkdirSync(path.join(folder, 'node_modules/proverbs'), { recursive: true });
    writeFileSync(
      path.join(folder, 'node_modules/proverbs/package.json'),
      '{"name": "proverbs", "type": "module", "exports": "./index.js"}',
    );
    writeFileSync(path.join(folder, 'node_modules/proverbs/index.js'), "export const proverb = 'All is well that ends well.';");
    mkdirSync(path.join(folder, 'lib'), { recursive: true });
    writeFileSync(path.join(folder, 'lib/words.ts'), 'export const count = (text: string): number => text.split(" ").length;');
    const before = "import { proverb } from 'proverbs';\nimport { count } from './lib/words.ts';";
    expect((await run('() => console.log(count(proverb))', { before })).log).toBe('6\n');
    expect(await messageOf('() => {}', { before: "import '../functions-beside.ts';" })).toMatch(/^Functions cannot read files outside/);
  });

  test('has no secrets of the site in its environment and arguments', async () => {
    const { log } = await run('() => console.log(JSON.stringify([process.env, process.argv, process.execArgv]))');
    const [env, argv, flags] = JSON.parse(log) as [object, string[], string[]];
    expect(env).toEqual({});
    expect(argv).toHaveLength(2);
    expect(flags.join(' ')).not.toMatch(/secret|postgres|@/i);
  });
});

const importing = (name: string, code: string) => `async () => { const m = await import('node:${name}'); ${code} }`;
const connecting = (target: string) =>
  importing('net', `await new Promise((done, fail) => m.connect(${target}).on('connect', done).on('error', fail));`);

const REFUSED: [string, string | (() => string), RegExp][] = [
  ['starts a program', importing('child_process', "m.spawn('ls')"), /cannot start other programs/],
  ['starts a program synchronously', importing('child_process', "m.execSync('ls')"), /ChildProcess/],
  ['forks', importing('child_process', "m.fork('./f1.ts')"), /cannot start other programs/],
  ['forks a cluster', importing('cluster', 'm.default.fork()'), /cannot start other programs/],
  ['becomes another program', "() => process.execve('/bin/sh', [], {})", /cannot start other programs/],
  ['starts a thread', importing('worker_threads', "new m.Worker('1', { eval: true })"), /WorkerThreads/],
  ['uses WASI', importing('wasi', "new m.WASI({ version: 'preview1' })"), /WASI/],
  ['loads native code', "() => process.dlopen({ exports: {} }, '/lib/libc.so.6')", /^Functions cannot/],
  ['kills the site', '() => process.kill(process.ppid, 9)', /cannot send signals/],
  ['kills the site by an import', importing('process', 'm.kill(m.ppid, 9)'), /cannot send signals|not a function/],
  ['kills the group of the site', importing('child_process', 'new m.ChildProcess()._handle.kill(9)'), /cannot send signals/],
  ['opens the debugger of the site', '() => process._debugProcess(process.ppid)', /cannot send signals/],
  ['gets its methods back', '() => { delete process.kill; process.kill(process.ppid, 9); }', /Cannot delete property/],
  ['uses bindings of Node', "() => process.binding('process_wrap')", /cannot use this/],
  ['uses the inspector', importing('inspector', 'new m.Session()'), /cannot use the inspector/],
  ['raises its limits', importing('v8', "m.setFlagsFromString('--max-old-space-size=9000')"), /cannot use this/],
  ['slows the site down', importing('os', 'm.setPriority(process.ppid, 19)'), /cannot change priorities/],
  ['reads a file of the system', importing('fs', "m.readFileSync('/etc/passwd')"), /FileSystemRead \/etc\/passwd/],
  ['reads a file beside its folder', () => importing('fs', `m.readFileSync('${secrets}')`), /FileSystemRead/],
  ['reads through its folder', () => importing('fs', `m.readFileSync('${folder}/../secrets.txt')`), /FileSystemRead/],
  ['reads the environment of the site', importing('fs', "m.readFileSync('/proc/' + process.ppid + '/environ')"), /FileSystemRead/],
  ['reads the memory of the site', importing('fs', "m.openSync('/proc/' + process.ppid + '/mem', 'r')"), /FileSystemRead/],
  ['reads the files of the site', importing('fs', "m.readlinkSync('/proc/' + process.ppid + '/cwd')"), /FileSystemRead/],
  ['writes a file', importing('fs', "m.writeFileSync('f1.ts', '')"), /FileSystemWrite/],
  [
    'makes a link',
    () => importing('fs', `m.symlinkSync('${secrets}', '${folder}/link')`),
    /requires full fs.read and fs.write permissions/,
  ],
  ['opens a database file', importing('sqlite', "new m.DatabaseSync(':memory:')"), /No such built-in module/],
  ['connects to a local socket', () => connecting(`'${socket}'`), /cannot open servers or local sockets/],
  ['connects to this machine', () => connecting(`${port}, '127.0.0.1'`), /connect EACCES/],
  ['connects to this machine by its name', () => connecting(`${port}, 'localhost'`), /connect EACCES/],
  ['connects to this machine by IPv6', () => connecting(`${port}, '::1'`), /connect EACCES/],
  ['connects by a mapped address', () => connecting(`${port}, '::ffff:127.0.0.1'`), /connect EACCES/],
  ['fetches cloud metadata', "() => fetch('http://169.254.169.254/latest')", /connect EACCES/],
  ['fetches from a private network', "() => fetch('http://10.0.0.1/')", /connect EACCES/],
  ['asks another DNS server', importing('dns', "m.setServers(['127.0.0.1:5432'])"), /cannot change the DNS server/],
  ['calls the API without scopes', "(_, { fetchApi }) => fetchApi('/tales')", /may not call the API/],
];

describe('a function is refused when it', () => {
  /** All attempts in one process, as each process takes a while to start. */
  let attempts: Promise<Map<string, string>> | undefined;
  async function attemptAll(): Promise<Map<string, string>> {
    const each = REFUSED.map(([name, handler]) => `[${JSON.stringify(name)}, ${typeof handler === 'string' ? handler : handler()}]`);
    const before = `const say = (e) => [e.message, e.permission, e.resource, e.cause?.message, e.errors?.[0]?.message].join(' ');
      const attempts = [${each.join(',\n')}];`;
    const { log } = await run(
      `async (_, context) => {
        for (const [name, handler] of attempts)
          console.log(JSON.stringify([name, await (async () => handler(_, context))().then(() => 'nothing happened', say)]));
      }`,
      { before },
    );
    return new Map(log.split('\n').flatMap((line) => (line.startsWith('[') ? [JSON.parse(line) as [string, string]] : [])));
  }

  test.for(REFUSED)('%s', async ([name, , message]) => {
    attempts ??= attemptAll();
    expect((await attempts).get(name)).toMatch(message);
    expect(connections).toBe(0);
  });

  test.for([
    [importing('fs', "m.readFileSync('/etc/passwd')"), 'Functions cannot read files outside of their folder (/etc/passwd).'],
    [importing('worker_threads', "new m.Worker('1', { eval: true })"), 'Functions cannot start threads.'],
    [
      importing('http', 'm.createServer().listen(0); await new Promise(() => {});'),
      expect.stringMatching(/cannot open servers or local sockets/),
    ],
    [
      importing('dgram', "m.createSocket('udp4').send('x', 53, '127.0.0.1'); await new Promise(() => {});"),
      expect.stringMatching(/cannot use UDP/),
    ],
    ["() => fetch('http://10.0.0.1/')", expect.stringMatching(/cannot connect to private networks/)],
  ] as const)('%s, with a clear message', async ([handler, message]) => {
    expect(await messageOf(handler)).toEqual(message);
  });

  test('replaces what the checks could use', async () => {
    const tricks = `String.prototype.charCodeAt = () => 56; Function.prototype.call = () => 56; Function.prototype.apply = () => 56;
      Reflect.apply = () => 56; Array.prototype.push = () => 1; Object.prototype.__proto__ = null; Object.prototype.code = 'x';`;
    expect(
      await messageOf(`async () => { const net = await import('node:net'); ${tricks}
      await new Promise((done, fail) => net.connect(${port}, '127.0.0.1').on('connect', done).on('error', fail)); }`),
    ).not.toBe('done');
    const raw = `const s = new net.Socket(); s.connect({ host: 'x', port: 1, lookup() {} });
      console.log(new s._handle.constructor(0).connect({}, { toString: () => '127.0.0.1' }, ${port}));`;
    expect((await run(`async () => { const net = await import('node:net'); ${raw} }`)).log).toBe('-13\n');
    expect(connections).toBe(0);
  });
});

const STOPPED: [string, string, RegExp, Partial<SandboxOptions>?][] = [
  ['loops', '() => { for (;;); }', /^Stopped: it did not finish within 1 s/, { timeoutMs: 1_000 }],
  ['never answers', '() => new Promise(() => {})', /^Stopped: it did not finish within 1 s/, { timeoutMs: 1_000 }],
  ['loops while it is loaded', '() => {}; for (;;)', /^Stopped: it did not finish within 1 s/, { timeoutMs: 1_000 }],
  [
    'ignores every signal',
    "() => { for (const s of ['SIGTERM', 'SIGINT', 'SIGXCPU']) process.on(s, () => {}); for (;;); }",
    /^Stopped/,
    { timeoutMs: 1_000 },
  ],
  [
    'fills the heap',
    '() => { const a = []; for (;;) a.push({ x: new Array(1000).fill(1) }); }',
    /^Stopped: it needs more than 64 MB of memory/,
  ],
  [
    'fills buffers',
    '() => { const a = []; for (;;) a.push(Buffer.alloc(10_000_000, 1)); }',
    /^Stopped: it needs more than 64 MB of memory/,
  ],
  ['recurses for ever', '() => { const f = () => f() + 1; f(); }', /^RangeError: Maximum call stack/],
  ['exits', '() => process.exit(0)', /^The process ended \(exit code 0\) before/],
  ['aborts', '() => process.abort()', /^The process ended \(SIGABRT\) before/],
  ['throws later', "() => new Promise(() => setTimeout(() => { throw new TypeError('late') }, 5))", /^TypeError: late/],
  ['rejects unnoticed', "() => new Promise(() => { Promise.reject(new Error('nobody')) })", /^Error: nobody/],
  ['throws what is no error', "() => { throw 'nothing' }", /^The function threw nothing/],
  [
    'writes without end',
    // Without waiting, the memory could be full before the output is read.
    "async () => { for (;;) await new Promise((written) => process.stdout.write('x'.repeat(10_000), written)); }",
    /^Stopped: it wrote more than 1 MB/,
  ],
  [
    'sends a forged message',
    importing('fs', `m.writeSync(3, '{"kind":"done","__proto__":{"kind":"x"},"constructor":1}\\n{"kind":"exec"}\\n'); for (;;);`),
    /^done$|invalid message/,
  ],
  [
    'sends what is no message',
    importing('fs', "m.writeSync(3, 'null\\n'); await new Promise(() => {})"),
    /^Stopped: it sent an invalid message/,
  ],
  [
    'sends a message without end',
    importing('fs', "for (;;) { try { m.writeSync(3, 'x'.repeat(60_000)); } catch { await new Promise(setImmediate); } }"),
    /^Stopped: its response is too large/,
  ],
  [
    'calls the API without end',
    "async (_, { fetchApi }) => { for (;;) await fetchApi('/x').catch(() => {}); }",
    /^Stopped: it called the API more than 1000 times/,
  ],
];

describe.concurrent('a function is stopped when it', () => {
  test.for(STOPPED)('%s', { timeout: 60_000 }, async ([, handler, message, options]) => {
    expect(await messageOf(handler, options)).toMatch(message);
  });

  test('answers without end, or too much', { timeout: 60_000 }, async () => {
    const request = { url: 'https://tales.example/functions/v1/f', method: 'GET', headers: [], body: '' };
    writeFileSync(
      path.join(folder, 'endless.ts'),
      'export default () => new Response(new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(100_000)) }))',
    );
    writeFileSync(path.join(folder, 'silent.ts'), 'export default () => new Response(new ReadableStream({}))');
    const common = {
      kind: 'http',
      allowPrivate: false,
      context: { function: 'f', run: 'r', site: 'https://tales.example' },
      request,
      maxResponseBytes: 1_048_576,
    } as const;
    const answers = await Promise.all(
      ['endless.ts', 'silent.ts'].map((file) =>
        runInSandbox({ task: { ...common, file }, folder, env: {}, timeoutMs: file === 'silent.ts' ? 1_000 : 40_000, memoryMb: 64 }),
      ),
    );
    expect(answers.map(({ result }) => result)).toMatchObject([
      { kind: 'failed', message: 'Error: The response is larger than 1 MB.' },
      { kind: 'failed', message: expect.stringMatching(/^Stopped: it did not finish/) },
    ]);
  });
});

test('when the launcher is killed its run fails, and the next run starts another', async () => {
  const file = 'parent.ts';
  writeFileSync(path.join(folder, file), "export default (_, { fetchApi }) => fetchApi('/parent/' + process.ppid);");
  const event = { type: 'tale.published', occurred_at: '2026-11-27T00:00:00.000Z', data: {} };
  const context = { function: 'parent', run: 'r', site: 'https://tales.example' };
  const parents: number[] = [];
  const runOnce = (onCall: (parent: number) => void) =>
    runFromLauncher({
      ...{ task: { kind: 'event', file, allowPrivate: false, context, event }, folder, env: {}, timeoutMs: 40_000, memoryMb: 64 },
      async callApi({ path: asked }) {
        const parent = Number(asked.split('/').at(-1));
        parents.push(parent);
        onCall(parent);
        return { status: 200, headers: [], body: '' };
      },
    });
  const killed = await runOnce((parent) => process.kill(parent, 'SIGKILL'));
  expect(killed.result).toMatchObject({ kind: 'failed', message: 'The process that starts functions has ended.' });
  expect((await runOnce(() => {})).result.kind).toBe('done');
  expect((await runOnce(() => {})).result.kind).toBe('done');
  expect([parents[0] === parents[1], parents[1] === parents[2], parents[1] === process.pid]).toEqual([false, true, false]);
});
