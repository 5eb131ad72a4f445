import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type Job, Logger, runTaskList, type TaskList, type WorkerEvents, type WorkerPool, type WorkerPoolOptions } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '#src/platform/log.ts';
import { type Alive, holdAlive, type OnHeld } from './alive.ts';
import { addDailyJobs, type DailyTask } from './daily.ts';
import { freeLeftJobs, LONGEST_JOB_MS } from './free-left-jobs.ts';
import type { Task } from './task.ts';

type JobsOptions = {
  /** Connections of the role that serves. Two of them are held: to hear of new jobs, and to tell that this process lives. */
  pool: pg.Pool;
  tasks: readonly Task[];
  /** Those of the tasks that are due once a day, whichever process it is that runs them. */
  daily?: readonly DailyTask[];
  log: Log;
  /** Jobs at work at the same time in this process. Default 4. */
  concurrency?: number;
  /** Milliseconds between looks for jobs whose time has come; new ones are heard of at once. Default 2,000. */
  pollIntervalMs?: number;
  /** Milliseconds between looks for jobs that killed processes have left. Default 5,000. */
  freeEveryMs?: number;
  /** Milliseconds that jobs at work get at a stop. Default 8,000. */
  drainMs?: number;
  /** Whether jobs are to wait just now, as nothing can be written. Those at work are ended as at a stop. */
  isPaused?: () => boolean;
  /** Called with the connection that tells that this process lives. */
  onAlive?: OnHeld;
};

export type Jobs = {
  /** Takes no new jobs, waits for those at work, and hands back the ones that are not done in time. */
  stop(): Promise<void>;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Runs jobs in this process, and goes on when the database was away. Resolves when the first connection looks for jobs, or
 * when the first try has failed: the tries go on. Installs no signal handlers.
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
  let alive: Alive | undefined;
  /** No job is taken before its process is known to live. */
  const tellAlive = async (_: unknown, { worker }: { worker: { workerPool: { id: string } } }) => {
    alive ??= holdAlive(pool, worker.workerPool.id, log, onAlive);
    await alive.held;
  };
  const options: WorkerPoolOptions = {
    concurrency,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    logger: quietLogger(log),
    events: tellOfFailures(log),
    preset: {
      // In batches, even of one: outside of them nobody waits for the end of a job to be stored, and a failure to do so ends the process.
      worker: { gracefulShutdownAbortTimeout: drainMs, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [{ name: 'talewood-alive', version: '1.0.0', worker: { hooks: { startWorker: tellAlive } } }],
    },
  };
  const taskList: TaskList = Object.fromEntries(tasks.map((task) => [task.name, runTask(task)]));
  const begun = Promise.withResolvers<void>();
  let workers: WorkerPool | undefined;
  // The library keeps the error of its first look for the names of tasks for ever: after one, it begins anew.
  options.events?.on('worker:getJob:error', ({ error }) => {
    if (workers === undefined || stopping.signal.aborted) return;
    const broken = workers;
    workers = undefined;
    log.warn({ event: 'jobs_interrupted', err: error }, 'Jobs cannot be looked for; trying again');
    void end(broken);
  });
  // Its first look is done: one that is cut off costs seconds.
  for (const event of ['worker:getJob:empty', 'worker:getJob:error', 'job:start'] as const)
    options.events?.once(event, () => begun.resolve());
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
          begun.resolve();
          await wait(pause, undefined, { signal: stopping.signal });
        }
        await pool.query('select 1');
        if (stopping.signal.aborted) break;
        // Not `run` of the library: its timetable, also an empty one, is kept by the clock of the process, and never rests after one
        // that was far ahead is set right.
        workers = runTaskList(options, taskList, pool);
        pause = FIRST_PAUSE_MS;
        await workers.promise;
      } catch (error) {
        log.warn({ event: 'jobs_interrupted', err: error }, 'Jobs do not run; trying again');
      }
      await alive?.end();
      alive = undefined;
      begun.resolve();
      workers = undefined;
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = keepRunning();
  await begun.promise;
  freeLeftJobs(pool, { log, until: stopping.signal, everyMs: freeEveryMs });
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
    // What could not be handed back is freed later (free-left-jobs.ts).
  }
}

/** A job that is not done when its time is up counts as failed: it is free for others, and its task is told to stop. */
function runTask(task: Task): NonNullable<TaskList[string]> {
  return async (payload, { job, abortSignal, abortPromise }) => {
    const late = new AbortController();
    const { promise: lateness, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.abort();
      reject(new Error('The job took too long.'));
    }, LONGEST_JOB_MS);
    try {
      const signal = AbortSignal.any([abortSignal, late.signal]);
      await Promise.race([task.run(payload, { attempt: job.attempts, signal }), abortPromise, lateness]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** What the library says about its own troubles. Its line about a failed job would hold the whole job: we have our own. */
function quietLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure === true) return;
    const told = level === 'error' || level === 'warning' ? 'warn' : 'debug';
    log[told]({ event: 'jobs' }, message);
  });
}

function tellOfFailures(log: Log): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  const facts = (job: Job) => ({ job: job.id, task: job.task_identifier, attempt: job.attempts, of: job.max_attempts });
  events.on('job:error', ({ job, error }) => {
    if (job.attempts < job.max_attempts)
      log.warn({ event: 'job_failed', ...facts(job), err: error }, 'A job failed and will be tried again');
  });
  events.on('job:failed', ({ job, error }) => {
    log.error({ event: 'job_dead', ...facts(job), err: error }, 'A job failed for the last time');
  });
  return events;
}
