/**
 * Starts the processes of functions from a thread. Starting one blocks the thread that does it until the new process runs, which takes
 * milliseconds, and longer on a busy machine: readers would wait for it.
 */
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import type { ApiCall, ApiReply } from './messages.ts';
import { runInSandbox, type SandboxOptions, type SandboxRun } from './run-in-sandbox.ts';

type Reply = Omit<ApiReply, 'id'>;
type ToThread =
  | { kind: 'run'; id: number; options: Omit<SandboxOptions, 'callApi' | 'signal'>; hasApi: boolean }
  | { kind: 'stop'; id: number }
  | { kind: 'reply'; id: number; reply: Reply };
type FromThread = { kind: 'call'; id: number; call: ApiCall } | { kind: 'ended'; id: number; run: SandboxRun };

type Waiting = { end: (run: SandboxRun) => void; callApi: SandboxOptions['callApi'] };

const ROLE = 'functions of talewood';
const runs = new Map<number, Waiting>();
let thread: Worker | undefined;
let started = 0;

/** As `runInSandbox`. The thread starts with the first run. */
export function runInThread({ callApi, signal, ...options }: SandboxOptions): Promise<SandboxRun> {
  thread ??= startThread();
  const worker = thread;
  started += 1;
  const id = started;
  const send = (message: ToThread) => worker.postMessage(message);
  const stop = () => send({ kind: 'stop', id });
  return new Promise((resolve) => {
    const end = (run: SandboxRun) => {
      signal?.removeEventListener('abort', stop);
      runs.delete(id);
      // It keeps the process alive only while something runs.
      if (runs.size === 0) worker.unref();
      resolve(run);
    };
    runs.set(id, { end, callApi });
    worker.ref();
    send({ kind: 'run', id, options, hasApi: callApi !== undefined });
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}

function startThread(): Worker {
  const worker = new Worker(new URL(import.meta.url), { workerData: ROLE });
  worker.on('message', async (message: FromThread) => {
    const waiting = runs.get(message.id);
    if (message.kind === 'ended') return waiting?.end(message.run);
    const reply = await answer(message.call, waiting?.callApi);
    worker.postMessage({ kind: 'reply', id: message.id, reply } satisfies ToThread);
  });
  worker.on('error', () => {});
  worker.once('exit', () => {
    thread = undefined;
    const message = 'The thread that starts functions has ended.';
    for (const { end } of runs.values()) end({ result: { kind: 'failed', message, stack: '' }, log: '', durationMs: 0 });
  });
  return worker;
}

async function answer(call: ApiCall, callApi: SandboxOptions['callApi']): Promise<Reply> {
  try {
    if (callApi !== undefined) return await callApi(call);
    throw new Error('The run has ended.');
  } catch (error) {
    return { status: 0, headers: [], body: '', error: error instanceof Error ? error.message : String(error) };
  }
}

/** In the thread. A run has one call at a time. */
function serve(port: MessagePort): void {
  const stops = new Map<number, AbortController>();
  const calls = new Map<number, (reply: Reply) => void>();
  const send = (message: FromThread) => port.postMessage(message);
  port.on('message', async (message: ToThread) => {
    const { id } = message;
    if (message.kind === 'stop') return stops.get(id)?.abort();
    if (message.kind === 'reply') return calls.get(id)?.(message.reply);
    const controller = new AbortController();
    stops.set(id, controller);
    const callApi = (call: ApiCall) =>
      new Promise<Reply>((resolve) => {
        calls.set(id, resolve);
        send({ kind: 'call', id, call });
      });
    const run = await runInSandbox({ ...message.options, signal: controller.signal, ...(message.hasApi && { callApi }) });
    stops.delete(id);
    calls.delete(id);
    send({ kind: 'ended', id, run });
  });
}

if (!isMainThread && workerData === ROLE && parentPort !== null) serve(parentPort);
