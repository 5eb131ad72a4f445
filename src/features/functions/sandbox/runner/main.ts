/** Runs one function, once or repeatedly. Started by `function-process.ts`, which does not trust its messages and kills it in the end. */
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';
import net from 'node:net';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import type { ApiReply, TaskMessage, ToHost } from '../messages.ts';
import { lockDown } from './lock-down.ts';

const host = new net.Socket({ fd: 3, readable: true, writable: true });
const calls = new Map<number, (reply: ApiReply) => void>();
/** What permissions of Node are for. */
const ACTIONS: Record<string, string> = {
  FileSystemRead: 'read files outside of their folder',
  FileSystemWrite: 'write files',
  ChildProcess: 'start other programs',
  WorkerThreads: 'start threads',
  WASI: 'use WASI',
  Addon: 'load native code',
  Inspector: 'use the inspector',
};
let buffered = '';
let lastCall = 0;
let isLocked = false;
/** Undefined between two runs. */
let current: TaskMessage | undefined;
/** After an uncaught error, the run may continue in the background. */
let isBroken = false;
const finished = new WeakSet<TaskMessage>();

host.setEncoding('utf8');
host.on('data', (text: string) => {
  buffered += text;
  for (let end = buffered.indexOf('\n'); end >= 0; end = buffered.indexOf('\n')) {
    const line = buffered.slice(0, end);
    buffered = buffered.slice(end + 1);
    const message = JSON.parse(line) as TaskMessage | ApiReply;
    if ('kind' in message) void run(message);
    else takeReply(message);
  }
});
host.on('error', () => process.exit(1));
// The site has ended.
host.on('close', () => process.exit(1));

// Of the shell and of Node.
for (const name of ['PWD', 'OLDPWD', 'SHLVL', '_', 'UV_THREADPOOL_SIZE', 'MALLOC_ARENA_MAX']) delete process.env[name];
process.on('uncaughtException', (error) => {
  if (current === undefined) process.exit(1);
  isBroken = true;
  void finish(current, failure(error));
});

async function run(task: TaskMessage): Promise<void> {
  current = task;
  await finish(task, await runTask(task).catch(failure));
}

async function runTask(task: TaskMessage): Promise<ToHost> {
  const location = pathToFileURL(task.file).href;
  if (!isLocked) prepare(location, task);
  const loaded = (await import(location)) as { config?: unknown; default?: unknown };
  if (task.kind === 'describe') return { kind: 'described', config: loaded.config ?? null, hasHandler: isHandler(loaded.default) };
  const handler = loaded.default;
  if (!isHandler(handler)) throw new Error('The module has no default export that is a function.');
  const context = { ...task.context, env: { ...process.env }, log: console, fetchApi };
  if (task.kind === 'event') {
    await handler(task.event, context);
    return { kind: 'done' };
  }
  const { url, method, headers, body } = task.request;
  const init = { method, headers, ...(body !== '' && { body: Buffer.from(body, 'base64') }) };
  const response = await handler(new Request(url, init), context);
  if (!(response instanceof Response)) throw new Error('The function did not return a Response.');
  const bytes = await readBytes(response, task.maxResponseBytes);
  return { kind: 'response', status: response.status, headers: [...response.headers], body: bytes.toString('base64') };
}

function prepare(location: string, { code, allowPrivate }: TaskMessage): void {
  isLocked = true;
  if (code !== undefined)
    registerHooks({
      load: (asked, context, next) => (asked === location ? { format: 'module', source: code, shortCircuit: true } : next(asked, context)),
    });
  lockDown(host, { allowPrivate });
}

function isHandler(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === 'function';
}

async function readBytes(response: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
    size += bytes.length;
    if (size > limit) throw new Error(`The response is larger than ${limit / 1024 / 1024} MB.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** `fetch` for the API of the site: `path` is relative to /api/v1. The site makes the request, with the declared scopes. */
async function fetchApi(path: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(new URL(path, 'http://api.invalid'), init);
  const body = request.body === null ? '' : Buffer.from(await request.arrayBuffer()).toString('base64');
  lastCall += 1;
  const id = lastCall;
  const reply = await new Promise<ApiReply>((resolve) => {
    calls.set(id, resolve);
    send({ kind: 'api', id, method: request.method, path: String(path), headers: [...request.headers], body });
  });
  if (reply.error !== undefined) throw new Error(reply.error);
  const bytes = Buffer.from(reply.body, 'base64');
  return new Response(bytes.length === 0 ? null : bytes, { status: reply.status, headers: reply.headers });
}

function takeReply(reply: ApiReply): void {
  calls.get(reply.id)?.(reply);
  calls.delete(reply.id);
}

function failure(error: unknown): ToHost {
  return { kind: 'failed', message: describeError(error), stack: error instanceof Error ? String(error.stack) : '' };
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `The function threw ${String(error)}`;
  const { code, syscall, permission, resource } = error as NodeJS.ErrnoException & { permission?: string; resource?: string };
  if (code === 'EACCES' && syscall === 'connect')
    return `Functions cannot connect to private networks (${error.message}). See FUNCTIONS_ALLOW_PRIVATE.`;
  const action = ACTIONS[permission ?? ''];
  // `fetch` says why in the cause, and a connection to several addresses in its list.
  const { cause = (error as AggregateError).errors?.[0] } = error;
  if (code !== 'ERR_ACCESS_DENIED' || action === undefined)
    return `${error.name}: ${error.message}${cause instanceof Error ? ` (${describeError(cause)})` : ''}`;
  return `Functions cannot ${action}${resource ? ` (${resource})` : ''}.`;
}

/** Reports the result of a task, once: an uncaught error may have ended it before. */
async function finish(task: TaskMessage, result: ToHost): Promise<void> {
  if (finished.has(task)) return;
  finished.add(task);
  // What the run has closed is closed only at the end of a turn of the event loop.
  for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
  const isReusable = isIdle() && markEnd(task.endMark);
  let line: string;
  try {
    line = JSON.stringify({ ...result, memoryMb: Math.round(process.resourceUsage().maxRSS / 1024), isReusable });
  } catch (error) {
    line = JSON.stringify({ ...failure(error), message: `The result is not JSON: ${describeError(error)}`, isReusable });
  }
  current = undefined;
  host.write(`${line}\n`, () => isReusable || process.exit(0));
}

/** Whether the run has left nothing behind: no timer, connection or call, and half of the memory. */
function isIdle(): boolean {
  const { used_heap_size, external_memory, heap_size_limit } = v8.getHeapStatistics();
  return (
    !isBroken &&
    // Pipes are its own, as functions cannot open any.
    process.getActiveResourcesInfo().every((type) => type === 'PipeWrap') &&
    calls.size === 0 &&
    used_heap_size + external_memory < heap_size_limit / 2
  );
}

function markEnd(endMark: string): boolean {
  try {
    for (const output of [1, 2]) writeSync(output, `${endMark}\n`);
    return true;
  } catch {
    return false;
  }
}

function send(message: ToHost): void {
  host.write(`${JSON.stringify(message)}\n`);
}
