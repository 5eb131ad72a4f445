/**
 * Starts the processes of functions from a small process. Starting a process copies the page tables of its parent and blocks all threads of
 * the parent meanwhile: 10 ms and more if that were the site.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ApiCall, ApiReply, SandboxOptions } from './messages.ts';
import { runInSandbox, type SandboxRun } from './run-in-sandbox.ts';

type Reply = Omit<ApiReply, 'id'>;
type ToLauncher =
  | { kind: 'run'; id: number; options: Omit<SandboxOptions, 'callApi' | 'signal'>; hasApi: boolean }
  | { kind: 'stop'; id: number }
  | { kind: 'reply'; id: number; reply: Reply };
type FromLauncher = { kind: 'call'; id: number; call: ApiCall } | { kind: 'ended'; id: number; run: SandboxRun };

type Waiting = { end: (run: SandboxRun) => void; callApi: SandboxOptions['callApi'] };

const ROLE = 'functions of talewood';
/** The launcher ends when nothing has run for this long. */
const IDLE_MS = 60_000;
const HEAP_MB = 64;
/** A higher priority than that of functions, which it stops. */
const NICE = 10;
const NICE_OF_GROUP = 19;
const runs = new Map<number, Waiting>();
let launcher: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let started = 0;

/** As `runInSandbox`, from the launcher, which is started if needed. */
export function runFromLauncher({ callApi, signal, ...options }: SandboxOptions): Promise<SandboxRun> {
  clearTimeout(idle);
  launcher ??= startLauncher();
  const child = launcher;
  started += 1;
  const id = started;
  const stop = () => send(child, { kind: 'stop', id });
  return new Promise((resolve) => {
    const end = (run: SandboxRun) => {
      signal?.removeEventListener('abort', stop);
      runs.delete(id);
      if (runs.size === 0) rest(child);
      resolve(run);
    };
    runs.set(id, { end, callApi });
    child.ref();
    child.channel?.ref();
    send(child, { kind: 'run', id, options, hasApi: callApi !== undefined });
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}

/** It keeps the site alive only while something runs. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  idle = setTimeout(() => {
    if (launcher === child) launcher = undefined;
    if (child.connected) child.disconnect();
  }, IDLE_MS).unref();
}

/** The `exit` event reports failures. */
function send(child: ChildProcess, message: ToLauncher): void {
  child.send(message, () => {});
}

/** It has no variables of the site, and a session of its own. */
function startLauncher(): ChildProcess {
  const execArgv = ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${HEAP_MB}`];
  const child = fork(fileURLToPath(import.meta.url), [ROLE], {
    env: {},
    execArgv,
    serialization: 'advanced',
    stdio: 'ignore',
    detached: true,
  });
  child.on('message', async (message: FromLauncher) => {
    const waiting = runs.get(message.id);
    if (message.kind === 'ended') return waiting?.end(message.run);
    send(child, { kind: 'reply', id: message.id, reply: await answer(message.call, waiting?.callApi) });
  });
  const onEnd = () => {
    if (launcher !== child) return;
    launcher = undefined;
    const message = 'The process that starts functions has ended.';
    for (const { end } of [...runs.values()]) end({ result: { kind: 'failed', message, stack: '' }, log: '', durationMs: 0 });
  };
  child.on('error', onEnd);
  child.once('exit', onEnd);
  return child;
}

async function answer(call: ApiCall, callApi: SandboxOptions['callApi']): Promise<Reply> {
  try {
    if (callApi !== undefined) return await callApi(call);
    throw new Error('The run has ended.');
  } catch (error) {
    return { status: 0, headers: [], body: '', error: error instanceof Error ? error.message : String(error) };
  }
}

/** In the launcher. A run has one call at a time. */
function serve(): void {
  yieldToSite();
  const stops = new Map<number, AbortController>();
  const calls = new Map<number, (reply: Reply) => void>();
  const tell = (message: FromLauncher) => process.send?.(message, undefined, {}, () => {});
  // The site decides when to end, also after Ctrl-C in its terminal.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', async (message: ToLauncher) => {
    const { id } = message;
    if (message.kind === 'stop') return stops.get(id)?.abort();
    if (message.kind === 'reply') return calls.get(id)?.(message.reply);
    const controller = new AbortController();
    stops.set(id, controller);
    const callApi = (call: ApiCall) =>
      new Promise<Reply>((resolve) => {
        calls.set(id, resolve);
        tell({ kind: 'call', id, call });
      });
    const run = await runInSandbox({ ...message.options, signal: controller.signal, ...(message.hasApi && { callApi }) });
    stops.delete(id);
    calls.delete(id);
    tell({ kind: 'ended', id, run });
  });
}

/**
 * Lowers the priority of this process, and of its session. Where Linux divides the processor between sessions first (autogroup), nice
 * values count only within one (https://man7.org/linux/man-pages/man7/sched.7.html).
 */
function yieldToSite(): void {
  os.setPriority(NICE);
  try {
    writeFileSync('/proc/self/autogroup', String(NICE_OF_GROUP));
  } catch {
    // Not on Linux, or without autogroup.
  }
}

if (process.argv[2] === ROLE && process.send !== undefined) serve();
