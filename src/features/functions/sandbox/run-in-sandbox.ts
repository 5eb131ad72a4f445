/** Runs the code of functions in processes of their own, and explains how runs ended. */
import { realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type FunctionProcess, startProcess, type TaskEnd } from './function-process.ts';
import { clean, type Result, type SandboxOptions } from './messages.ts';

/** `result`: `failed` for everything that went wrong. `log`: what it wrote, one line each, errors with a leading "! ". */
export type SandboxRun = { result: Result; log: string; durationMs: number };

export const MAX_RESPONSE_BYTES = 5 * 1024 * 1024;
const MAX_ERROR = 2_000;
const START_SLOT_MS = 500;
/** Idle processes that stay even if fewer run at once, each about 50 MB, and how long. */
const MIN_IDLE = 4;
const IDLE_MS = 30_000;

/** Runs a task, in an idle process of the same function if there is one. Resolves once it has ended; never rejects. */
export async function runInSandbox({ folder, ...options }: SandboxOptions): Promise<SandboxRun> {
  let root: string;
  try {
    root = realpathSync(folder);
  } catch {
    return { result: failure('The folder of functions cannot be read.'), log: '', durationMs: 0 };
  }
  const { task, env, timeoutMs, memoryMb, version, concurrency = 1 } = options;
  const key = JSON.stringify([root, task.file, task.allowPrivate, env, timeoutMs, memoryMb, version]);
  const { used, releaseSlot } = await acquireProcess(key);
  const started = performance.now();
  const child = used?.child ?? startProcess(root, options);
  const end = await child.run(options);
  const durationMs = Math.round(performance.now() - started);
  const usedMs = (used?.usedMs ?? 0) + durationMs;
  // Its limit of processor time counts all runs.
  if (end.exit === undefined && version !== undefined && usedMs <= timeoutMs)
    keepIdle({ key, child, usedMs }, Math.max(MIN_IDLE, concurrency));
  else {
    child.kill();
    await child.ended;
  }
  releaseSlot();
  return { result: explain(end, root, memoryMb), log: end.log, durationMs };
}

type Idle = { key: string; child: FunctionProcess; usedMs: number };

/** With their timers; the longest idle first. */
const idle = new Map<Idle, NodeJS.Timeout>();

function takeIdle(key: string): Idle | undefined {
  const found = [...idle.keys()].findLast((each) => each.key === key);
  if (found !== undefined) forget(found);
  return found;
}

function keepIdle(entry: Idle, maxIdle: number): void {
  const next = waiting.find(({ key }) => key === entry.key);
  if (next !== undefined) {
    waiting.splice(waiting.indexOf(next), 1);
    next.start(entry);
    return;
  }
  idle.set(entry, setTimeout(entry.child.kill, IDLE_MS).unref());
  void entry.child.ended.then(() => forget(entry));
  const [longest] = idle.keys();
  if (idle.size <= maxIdle || longest === undefined) return;
  forget(longest);
  longest.child.kill();
}

function forget(entry: Idle): void {
  clearTimeout(idle.get(entry));
  idle.delete(entry);
}

let freeStartSlots = Math.max(1, os.availableParallelism() - 1);
const waiting: { key: string; start: (used?: Idle) => void }[] = [];

/**
 * Returns an idle process (`used`), or waits until there is one or a processor is left for the site. Starting, compiling and ending a process
 * delays others, whatever its priority. `releaseSlot` lets the next process start; so does time: a process that runs for longer mostly waits
 * or computes.
 */
async function acquireProcess(key: string): Promise<{ used?: Idle | undefined; releaseSlot: () => void }> {
  let used = takeIdle(key);
  if (used === undefined && freeStartSlots > 0) freeStartSlots -= 1;
  else used ??= await new Promise<Idle | undefined>((start) => waiting.push({ key, start }));
  if (used !== undefined) return { used, releaseSlot: () => {} };
  let isReleased = false;
  const releaseSlot = () => {
    if (isReleased) return;
    isReleased = true;
    clearTimeout(timer);
    const next = waiting.shift();
    if (next === undefined) freeStartSlots += 1;
    else next.start();
  };
  const timer = setTimeout(releaseSlot, START_SLOT_MS);
  return { releaseSlot };
}

const failure = (message: string): Result => ({ kind: 'failed', message, stack: '' });

function explain({ result, stopped, exit, isOutOfMemory }: TaskEnd, root: string, memoryMb: number): Result {
  let explained = result;
  if (stopped !== '') explained = failure(`Stopped: ${stopped}`);
  explained ??= failure(explainExit(exit, isOutOfMemory, memoryMb));
  return explained.kind === 'failed' ? shorten(explained, root, memoryMb) : explained;
}

function explainExit(exit: TaskEnd['exit'], isOutOfMemory: boolean, memoryMb: number) {
  const { code, killedBy, error } = exit ?? { code: null, killedBy: null };
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
