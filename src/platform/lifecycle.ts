import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { exitWithFailure, StartError } from './start-errors.ts';

/** Lifecycle of a server process: start, readiness, graceful shutdown, fatal errors. */

/** Messages between supervisor and workers. */
const READY = 'talewood:ready';
const STOP = 'talewood:stop';

/** State of the process for load balancers. */
export type Health = { ready: boolean; stopping: boolean };

export type Lifecycle = {
  health: Health;
  /**
   * Adds a shutdown step. Steps run in reverse order, so that dependent services stop first. A step that exceeds `timeoutMs` (default
   * 10,000) is abandoned.
   */
  onStop(name: string, end: () => unknown, options?: { timeoutMs?: number }): void;
  /** Runs all shutdown steps, then exits. */
  stop(reason: string, exitCode?: number): Promise<void>;
};

type LifecycleLog = { info(message: string): void; warn(message: string): void; error(message: string): void };

type RunOptions = {
  config: Pick<Config, 'shutdownDelayMs'>;
  log: LifecycleLog;
  /** Starts all services, adding them with `onStop`. When it resolves, the process is ready. */
  start(lifecycle: Lifecycle): Promise<void>;
};

type Step = { name: string; end: () => unknown; timeoutMs: number };

/** One Ctrl-C arrives twice: from the terminal, and forwarded by npm. */
const SAME_SIGNAL_MS = 300;

/**
 * Runs a server process. SIGINT, SIGTERM, SIGHUP and the death of the parent shut it down with exit code 0: not ready, wait
 * `shutdownDelayMs`, then the steps; a second signal exits at once. A failed start prints one line and exits with 1; so does an unhandled
 * error, after the steps.
 */
export async function runServer({ config, log, start }: RunOptions): Promise<void> {
  const steps: Step[] = [];
  const health: Health = { ready: false, stopping: false };
  let ending: Promise<void> | undefined;

  const stop = (reason: string, exitCode = 0): Promise<void> => {
    ending ??= (async () => {
      const wasReady = health.ready;
      Object.assign(health, { ready: false, stopping: true });
      log.info(`Stopping: ${reason}.`);
      if (wasReady && exitCode === 0) await sleep(config.shutdownDelayMs);
      await runSteps(steps, log);
      process.exit(exitCode);
    })();
    return ending;
  };

  const onStop: Lifecycle['onStop'] = (name, end, { timeoutMs = 10_000 } = {}) => {
    steps.push({ name, end, timeoutMs });
  };

  if (cluster.isWorker) listenToSupervisor(stop);
  installHandlers(stop, log);
  try {
    await start({ health, onStop, stop });
    health.ready = !health.stopping;
    if (cluster.isWorker && health.ready) process.send?.(READY);
  } catch (error) {
    // Stopped while starting: errors are caused by services that have already stopped.
    if (ending) return ending;
    await runSteps(steps, log);
    exitWithFailure(error);
  }
}

/** A terminal and systemd send signals to all processes; workers wait for the supervisor, so that they do not get a second one from it. */
function listenToSupervisor(stop: Lifecycle['stop']): void {
  process.on('message', (message) => {
    if (message === STOP) void stop('the supervisor stops it');
  });
}

function installHandlers(stop: Lifecycle['stop'], log: LifecycleLog): void {
  let firstSignalAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    if (cluster.isWorker) {
      process.on(signal, () => {});
      continue;
    }
    process.on(signal, () => {
      const now = performance.now();
      firstSignalAt ??= now;
      if (now - firstSignalAt > SAME_SIGNAL_MS) process.exit(1);
      void stop(signal);
    });
  }
  const handleFatal = (error: unknown) => {
    log.error(`Fatal: unhandled error: ${error instanceof Error ? error.stack : String(error)}`);
    void stop('unhandled error', 1);
  };
  process.on('uncaughtException', handleFatal);
  process.on('unhandledRejection', handleFatal);
  // The parent script holds an IPC channel, which closes even when it is killed.
  process.on('disconnect', () => void stop('the parent process ended'));
  process.channel?.unref();
}

