/** Functions: endpoints below /api/v1/admin, and what other code calls. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { SessionUser } from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import { pageByIdClause, splitPage } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { readVariables } from '#src/platform/function-settings.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { ListCursor } from '#src/platform/http/list-query.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { urls } from '#src/urls.ts';
import { FUNCTION_EVENTS, FunctionList, FunctionName, FunctionRun, FunctionRunPage, type FunctionView } from './contract.ts';
import { findNextRun } from './function-config.ts';
import type { FoundFunction, FunctionHost } from './function-host.ts';
import { RUN_FUNCTION, type RunPayload, SCHEDULED } from './run-task.ts';

export { findMatcher } from './function-config.ts';
export { createFunctionHost, type FunctionHost } from './function-host.ts';
export { functionRoutes } from './http-routes.ts';
export { type RunDeps, removeOldFunctionRuns } from './run-function.ts';
export { queueScheduledRuns, registerFunctions, runFunctionTask } from './run-task.ts';
export { serveLocally } from './serve-locally.ts';

const WithName = z.strictObject({ name: FunctionName });
const WithRun = z.strictObject({ name: FunctionName, run: z.uuid().describe('Id of the run.') });
const RunQuery = z.strictObject({
  after: ListCursor,
  status: z.enum(['failed'], 'Unknown status.').optional().describe('Only failed runs.'),
});
const RunInput = z
  .strictObject({ event: z.enum(FUNCTION_EVENTS, 'Unknown type of event').nullable().default(null) })
  .meta({ id: 'FunctionRunInput', description: 'A run on demand. `event`: its type; null for the schedule.' });

export type FunctionDeps = { db: Db; functions: FunctionHost };

/** For sessions only: API keys must not start code. */
export function functionEndpoints({ db, functions: host }: FunctionDeps): Endpoint<SessionUser>[] {
  return [
    endpoint({
      ...{ id: 'listFunctions', method: 'GET', path: '/functions', summary: 'List functions', response: FunctionList },
      description: 'The functions in the folder of the operator, with their triggers and the state of their runs.',
      run: async (_: { caller: SessionUser }) => ({
        ...{ folder: host.settings.folder, next: null },
        functions: await viewAll(db, (await host.list()) ?? []),
      }),
    }),
    endpoint({
      ...{ id: 'listFunctionRuns', method: 'GET', path: '/functions/{name}/runs', summary: 'List the runs of a function' },
      description: 'The runs of the last 30 days, 1,000 at most, newest first, without their logs.',
      ...{ params: WithName, query: RunQuery, response: FunctionRunPage },
      run: async ({ params, query }) => listRuns(db, params.name, query),
    }),
    endpoint({
      ...{ id: 'getFunctionRun', method: 'GET', path: '/functions/{name}/runs/{run}', summary: 'Get a run of a function' },
      description: 'One run with its log.',
      ...{ params: WithRun, response: FunctionRun },
      run: async ({ params }) => getRun(db, params.name, params.run),
    }),
    endpoint({
      ...{ id: 'runFunction', method: 'POST', path: '/functions/{name}/run', summary: 'Run a function now' },
      description: 'Queues a run with the newest object of the site as its event, or one of the schedule. It is not retried.',
      ...{ params: WithName, body: RunInput, response: FunctionRun, status: 202 },
      errors: { 409: 'The function is broken, does not have this trigger, or there is no object for the event' },
      run: async ({ caller, params, body }) => queueRun({ db, functions: host }, caller.id, params.name, body.event),
    }),
  ];
}

type Counts = { name: string; runs: number; failures: number; last_status: string | null; last_at: Date | null };

async function viewAll(db: Db, found: readonly FoundFunction[]): Promise<FunctionView[]> {
  const names = found.map(({ name }) => name);
  const { rows } = await sql<Counts>`
    select f.name, recent.runs, recent.failures, last.status as last_status, last.created_at as last_at
    from unnest(${names}::text[]) as f(name) cross join lateral (
      select count(*)::integer as runs, (count(*) filter (where status = 'failed'))::integer as failures from function_runs r
      where r.function = f.name and r.created_at > now() - interval '7 days'
    ) recent left join lateral (
      select ${STATUS} as status, created_at from function_runs r where r.function = f.name order by r.id desc limit 1
    ) last on true`.execute(db);
  const counts = new Map(rows.map((row) => [row.name, row]));
  return found.map((each) => viewOf(each, counts.get(each.name)));
}

