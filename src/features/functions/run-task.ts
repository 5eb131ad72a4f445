/** Runs functions in the background: on events, schedules and demand. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import { findLastRun } from './function-config.ts';
import type { FoundFunction, FunctionHost } from './function-host.ts';
import { type RunDeps, runFunction } from './run-function.ts';
import type { FunctionEvent } from './sandbox/messages.ts';

/** Also in db/migrations/0088_functions.sql. */
export const RUN_FUNCTION = 'run_function';
/** The last one about four minutes after the first. */
const SCHEDULE_TRIES = 6;
/** A schedule that no process has looked at for so long has missed its runs. */
const MAX_LATE_MS = 24 * 60 * 60_000;

/** The type of events of schedules. */
export const SCHEDULED = 'schedule';

const Payload = z.strictObject({
  function: z.string(),
  trigger: z.enum(['event', 'schedule', 'manual']),
  event: z.strictObject({ type: z.string(), occurred_at: z.string(), data: z.record(z.string(), z.unknown()).nullable() }),
  run: z.uuid().optional(),
});
export type RunPayload = z.input<typeof Payload>;

/** A failed run is retried, unless an administrator started it. */
export function runFunctionTask(deps: RunDeps & { host: FunctionHost }): Task {
  const { host, db, log } = deps;
  return defineTask({
    name: RUN_FUNCTION,
    payload: Payload,
    run: async ({ function: name, trigger, event, run }, { attempt, signal }) => {
      const fn = (await host.list())?.find((each) => each.name === name);
      if (fn === undefined) {
        log.info({ event: 'function_missing', function: name }, 'The function of a job no longer exists');
        return failQueued(db, run, 'The function no longer exists.');
      }
      const { config, problem } = fn;
      if (config === undefined) {
        await failQueued(db, run, problem);
        if (trigger === 'manual') return;
        throw new Error(`The function ${name} is broken.`);
      }
      const complete = await completeEvent(db, event);
      if (complete === undefined) return failQueued(db, run, 'What the event is about was deleted.');
      const input = { trigger, subject: event.type, attempt, run, event: complete, signal };
      const { result } = await runFunction(deps, { ...fn, config }, input);
      if (result.kind === 'failed' && trigger !== 'manual') throw new Error(`The function ${name} failed.`);
    },
  });
}

async function failQueued(db: Db, run: string | undefined, error: string): Promise<void> {
  if (run !== undefined) await db.updateTable('function_runs').set({ status: 'failed', error }).where('id', '=', run).execute();
}

/** Personal data is not in the queue: it is read now. Undefined when it was deleted. */
async function completeEvent(db: Db, event: z.output<typeof Payload>['event']): Promise<FunctionEvent | undefined> {
  const { type, data } = event;
  if (type !== 'message.received' && type !== 'subscriber.confirmed') return { ...event, data: data ?? {} };
  const { rows } = await sql<{ data: FunctionEvent['data'] | null }>`
    select function_event_data(${type}, ${String(data?.id)}::uuid) as data`.execute(db);
  const found = rows[0]?.data;
  return found ? { ...event, data: found } : undefined;
}

/** Stores what functions subscribe to, for the triggers of the database and for schedules. */
export async function registerFunctions(db: Db, functions: readonly FoundFunction[]): Promise<void> {
  await transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(7412088)`.execute(trx);
    const rows = functions.flatMap(({ name, config }) => (config === undefined ? [] : [{ name, config }]));
    // A broken module keeps its subscriptions: its events wait for the repair.
    const names = functions.map(({ name }) => name);
    await sql`delete from functions where name <> all(${names}::text[])`.execute(trx);
    for (const { name, config } of rows)
      await sql`
        insert into functions (name, events, schedule) values (${name}, ${config.events}::text[], ${config.schedule ?? null})
        on conflict (name) do update set events = excluded.events, schedule = excluded.schedule,
          scheduled_until = case when functions.schedule is distinct from excluded.schedule then now() else functions.scheduled_until end
        where (functions.events, functions.schedule) is distinct from (excluded.events, excluded.schedule)`.execute(trx);
  });
}

type Scheduled = { name: string; schedule: string; from: Date; now: Date };

/**
 * Adds the jobs of schedules that are due, by the database's clock. One process adds each. Of runs that were missed while no process ran, the last
 * one is added, if it is less than a day old.
 */
export async function queueScheduledRuns(db: Db): Promise<void> {
  await transact(db, async (trx) => {
    const { rows } = await sql<Scheduled>`
      select name, schedule, scheduled_until as from, clock_timestamp() as now from functions
      where schedule is not null and date_trunc('minute', clock_timestamp()) > scheduled_until order by name for update skip locked`.execute(
      trx,
    );
    for (const { name, schedule, from, now } of rows) {
      const since = new Date(Math.max(from.getTime(), now.getTime() - MAX_LATE_MS));
      const due = findLastRun(schedule, since, now);
      await trx.updateTable('functions').set({ scheduled_until: now }).where('name', '=', name).execute();
      if (due === undefined) continue;
      const event = { type: SCHEDULED, occurred_at: due.toISOString(), data: {} };
      const payload: RunPayload = { function: name, trigger: 'schedule', event };
      await addJob(trx, RUN_FUNCTION, payload, { key: `function:${name}:schedule`, tries: SCHEDULE_TRIES });
    }
  });
}
