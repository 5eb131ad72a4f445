import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type Job, Logger, runTaskList, type TaskList, type WorkerEvents, type WorkerPool, type WorkerPoolOptions } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '#src/platform/log.ts';
import { inSpan } from '#src/platform/tracing.ts';
import type { Task } from './task.ts';
import { type Heartbeat, type OnLockHeld, releaseOrphanedJobs, startHeartbeat } from './worker-heartbeat.ts';

/** Time limit of a job; then it is aborted and fails. */
const MAX_JOB_MS = 10 * 60_000;

type JobsOptions = {
  /** Connections of the role of requests. Two are held: to listen for new jobs, and for the heartbeat. */
  pool: pg.Pool;
  tasks: readonly Task[];
  /** Tasks that run once a day, in whichever process. */
  daily?: readonly DailyTask[];
  log: Log;
  /** Concurrent jobs in this process. Default 4. */
  concurrency?: number;
  /** Polling interval for scheduled jobs, ms; new jobs are notified at once. Default 2,000. */
  pollIntervalMs?: number;
  /** Interval of checks for jobs of killed processes, ms. Default 5,000. */
  freeEveryMs?: number;
  /** Time for running jobs at a stop, ms. Default 8,000. */
  drainMs?: number;
  /** Whether jobs are paused because nothing can be written. Running jobs are stopped as at a stop. */
  isPaused?: () => boolean;
  /** Called with the connection of the heartbeat. */
  onAlive?: OnLockHeld;
};

export type Jobs = {
  /** Stops taking jobs, waits for running ones, and returns unfinished ones to the queue. */
  stop(): Promise<void>;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Runs jobs in this process, and reconnects when the database was unavailable. Resolves after the first poll, or the first failure.
 * Installs no signal handlers.
 */
export async function startJobs({
  pool,
  tasks,
  daily = [],
  log,
  concurrency = 4,
  pollIntervalMs = 2_000,
  drainMs = 8_000,
  isPaused = () => false,
  onAlive,
  freeEveryMs,
}: JobsOptions): Promise<Jobs> {
  const stopping = new AbortController();
  let heartbeat: Heartbeat | undefined;
  /** No job is taken before the heartbeat is held. */
  const beforeWorkerStart = async (_: unknown, { worker }: { worker: { workerPool: { id: string } } }) => {
    heartbeat ??= startHeartbeat(pool, worker.workerPool.id, log, onAlive);
    await heartbeat.held;
  };
  const options: WorkerPoolOptions = {
    concurrency,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    logger: quietLogger(log),
    events: logFailures(log),
    preset: {
      // Batched completion: otherwise nobody awaits the storing of a job's result, and a failure there ends the process.
      worker: { gracefulShutdownAbortTimeout: drainMs, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [{ name: 'talewood-alive', version: '1.0.0', worker: { hooks: { startWorker: beforeWorkerStart } } }],
    },
  };
  const taskList: TaskList = Object.fromEntries(tasks.map((task) => [task.name, runTask(task)]));
  const started = Promise.withResolvers<void>();
  let workers: WorkerPool | undefined;
  // The library caches the error of its first poll for task names: start it again after an error.
  options.events?.on('worker:getJob:error', ({ error }) => {
    if (workers === undefined || stopping.signal.aborted) return;
    const broken = workers;
    workers = undefined;
    log.warn({ event: 'jobs_interrupted', err: error }, 'Cannot poll for jobs; retrying');
    void end(broken);
  });
  // The first poll is done.
  for (const event of ['worker:getJob:empty', 'worker:getJob:error', 'job:start'] as const)
    options.events?.once(event, () => started.resolve());
  const pausing = setInterval(() => {
    if (workers === undefined || !isPaused()) return;
    const paused = workers;
    workers = undefined;
    void end(paused);
  }, pollIntervalMs);
  pausing.unref();
  const keepRunning = async () => {
    for (let pause = FIRST_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        if (isPaused()) pause = FIRST_PAUSE_MS;
        while (isPaused() && !stopping.signal.aborted) {
          started.resolve();
          await wait(pause, undefined, { signal: stopping.signal });
        }
        await pool.query('select 1');
        if (stopping.signal.aborted) break;
        // Not the library's `run`: its cron goes by the clock of the process, even when empty, and spins after a clock that was far ahead
        // is corrected.
        workers = runTaskList(options, taskList, pool);
        pause = FIRST_PAUSE_MS;
        await workers.promise;
      } catch (error) {
        log.warn({ event: 'jobs_interrupted', err: error }, 'Job runner stopped; restarting');
      }
      await heartbeat?.end();
      heartbeat = undefined;
      started.resolve();
      workers = undefined;
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = keepRunning();
  await started.promise;
  releaseOrphanedJobs(pool, { log, until: stopping.signal, everyMs: freeEveryMs });
  addDailyJobs(pool, daily, log, stopping.signal);
  const stop = async () => {
    stopping.abort();
    clearInterval(pausing);
    if (workers !== undefined) await end(workers);
    await running;
  };
  return { stop };
}

async function end(workers: WorkerPool): Promise<void> {
  try {
    await workers.gracefulShutdown();
  } catch {
    // Jobs that could not be returned are released later by releaseOrphanedJobs.
  }
}

/** A job that exceeds its time fails: others may take it, and its task is aborted. */
function runTask(task: Task): NonNullable<TaskList[string]> {
  return async (payload, { job, abortSignal, abortPromise }) => {
    const late = new AbortController();
    const { promise: lateness, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.abort();
      reject(new Error('The job exceeded its time limit.'));
    }, MAX_JOB_MS);
    try {
      const signal = AbortSignal.any([abortSignal, late.signal]);
      const attributes = { 'job.id': String(job.id), 'job.attempt': job.attempts };
      await inSpan(`job ${task.name}`, { kind: 'consumer', attributes }, () =>
        Promise.race([task.run(payload, { attempt: job.attempts, signal }), abortPromise, lateness]),
      );
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Forwards the library's warnings. Its line about a failed job contains the whole job, so it is replaced by ours. */
function quietLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure === true) return;
    const told = level === 'error' || level === 'warning' ? 'warn' : 'debug';
    log[told]({ event: 'jobs' }, message);
  });
}

function logFailures(log: Log): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  const facts = (job: Job) => ({ job: job.id, task: job.task_identifier, attempt: job.attempts, of: job.max_attempts });
  events.on('job:error', ({ job, error }) => {
    if (job.attempts < job.max_attempts) log.warn({ event: 'job_failed', ...facts(job), err: error }, 'Job failed; it will be retried');
  });
  events.on('job:failed', ({ job, error }) => {
    log.error({ event: 'job_dead', ...facts(job), err: error }, 'Job failed permanently');
  });
  return events;
}