/** Includes steps added in the meantime by a start that is still running. */
async function runSteps(steps: Step[], log: LifecycleLog): Promise<void> {
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { name, timeoutMs } = step;
    try {
      const ended = await Promise.race([Promise.resolve(step.end()).then(() => true), sleep(timeoutMs).then(() => false)]);
      if (!ended) log.warn(`${name} did not stop within ${timeoutMs} ms.`);
    } catch (error) {
      log.warn(`${name} failed to stop: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Web processes that share the port of a supervisor, to use all processor cores (node:cluster). */

/** How long open requests of a web process may take at a stop, ms. */
export const DRAIN_MS = 25_000;
/** A worker that ran for less is restarted with a delay, which doubles each time. */
const HEALTHY_MS = 30_000;
const MAX_DELAY_MS = 30_000;

export type Workers = {
  /** Replaces the workers one by one: a new one serves before the old one stops. Does nothing while a replacement runs. */
  restart(): Promise<void>;
  /** Stops all workers. */
  stop(): Promise<void>;
};

type WorkerOptions = {
  count: number;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** A worker that takes longer to stop is killed, ms. */
  stopMs: number;
};

/**
 * Starts the workers, which run the same program, and replaces those that exit. Resolves when all are ready.
 * @throws StartError if one exits while starting; it has printed why
 */
export async function startWorkers({ count, log, stopMs }: WorkerOptions): Promise<Workers> {
  const expected = new Set<Worker>();
  let isStopping = false;
  let restarting: Promise<void> | undefined;
  let delayMs = 0;

  try {
    // The first alone: what prevents a start, such as a port in use, is printed once.
    await start();
    await Promise.all(Array.from({ length: count - 1 }, start));
  } catch (error) {
    await stop();
    throw error;
  }
  log.info({ event: 'workers_started', workers: pids() }, 'Started the web processes');
  return {
    restart: () => (restarting ??= restartAll().finally(() => (restarting = undefined))),
    stop,
  };

  function pids(): (number | undefined)[] {
    return [...expected].map((worker) => worker.process.pid);
  }

  async function start(): Promise<void> {
    const worker = cluster.fork();
    const startedAt = performance.now();
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    worker.on('message', (message) => {
      if (message !== READY) return;
      expected.add(worker);
      resolve();
    });
    worker.once('exit', (code, signal) => {
      reject(new StartError('A web process exited while starting.'));
      if (expected.delete(worker) && !isStopping) void replace(worker, startedAt, signal ?? code);
    });
    await ready;
  }

  async function replace({ process: { pid } }: Worker, startedAt: number, reason: string | number): Promise<void> {
    log.error({ event: 'worker_exited', worker: pid, reason }, 'Web process exited unexpectedly; starting another');
    delayMs = performance.now() - startedAt > HEALTHY_MS ? 0 : Math.min(MAX_DELAY_MS, Math.max(1_000, 2 * delayMs));
    for (;;) {
      await wait(delayMs, undefined, { ref: false });
      if (isStopping) return;
      try {
        await start();
        log.info({ event: 'worker_replaced', workers: pids() }, 'Started a web process');
        return;
      } catch {
        delayMs = Math.min(MAX_DELAY_MS, Math.max(1_000, 2 * delayMs));
        log.error({ event: 'worker_not_started', delayMs }, 'Web process did not start; trying again');
      }
    }
  }

  async function restartAll(): Promise<void> {
    log.info({ event: 'workers_restarting' }, 'Restarting the web processes');
    for (const worker of [...expected]) {
      if (isStopping) return;
      try {
        await start();
      } catch {
        log.error({ event: 'workers_not_restarted' }, 'A new web process did not start; the others keep running');
        return;
      }
      await end(worker);
    }
    log.info({ event: 'workers_restarted', workers: pids() }, 'Restarted the web processes');
  }

  async function stop(): Promise<void> {
    isStopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).flatMap((worker) => (worker === undefined ? [] : [end(worker)])));
  }

  /** Lets a worker finish its requests; kills it after `stopMs`. */
  async function end(worker: Worker): Promise<void> {
    expected.delete(worker);
    if (worker.isDead()) return;
    const exited = once(worker, 'exit');
    if (worker.isConnected()) worker.send(STOP);
    const late = wait(stopMs, 'late', { ref: false });
    if ((await Promise.race([exited, late])) !== 'late') return;
    log.warn({ event: 'worker_killed', worker: worker.process.pid }, 'Web process did not stop in time and was killed');
    worker.process.kill('SIGKILL');
    await exited;
  }
}
