/** Serves functions for their development: without a database, and with their logs on the terminal. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readVariables } from '#src/platform/function-settings.ts';
import { urls } from '#src/urls.ts';
import type { FunctionHost } from './function-host.ts';
import { describeFailure } from './function-host.ts';
import type { RunnableFunction } from './run-function.ts';
import type { ApiCall, ApiReply, FunctionEvent, Task } from './sandbox/messages.ts';
import { MAX_RESPONSE_BYTES, runInSandbox, type SandboxRun } from './sandbox/run-in-sandbox.ts';

type LocalDeps = {
  host: FunctionHost;
  /** Origin of a site whose API functions may read. */
  api: string;
  /** For changes, and for what only editors may read. */
  apiKey: string | undefined;
  print: (line: string) => void;
};

const MAX_BODY = 256 * 1024;

/**
 * Returns a server that answers at the same URLs as the site, without logins. POST to the URL of a function without requests runs it with the
 * body as its event: `{"type": "tale.published", "data": {…}}`, or nothing for a schedule.
 */
export function serveLocally(deps: LocalDeps): Server {
  return createServer((request, response) => {
    answer(deps, request, response).catch((error: Error) => respond(response, 500, `${error.message}\n`));
  });
}

async function answer(deps: LocalDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  const [name = '', ...rest] = url.pathname.startsWith(`${urls.functions()}/`)
    ? url.pathname.slice(urls.functions().length + 1).split('/')
    : [];
  const fn = (await deps.host.list())?.find((each) => each.name === name);
  if (fn === undefined) return respond(response, 404, 'There is no such function.\n');
  if (fn.config === undefined) return respond(response, 503, `${fn.problem}\n`);
  const { config } = fn;
  const body = await readAll(request);
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
  const context = { function: name, run: 'local', site: new URL(deps.api).origin, path: `/${rest.join('/')}`, user: null };
  const common = { file: fn.file, allowPrivate: true, context };
  if (config.http === undefined) {
    const event = body.length === 0 ? { type: 'schedule', data: {} } : (JSON.parse(body.toString()) as Partial<FunctionEvent>);
    const complete = { type: 'tale.published', data: {}, occurred_at: new Date().toISOString(), ...event };
    const { result } = await run(deps, { ...fn, config }, { ...common, kind: 'event', event: complete });
    return respond(response, result.kind === 'failed' ? 500 : 200, result.kind === 'failed' ? `${describeFailure(result)}\n` : 'Done.\n');
  }
  if (!config.http.methods.some((each) => each === method)) return respond(response, 405, `Allowed: ${config.http.methods.join(', ')}\n`);
  const headers = Object.entries(request.headers).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' && key !== 'host' && key !== 'connection' && key !== 'content-length' ? [[key, value]] : [],
  );
  const sent = { url: url.href, method, headers, body: method === 'GET' ? '' : body.toString('base64') };
  const task = { ...common, kind: 'http', request: sent, maxResponseBytes: MAX_RESPONSE_BYTES } as const;
  const { result } = await run(deps, { ...fn, config }, task);
  if (result.kind !== 'response')
    return respond(response, 502, result.kind === 'failed' ? `${describeFailure(result)}\n` : 'No response.\n');
  response.writeHead(result.status, result.headers.flat());
  response.end(Buffer.from(result.body, 'base64'));
}

async function run({ host, print, ...deps }: LocalDeps, { name, config }: RunnableFunction, task: Task): Promise<SandboxRun> {
  const env = readVariables(config.env);
  const ended = await runInSandbox({
    ...{ task, env, folder: host.settings.folder, timeoutMs: config.timeout * 1000, memoryMb: config.memory },
    ...(config.scopes.length > 0 && { callApi: (call: ApiCall) => callApi(deps, call) }),
  });
  const { result, log, durationMs } = ended;
  const outcome =
    result.kind === 'failed' ? `failed: ${describeFailure(result)}` : result.kind === 'response' ? `${result.status}` : 'done';
  print(`${name} ${outcome} (${durationMs} ms${result.memoryMb === undefined ? '' : `, ${result.memoryMb} MB`})`);
  for (const line of log.split('\n')) if (line !== '') print(`  ${line}`);
  return ended;
}

async function callApi({ api, apiKey }: Pick<LocalDeps, 'api' | 'apiKey'>, call: ApiCall): Promise<Omit<ApiReply, 'id'>> {
  const headers = new Headers(call.headers);
  if (apiKey !== undefined) headers.set('authorization', `Bearer ${apiKey}`);
  const init = {
    method: call.method,
    headers,
    signal: AbortSignal.timeout(10_000),
    ...(call.body !== '' && { body: Buffer.from(call.body, 'base64') }),
  };
  const response = await fetch(new URL(`/api/v1${call.path}`, api), init);
  const type = response.headers.get('content-type') ?? 'application/json';
  return { status: response.status, headers: [['content-type', type]], body: Buffer.from(await response.arrayBuffer()).toString('base64') };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error('The body is larger than 256 KB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function respond(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}
