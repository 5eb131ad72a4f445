/** A process for the runs of one function. It is locked down before it loads the function. Its messages are not trusted. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { Duplex, Readable, Writable } from 'node:stream';
import { type ApiCall, type ApiReply, collectOutput, type Result, type SandboxOptions, type TaskMessage, ToHost } from './messages.ts';

/** How a task ended. `result`: reported by the process. `stopped`: why it was killed. `exit`: set if the process has ended. */
export type TaskEnd = {
  result: Result | undefined;
  stopped: string;
  exit: { code: number | null; killedBy: string | null; error?: Error } | undefined;
  log: string;
  isOutOfMemory: boolean;
};

type RunOptions = Omit<SandboxOptions, 'folder'>;

export type FunctionProcess = {
  /** Runs a task. The process must be idle. Never rejects. */
  run(options: RunOptions): Promise<TaskEnd>;
  kill(): void;
  /** Resolves once it has ended. */
  ended: Promise<unknown>;
};

/** A response as base64 in JSON, with its headers. */
const MAX_MESSAGE = 7_500_000;
const MAX_MESSAGES = 40_000_000;
/** Node's own memory besides the heap, with the 512 MB of addresses that it reserves for code, and some buffers. */
const NODE_MB = 640;
/** The site comes first. */
const NICE = 19;
const MAX_API_CALLS = 1_000;
/** For its last output, after the result. */
const END_MS = 500;

/** Starts a process. `root`: the real path of the folder. */
export function startProcess(root: string, options: RunOptions): FunctionProcess {
  const child = spawnNode(root, options);
  const host = child.stdio[3] as Duplex;
  let current: ReturnType<typeof createRun> | undefined;
  let isFirst = true;
  const kill = () => child.kill('SIGKILL');
  const stop = (reason: string) => {
    if (current !== undefined) current.stopped ||= reason;
    kill();
  };
  // A process that writes between two runs is not used again.
  for (const [stream, mark] of [
    [child.stdout, ''],
    [child.stderr, '! '],
  ] as const)
    (stream as Readable).setEncoding('utf8').on('data', (text: string) => (current === undefined ? kill() : current.addOutput(text, mark)));
  const reader = readMessages(host, stop, (message) => (current === undefined ? kill() : current.onMessage(message)));
  const ended = new Promise<NonNullable<TaskEnd['exit']>>((resolve) => {
    child.once('error', (error) => resolve({ code: null, killedBy: null, error }));
    child.once('close', (code, killedBy) => resolve({ code, killedBy }));
  }).then((exit) => {
    host.destroy();
    current?.end(exit);
  });
  return { run, kill, ended };

  async function run({ task, callApi, timeoutMs, signal }: RunOptions): Promise<TaskEnd> {
    const endMark = randomBytes(16).toString('hex');
    const timer = setTimeout(() => stop(`it did not finish within ${timeoutMs / 1000} s (\`timeout\` in its configuration).`), timeoutMs);
    const onAbort = () => stop('the site is stopping.');
    signal?.addEventListener('abort', onAbort, { once: true });
    const end = await new Promise<TaskEnd>((resolve) => {
      current = createRun({ endMark, host, callApi, stop, kill, resolve });
      reader.reset();
      if (signal?.aborted) onAbort();
      const file = path.join(root, task.file);
      const message: TaskMessage = { ...task, file, endMark, code: isFirst ? readModule(file) : undefined };
      isFirst = false;
      host.write(`${JSON.stringify(message)}\n`);
    });
    current = undefined;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    return end;
  }
}

type RunDeps = {
  endMark: string;
  host: Duplex;
  callApi: SandboxOptions['callApi'];
  stop: (reason: string) => void;
  kill: () => void;
  resolve: (end: TaskEnd) => void;
};

function createRun({ endMark, host, callApi, stop, kill, resolve }: RunDeps) {
  const output = collectOutput(endMark, stop);
  let result: Result | undefined;
  let calls = 0;
  let pendingCalls = 0;
  let answering = Promise.resolve();
  const run = {
    stopped: '',
    addOutput(text: string, prefix: '' | '! '): void {
      output.add(text, prefix);
      endIfDone();
    },
    onMessage(message: ToHost): void {
      if (result !== undefined || run.stopped !== '') return;
      if (message.kind !== 'api') {
        result = message;
        // It should end by itself after its last output.
        setTimeout(() => isOpen && kill(), END_MS).unref();
        endIfDone();
        return;
      }
      calls += 1;
      pendingCalls += 1;
      if (calls > MAX_API_CALLS) {
        stop(`it called the API more than ${MAX_API_CALLS} times.`);
        return;
      }
      // One after another: each may take the memory of a large answer.
      answering = answering
        .then(() => answer(host, message, callApi))
        .finally(() => {
          pendingCalls -= 1;
        });
    },
    end(exit?: TaskEnd['exit']): void {
      isOpen = false;
      resolve({ result, stopped: run.stopped, exit, ...output.end() });
    },
  };
  let isOpen = true;
  return run;

  /** Without waiting for its end, if it may run again. */
  function endIfDone(): void {
    const isIdle = result?.isReusable === true && output.isComplete();
    if (isIdle && isOpen && run.stopped === '' && pendingCalls === 0) run.end();
  }
}

