/** `talewood functions`: creates, lists and serves functions, without a database. */
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FUNCTION_EVENTS, FunctionName } from '#src/features/functions/contract.ts';
import { createFunctionHost, type FunctionHost, findMatcher, serveLocally } from '#src/features/functions/functions.ts';
import { type FunctionSettings, readVariables } from '#src/platform/function-settings.ts';
import { urls } from '#src/urls.ts';
import { CommandError } from './command.ts';

export const NEW_OPTIONS = { http: { type: 'boolean' }, event: { type: 'string' }, schedule: { type: 'string' } } as const;
export const SERVE_OPTIONS = { port: { type: 'string' }, api: { type: 'string' } } as const;

const silent = { info: () => {}, warn: () => {} };
const DEFAULT_PORT = 8787;
const RELOAD_MS = 1_000;

/** Writes a module that works, as a start. @throws CommandError when the name is invalid or in use */
export async function newFunction(args: string[], { folder }: FunctionSettings): Promise<string> {
  const { values, positionals } = parse(args, NEW_OPTIONS, 'functions new NAME [--http | --event TYPE | --schedule CRON]');
  const [name = '', ...more] = positionals;
  if (more.length > 0 || Object.keys(values).length > 1)
    throw new CommandError('Usage: talewood functions new NAME [--http | --event TYPE | --schedule CRON]');
  if (!FunctionName.safeParse(name).success)
    throw new CommandError('The name must begin with a lowercase letter and consist of lowercase letters, digits and hyphens, 50 at most.');
  const { event, schedule } = values;
  if (event !== undefined && !FUNCTION_EVENTS.some((each) => each === event))
    throw new CommandError(`Unknown event: ${event}. Events are ${FUNCTION_EVENTS.join(', ')}.`);
  if (schedule !== undefined && findMatcher(schedule) === undefined)
    throw new CommandError(`Not a cron expression: ${schedule}. For example "0 7 * * 1" runs every Monday at 7:00 UTC.`);
  const found = await createFunctionHost({ folder, account: undefined, allowPrivate: false, concurrency: 3 }, silent).list();
  if (found?.some((each) => each.name === name)) throw new CommandError(`There is a function ${name} already.`);
  const file = path.join(folder, `${name}.ts`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, event !== undefined ? eventModule(event) : schedule !== undefined ? scheduleModule(schedule) : httpModule(), {
    flag: 'wx',
  });
  const next =
    event === undefined && schedule === undefined
      ? `It answers at ${urls.functions()}/${name}.`
      : 'It is listed under Functions (/manage-functions).';
  return `Wrote ${file}. A running site reads it within a few seconds. ${next}`;
}

/** Lists the functions with their triggers and problems. */
export async function listFunctions(settings: FunctionSettings): Promise<string> {
  const found = await createFunctionHost(settings, silent).list();
  if (found === undefined || found.length === 0)
    return `No functions in ${settings.folder}. Create one: npm run talewood -- functions new hello --http`;
  const width = Math.max(...found.map(({ name }) => name.length)) + 2;
  const lines = found.map(({ name, problem, config }) => {
    const http =
      config?.http === undefined ? [] : [`${config.http.methods.join(', ')} ${urls.functions()}/${name} (${config.http.access})`];
    const triggers = [...http, ...(config?.events ?? []), ...(config?.schedule === undefined ? [] : [`"${config.schedule}"`])];
    return `${name.padEnd(width)}${problem === '' ? triggers.join('; ') : `BROKEN: ${problem}`}`;
  });
  if (found.some(({ problem }) => problem !== '')) process.exitCode = 1;
  return lines.join('\n');
}

/** Serves the functions on a port of this machine until the process is told to stop. Reads changed modules. */
export async function serveFunctions(args: string[], settings: FunctionSettings): Promise<string> {
  const usage = 'functions serve [--port NUMBER] [--api URL]';
  const { values, positionals } = parse(args, SERVE_OPTIONS, usage);
  const port = Number(values.port ?? DEFAULT_PORT);
  const api = values.api ?? 'http://localhost:3000';
  if (positionals.length > 0 || !Number.isInteger(port) || port < 0 || port > 65_535 || !URL.canParse(api))
    throw new CommandError(`Usage: talewood ${usage}`);
  const print = (line: string) => process.stderr.write(`${line}\n`);
  const host = createFunctionHost(settings, silent, (functions) => {
    for (const { name, problem, config } of functions)
      print(problem === '' ? `Ready: ${name} ${config?.http === undefined ? '(POST an event)' : ''}` : `Broken: ${name}: ${problem}`);
  });
  const server = serveLocally({ host, api, apiKey: readVariables(['TALEWOOD_API_KEY']).TALEWOOD_API_KEY, print });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve)).catch((error: Error) => {
    throw new CommandError(`Cannot listen on port ${port}: ${error.message}`);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  print(`Functions of ${settings.folder} are served at ${origin}${urls.functions()}/NAME (Ctrl-C to stop)`);
  await watch(host);
  server.closeAllConnections();
  server.close();
  return 'Stopped.';
}

/** Looks for changes until SIGINT or SIGTERM. */
async function watch(host: FunctionHost): Promise<void> {
  const timer = setInterval(() => void host.list(), RELOAD_MS);
  void host.list();
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  clearInterval(timer);
}

function parse<Options extends Record<string, { type: 'string' | 'boolean' }>>(args: string[], options: Options, usage: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new CommandError(`Usage: talewood ${usage}`);
  }
}

const CONTEXT = `type Context = {
  /** Public URL of the site. */
  site: string;
  /** The variables that \`config.env\` names. */
  env: Record<string, string | undefined>;
  /** Shown under Functions. */
  log: Pick<Console, 'info' | 'warn' | 'error'>;
  /** Calls /api/v1, for example \`fetchApi('/tales')\`. Needs \`scopes: ['read']\`. */
  fetchApi: (path: string, init?: RequestInit) => Promise<Response>;
};`;

function httpModule(): string {
  return `${CONTEXT}

export const config = {
  description: 'Greets',
  // access: 'public', 'user' (logged in) or a permission: 'submitTales', 'translateTales', 'editTales', 'manageSite'.
  http: { methods: ['GET'], access: 'public' },
};

export default function handle(request: Request, { log }: Context): Response {
  const name = new URL(request.url).searchParams.get('name') ?? 'reader';
  log.info('Greeted', name);
  return Response.json({ greeting: \`Hello, \${name}!\` });
}
`;
}

function eventModule(type: string): string {
  return `${CONTEXT}

type Event = { type: string; occurred_at: string; data: Record<string, unknown> };

export const config = {
  description: 'Logs events',
  events: ['${type}'],
};

/** An error repeats the run later, five times at most. An event may arrive twice. */
export default async function handle({ type, data }: Event, { log }: Context): Promise<void> {
  log.info(type, data);
}
`;
}

function scheduleModule(schedule: string): string {
  return `${CONTEXT}

export const config = {
  description: 'Counts tales',
  // Minute, hour, day of the month, month, day of the week; UTC.
  schedule: '${schedule}',
  scopes: ['read'],
};

export default async function handle(_: unknown, { log, fetchApi }: Context): Promise<void> {
  const response = await fetchApi('/tales');
  const { total } = (await response.json()) as { total: { count: number } };
  log.info('Tales:', total.count);
}
`;
}