/** A task that runs once a day with an empty payload, at this UTC time. */
export type DailyTask = { task: string; at: `${number}:${number}` };

const DAILY_ATTEMPTS = 5;
const DAILY_CHECK_MS = 60_000;

/** Rows of the library's cron table, which is not used otherwise because it goes by the clock of the process. */
const REGISTER_DAILY =
  'insert into graphile_worker._private_known_crontabs (identifier, known_since) values ($1, now()) on conflict do nothing';

/**
 * The process that updates the date adds the job. Dates far ahead were written under a wrong clock. A date slightly ahead means that the
 * clock was set back and today's job exists. A job of yesterday that waits for a retry is replaced.
 */
const ADD_DAILY = `
  with due as (
    select case when at > now() then at - interval '1 day' else at end as at
    from (select (date_trunc('day', now() at time zone 'UTC') + $2::interval) at time zone 'UTC' as at) today
  ), moved as (
    update graphile_worker._private_known_crontabs set last_execution = due.at from due
    where identifier = $1 and (known_since <= due.at or known_since > now() + interval '1 day')
      and (last_execution is null or last_execution < due.at or last_execution > now() + interval '1 day')
    returning 1
  )
  select graphile_worker.add_job($1, max_attempts := ${DAILY_ATTEMPTS}, job_key := 'daily:' || $1) from moved`;

/**
 * Adds daily jobs by the database's clock: checks now and once a minute until the signal is aborted. One process adds each job. A job that
 * was missed while no process ran is added late; a new task starts at its next time.
 */
function addDailyJobs(pool: pg.Pool, daily: readonly DailyTask[], log: Pick<Log, 'warn'>, until: AbortSignal): void {
  const check = async () => {
    try {
      for (const { task, at } of daily) {
        await pool.query(REGISTER_DAILY, [task]);
        await pool.query(ADD_DAILY, [task, at]);
      }
    } catch (error) {
      if (!until.aborted) log.warn({ event: 'daily_jobs_not_added', err: error }, 'Could not check for daily jobs');
    }
  };
  void check();
  const timer = setInterval(check, DAILY_CHECK_MS);
  timer.unref();
  until.addEventListener('abort', () => clearInterval(timer), { once: true });
}