let runner: string | undefined;

/** Returns the code of `runner/main.ts`, with `lock-down.ts` in it. */
function readRunner(): string {
  const read = (name: string) => {
    const code = readFileSync(path.join(import.meta.dirname, 'runner', name), 'utf8');
    return `${stripTypeScriptTypes(code)}\n//# sourceURL=runner/${name}`;
  };
  const lockDown = Buffer.from(read('lock-down.ts')).toString('base64');
  return read('main.ts').replace('./lock-down.ts', `data:text/javascript;base64,${lockDown}`);
}

/**
 * Returns the module as JavaScript, because a process that must remove types takes twice the time to start. Undefined if it is not a valid ES
 * module: the process reads it then, and says why.
 */
function readModule(file: string): string | undefined {
  try {
    const code = readFileSync(file, 'utf8');
    return /^export\b/m.test(code) ? stripTypeScriptTypes(code) : undefined;
  } catch {
    return undefined;
  }
}

/** The shell sets limits that the process cannot raise, and then becomes Node. It has no arguments or variables with secrets. */
function spawnNode(root: string, { env, timeoutMs, memoryMb }: RunOptions) {
  const node = [
    process.execPath,
    ...['--permission', `--allow-fs-read=${root}${path.sep}*`],
    ...[`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=8', '--v8-pool-size=2', '--disable-proto=delete', '--no-addons'],
    // Newer versions of Node could restrict the network, but not to public addresses.
    ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
    ...['--no-experimental-sqlite', '--disable-sigusr1', '--disable-warning=ExperimentalWarning'],
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    ...['--input-type=module', '-'],
  ];
  // The limit of processor time also ends a process that the site could not stop, because it was killed itself.
  const limits = [
    `ulimit -t ${Math.ceil(timeoutMs / 1000) * 4 + 5}`,
    `ulimit -d ${(memoryMb + NODE_MB) * 1024}`,
    'ulimit -c 0',
    'ulimit -n 256',
  ];
  const script = `${limits.map((limit) => `${limit} 2>/dev/null;`).join(' ')} exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', script, ...node], {
    ...{ cwd: root, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] },
    // Fewer threads: each has a stack and an arena.
    env: { ...env, UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' },
  });
  runner ??= readRunner();
  // It may end before it has read this.
  (child.stdin as Writable).on('error', () => {}).end(runner);
  try {
    if (child.pid !== undefined) os.setPriority(child.pid, NICE);
  } catch {
    // It has ended already.
  }
  return child;
}

/** `reset`: for the next run. */
function readMessages(host: Duplex, stop: (reason: string) => void, onMessage: (message: ToHost) => void): { reset(): void } {
  let total = 0;
  let parts: Buffer[] = [];
  let length = 0;
  // It may end while we write.
  host.on('error', () => {});
  host.on('data', (chunk: Buffer) => {
    total += chunk.length;
    if (total > MAX_MESSAGES) return stop('it sent too much data.');
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, end)]);
      [parts, length, from] = [[], 0, end + 1];
      const message = parseMessage(line);
      if (message === undefined) return stop('it sent an invalid message.');
      onMessage(message);
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > MAX_MESSAGE) stop('its response is too large.');
  });
  return {
    reset() {
      total = 0;
    },
  };
}

function parseMessage(line: Buffer): ToHost | undefined {
  try {
    return ToHost.parse(JSON.parse(line.toString('utf8')));
  } catch {
    return undefined;
  }
}

async function answer(host: Duplex, call: ApiCall, callApi: SandboxOptions['callApi']): Promise<void> {
  const none = { status: 0, headers: [], body: '' };
  const noScopes = 'This function may not call the API. Add `scopes` to its configuration.';
  let reply: Omit<ApiReply, 'id'>;
  try {
    reply = callApi === undefined ? { ...none, error: noScopes } : await callApi(call);
  } catch (error) {
    reply = { ...none, error: error instanceof Error ? error.message : String(error) };
  }
  const line = `${JSON.stringify({ ...reply, id: call.id } satisfies ApiReply)}\n`;
  // Until the process has read it, or has ended.
  await new Promise<void>((resolve) => {
    if (!host.writable) return resolve();
    host.once('close', resolve);
    host.write(line, () => {
      host.off('close', resolve);
      resolve();
    });
  });
}