function viewOf({ name, problem, config }: FoundFunction, counts: Counts | undefined): FunctionView {
  const schedule = config?.schedule ?? null;
  const env = config?.env ?? [];
  const set = readVariables(env);
  return {
    ...{ name, problem, schedule, env, description: config?.description ?? '' },
    url: config?.http === undefined ? null : `${urls.functions()}/${name}`,
    ...{ methods: config?.http?.methods ?? [], access: config?.http?.access ?? null, events: config?.events ?? [] },
    next_run_at: schedule === null ? null : (findNextRun(schedule, new Date())?.toISOString() ?? null),
    missing_env: env.filter((variable) => !(variable in set)),
    ...{ scopes: config?.scopes ?? [], timeout: config?.timeout ?? 0, memory: config?.memory ?? 0 },
    last_run: counts?.last_status && counts.last_at ? { status: counts.last_status, at: counts.last_at.toISOString() } : null,
    ...{ runs: counts?.runs ?? 0, failures: counts?.failures ?? 0 },
  };
}

/** A run lasts a minute at most. */
const STATUS = sql<
  FunctionRun['status']
>`case when status = 'running' and started_at < now() - interval '2 minutes' then 'interrupted' else status end`;

type Row = Omit<FunctionRun, 'created_at'> & { created_at: Date };

async function listRuns(db: Db, name: string, { after, status }: z.output<typeof RunQuery>): Promise<FunctionRunPage> {
  const { rows } = await sql<Row>`
    select id, function, trigger, subject, ${STATUS} as status, attempt, created_at, duration_ms, memory_mb, http_status, error, '' as log
    from function_runs where function = ${name} and (${status ?? null}::text is null or status = ${status ?? null})
    ${pageByIdClause(after, sql`id`)}`.execute(db);
  const page = splitPage(rows);
  return { runs: page.rows.map(toRun), next: page.next };
}

async function getRun(db: Db, name: string, id: string): Promise<FunctionRun> {
  const { rows } = await sql<Row>`
    select id, function, trigger, subject, ${STATUS} as status, attempt, created_at, duration_ms, memory_mb, http_status, error, log
    from function_runs where id = ${id} and function = ${name}`.execute(db);
  if (rows[0] === undefined) throw notFound('There is no such run. Runs are deleted after 30 days.', 'unknown_run');
  return toRun(rows[0]);
}

function toRun({ created_at, ...row }: Row): FunctionRun {
  return { ...row, created_at: created_at.toISOString() };
}

/** @throws AppError 404 `unknown_function`, 409 `not_runnable` */
async function queueRun({ db, functions }: FunctionDeps, actor: string, name: string, type: RunType | null): Promise<FunctionRun> {
  const config = (await functions.list())?.find((each) => each.name === name)?.config;
  if (config === undefined) {
    if ((await functions.list())?.some((each) => each.name === name)) throw notRunnable('This function is broken. Repair it first.');
    throw notFound('There is no such function.', 'unknown_function');
  }
  if (type === null ? config.schedule === undefined : !config.events.includes(type))
    throw notRunnable('This function does not have this trigger.');
  return transact(db, async (trx) => {
    const data = type === null ? {} : await findSample(trx, type);
    if (data === undefined) throw notRunnable('There is nothing on the site that this event could be about. Wait for the event itself.');
    const { id } = await trx
      .insertInto('function_runs')
      .values({ function: name, trigger: 'manual', subject: type ?? SCHEDULED, status: 'queued' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const event = { type: type ?? SCHEDULED, occurred_at: new Date().toISOString(), data };
    const payload: RunPayload = { function: name, trigger: 'manual', event, run: id };
    await addJob(trx, RUN_FUNCTION, payload, { tries: 1 });
    await audit(trx, {
      actor,
      action: 'function.run',
      subject: { kind: 'function', id: name },
      details: { name, event: type ?? SCHEDULED },
    });
    return getRun(trx, name, id);
  });
}

type RunType = (typeof FUNCTION_EVENTS)[number];

async function findSample(trx: Db, type: RunType): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<{ data: Record<string, unknown> | null }>`select function_sample_event(${type}) as data`.execute(trx);
  return rows[0]?.data ?? undefined;
}

function notRunnable(message: string): AppError {
  return new AppError(409, 'not_runnable', message);
}
