/** Runs functions and records each run. */
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { createLimiter } from '#src/platform/concurrency-limit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type FunctionSettings, readVariables } from '#src/platform/function-settings.ts';
import type { Log } from '#src/platform/log.ts';
import { openApiAccess } from './api-access.ts';
import type { FunctionRun, RUN_TRIGGERS } from './contract.ts';
import type { FunctionConfig } from './function-config.ts';
import { describeFailure, type FoundFunction } from './function-host.ts';
import { runFromLauncher } from './sandbox/launcher.ts';
import type { FunctionEvent, HttpRequest, RunContext, ToHost } from './sandbox/messages.ts';
import { MAX_RESPONSE_BYTES, type SandboxRun } from './sandbox/run-in-sandbox.ts';

export type RunDeps = {
  db: Db;
  log: Pick<Log, 'info' | 'warn'>;
  settings: FunctionSettings;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Origin of the site, as this process reaches it. */
  apiOrigin: string;
  /** Variables that functions may declare. Default: those of this process. */
  variables?: Readonly<Record<string, string | undefined>>;
};

export type RunnableFunction = FoundFunction & { config: FunctionConfig };

export type RunInput = {
  trigger: (typeof RUN_TRIGGERS)[number];
  /** Type of the event, or method and path. */
  subject: string;
  attempt?: number;
  /** Id of a queued run, which becomes this one. */
  run?: string | undefined;
  context?: Pick<RunContext, 'path' | 'user'>;
  signal?: AbortSignal;
} & ({ event: FunctionEvent } | { request: HttpRequest });

export type RunResult = { run: string; result: Exclude<ToHost, { kind: 'api' }> };

/** One at a time: many statements at once would take all processors from pages. No more wait than functions run. */
const limitRecording = createLimiter({ running: 1, waiting: Number.POSITIVE_INFINITY, retryAfterSeconds: 0 });

/** Newest runs of a function that are stored. */
const MAX_STORED_RUNS = 1_000;
const TRIM_EVERY = 100;
let sinceTrim = 0;

/** Runs a function. Rejects only when the database does. */
export async function runFunction(deps: RunDeps, fn: RunnableFunction, input: RunInput): Promise<RunResult> {
  const { db, log } = deps;
  const { name, config } = fn;
  const record = startRecord(db, name, input);
  const { run } = record;
  const timeoutMs = config.timeout * 1000;
  const access =
    config.scopes.length === 0 ? undefined : openApiAccess({ ...deps, ...deps.settings, ...config, name: `Function ${name}`, timeoutMs });
  const { folder, allowPrivate, concurrency } = deps.settings;
  const common = {
    ...{ file: fn.file, allowPrivate },
    context: { ...input.context, function: name, run, site: deps.publicUrl },
  };
  const task =
    'event' in input
      ? ({ ...common, kind: 'event', event: input.event } as const)
      : ({ ...common, kind: 'http', request: input.request, maxResponseBytes: MAX_RESPONSE_BYTES } as const);
  const ended = await runFromLauncher({
    ...{
      task,
      folder,
      concurrency,
      version: fn.version,
      timeoutMs,
      memoryMb: config.memory,
      env: readVariables(config.env, deps.variables),
    },
    ...(access !== undefined && { callApi: access.call }),
    ...(input.signal !== undefined && { signal: input.signal }),
  });
  await access?.end();
  await limitRecording(() => record.end(ended));
  const { result, durationMs } = ended;
  const facts = { function: name, run, trigger: input.trigger, ms: durationMs };
  if (result.kind === 'failed') log.warn({ event: 'function_failed', ...facts, reason: result.message }, 'Function failed');
  else log.info({ event: 'function_run', ...facts }, 'Function ran');
  sinceTrim += 1;
  if (sinceTrim % TRIM_EVERY === 0) await trimRuns(db, name);
  return { run, result };
}

/** Most runs are recorded once, when they end: each statement costs the site about as much as a cached page. */
const RECORD_AFTER_MS = 500;

/** Returns the id of the run and `end`, which records it. A run that takes longer is also recorded while it runs. */
function startRecord(db: Db, name: string, { trigger, subject, attempt = 1, run = randomUUIDv7() }: RunInput) {
  const start = new Date();
  const save = ({ status, duration_ms = null, memory_mb = null, http_status = null, error = '', log = '' }: RunState) =>
    sql`
      insert into function_runs (id, function, trigger, subject, attempt, created_at, started_at, status, duration_ms, memory_mb, http_status, error, log)
        values (${run}, ${name}, ${trigger}, ${subject.slice(0, 200)}, ${attempt}, ${start}, ${start}, ${status}, ${duration_ms}, ${memory_mb},
          ${http_status}, ${error}, ${log})
      on conflict (id) do update set started_at = excluded.started_at, status = excluded.status, duration_ms = excluded.duration_ms,
        memory_mb = excluded.memory_mb, http_status = excluded.http_status, error = excluded.error, log = excluded.log`.execute(db);
  let saving: Promise<unknown> | undefined;
  const timer = setTimeout(() => {
    saving = save({ status: 'running' }).catch(() => {});
  }, RECORD_AFTER_MS);
  const end = async ({ result, log, durationMs }: SandboxRun) => {
    clearTimeout(timer);
    await saving;
    await save({
      ...{ status: result.kind === 'failed' ? 'failed' : 'succeeded', duration_ms: durationMs, log },
      memory_mb: result.memoryMb === undefined ? null : clampMemory(result.memoryMb),
      http_status: result.kind === 'response' ? result.status : null,
      error: result.kind === 'failed' ? describeFailure(result) : '',
    });
  };
  return { run, end };
}

type RunState = { status: 'running' | 'failed' | 'succeeded' } & Partial<
  Pick<FunctionRun, 'duration_ms' | 'memory_mb' | 'http_status' | 'error' | 'log'>
>;

/** The process may report anything. */
function clampMemory(mb: number): number | null {
  return Number.isFinite(mb) && mb >= 0 && mb < 100_000 ? Math.round(mb) : null;
}

async function trimRuns(db: Db, name: string): Promise<void> {
  await sql`delete from function_runs where function = ${name} and id < (
    select id from function_runs where function = ${name} order by id desc offset ${MAX_STORED_RUNS} limit 1)`.execute(db);
}

const RETENTION_DAYS = 30;

/** Deletes runs after 30 days. Returns their number. */
export async function removeOldFunctionRuns(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from function_runs where created_at <= clock_timestamp() - ${RETENTION_DAYS} * interval '1 day'`.execute(db);
  return Number(numAffectedRows ?? 0);
}
