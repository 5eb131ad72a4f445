/** Runs the code of a function in a process of its own, and kills it at the end. Nothing that it says is trusted. */
import { spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { Duplex, Readable, Writable } from 'node:stream';
import { type ApiCall, type ApiReply, type Task, type TaskMessage, ToHost } from './messages.ts';

/** What a function may use. */
export type SandboxLimits = { timeoutMs: number; memoryMb: number };

export type SandboxOptions = SandboxLimits & {
  /** `file`: relative to the folder. */
  task: Task;
  /** The only folder that it may read. */
  folder: string;
  /** Its whole environment. */
  env: Record<string, string>;
  /** Answers calls of the site's API. Without it, there are none. */
  callApi?: (call: ApiCall) => Promise<Omit<ApiReply, 'id'>>;
  /** Stops it. */
  signal?: AbortSignal;
};

type Result = Exclude<ToHost, ApiCall>;

/** `result`: `failed` for everything that went wrong. `log`: what it wrote, one line each, errors with a leading "! ". */
export type SandboxRun = { result: Result; log: string; durationMs: number };

export const MAX_RESPONSE_BYTES = 5 * 1024 * 1024;
/** A response as base64 in JSON, with its headers. */
const MAX_MESSAGE = 7_500_000;
const MAX_MESSAGES = 40_000_000;
const MAX_OUTPUT = 1_000_000;
/** Of its output, characters. */
const MAX_LOG = 32_000;
const MAX_ERROR = 2_000;
/** Node's own memory besides the heap, with the 512 MB of addresses that it reserves for code, and some buffers. */
const NODE_MB = 640;
/** The site comes first. */
export const NICE = 10;
const START_SLOT_MS = 500;
const MAX_API_CALLS = 1_000;

/** Runs a task. Resolves once the process has ended; never rejects. */
export async function runInSandbox(options: SandboxOptions): Promise<SandboxRun> {
  const { task, timeoutMs, memoryMb, signal } = options;
  let root: string;
  try {
    root = realpathSync(options.folder);
  } catch {
    return { result: failure('The folder of functions cannot be read.'), log: '', durationMs: 0 };
  }
  const releaseSlot = await acquireStartSlot();
  const started = performance.now();
  const child = start(root, options);
  const output = collectOutput(child.stdout as Readable, child.stderr as Readable, () =>
    stop(`it wrote more than ${MAX_OUTPUT / 1e6} MB of output.`),
  );
  const host = child.stdio[3] as Duplex;
  let result: Result | undefined;
  let stopped = '';
  const stop = (reason: string) => {
    stopped ||= reason;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => stop(`it did not finish within ${timeoutMs / 1000} s (\`timeout\` in its configuration).`), timeoutMs);
  const onAbort = () => stop('the site is stopping.');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  let calls = 0;
  let answering = Promise.resolve();
  readMessages(host, stop, (message) => {
    if (result !== undefined || stopped !== '') return;
    if (message.kind !== 'api') {
      result = message;
      // It ends by itself after its last output, unless it does not want to.
      setTimeout(() => child.kill('SIGKILL'), 500).unref();
      return;
    }
    calls += 1;
    if (calls > MAX_API_CALLS) return stop(`it called the API more than ${MAX_API_CALLS} times.`);
    // One after another: each may take the memory of a large answer.
    answering = answering.then(() => answer(host, message, options.callApi));
  });
  const file = path.join(root, task.file);
  host.write(`${JSON.stringify({ ...task, file, code: readModule(file) } satisfies TaskMessage)}\n`);
  const ended = await new Promise<{ code: number | null; killedBy: string | null; error?: Error }>((resolve) => {
    child.once('error', (error) => resolve({ code: null, killedBy: null, error }));
    child.once('close', (code, killedBy) => resolve({ code, killedBy }));
  });
  releaseSlot();
  clearTimeout(timer);
  signal?.removeEventListener('abort', onAbort);
  host.destroy();
  const { log, isOutOfMemory } = output.end();
  if (stopped !== '') result = failure(`Stopped: ${stopped}`);
  result ??= failure(explainEnd(ended, isOutOfMemory, memoryMb));
  if (result.kind === 'failed') result = shorten(result, root, memoryMb);
  return { result, log: log.slice(0, MAX_LOG), durationMs: Math.round(performance.now() - started) };
}

let freeStartSlots = Math.max(1, os.availableParallelism() - 1);
const waiting: (() => void)[] = [];

/**
 * Waits until a processor is left for the site. Starting, compiling and ending a process delays others, whatever its priority. Returns a
 * function that releases the slot. It is also released after a while: a process that runs for longer mostly waits or computes.
 */
async function acquireStartSlot(): Promise<() => void> {
  if (freeStartSlots > 0) freeStartSlots -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  let isEnded = false;
  const end = () => {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(timer);
    const next = waiting.shift();
    if (next === undefined) freeStartSlots += 1;
    else next();
  };
  const timer = setTimeout(end, START_SLOT_MS);
  return end;
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
function start(root: string, { env, timeoutMs, memoryMb }: SandboxOptions) {
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
  // The time of the processor also ends a process that the site could not stop, because it was killed itself.
  const limits = [
    `ulimit -t ${Math.ceil(timeoutMs / 1000) * 3 + 5}`,
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

function readMessages(host: Duplex, stop: (reason: string) => void, onMessage: (message: ToHost) => void): void {
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
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > MAX_MESSAGE) stop('its response is too large.');
  });
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
  const line = `${JSON.stringify({ ...reply, id: call.id })}\n`;
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

function collectOutput(stdout: Readable, stderr: Readable, onTooMuch: () => void) {
  let log = '';
  let written = 0;
  const errors: string[] = [];
  const take = (stream: Readable, mark: string) => {
    let rest = '';
    stream.setEncoding('utf8').on('data', (text: string) => {
      written += text.length;
      if (written > MAX_OUTPUT) return onTooMuch();
      if (mark !== '' && errors.length < 50) errors.push(text);
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) add(mark + line);
    });
    return () => rest !== '' && add(mark + rest);
  };
  const add = (line: string) => {
    if (log.length <= MAX_LOG) log += `${clean(line)}\n`;
  };
  const ends = [take(stdout, ''), take(stderr, '! ')];
  return {
    end() {
      for (const end of ends) end();
      const isOutOfMemory = /out of memory|allocation failed|bad_alloc/i.test(errors.join(''));
      return { log, isOutOfMemory };
    },
  };
}

/** Postgres stores no NUL, and terminals obey escape sequences. */
function clean(text: string): string {
  return text.replace(/[\p{Cc}--[\t\n]]/gv, '\ufffd').slice(0, 4_000);
}

const failure = (message: string): Result => ({ kind: 'failed', message, stack: '' });

function explainEnd(
  { code, killedBy, error }: { code: number | null; killedBy: string | null; error?: Error },
  isOutOfMemory: boolean,
  memoryMb: number,
) {
  if (error !== undefined) return `The process could not be started: ${error.message}`;
  if (isOutOfMemory) return outOfMemory(memoryMb);
  if (killedBy === 'SIGXCPU') return 'Stopped: it used too much time of the processor.';
  return `The process ended (${killedBy ?? `exit code ${code}`}) before the function had finished.`;
}

function outOfMemory(memoryMb: number): string {
  return `Stopped: it needs more than ${memoryMb} MB of memory (\`memory\` in its configuration).`;
}

/** Paths are relative to the folder. */
function shorten(result: Extract<Result, { kind: 'failed' }>, root: string, memoryMb: number): Result {
  const [message = '', stack = ''] = [result.message, result.stack].map((text) =>
    text.replaceAll(`file://${root}${path.sep}`, '').replaceAll(`${root}${path.sep}`, ''),
  );
  const isOutOfMemory = /^RangeError: .*(allocat|memory)/i.test(message);
  const text = isOutOfMemory ? `${outOfMemory(memoryMb)} ${message}` : message;
  return { ...result, message: clean(text).slice(0, MAX_ERROR), stack: clean(stack).slice(0, MAX_ERROR) };
}
