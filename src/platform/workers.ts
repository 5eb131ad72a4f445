/** Web processes that share the port of a supervisor, to use all processor cores (node:cluster). */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';
import { StartError } from './start-errors.ts';

/** Messages between supervisor and workers. */
export const READY = 'talewood:ready';
export const STOP = 'talewood:stop';

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
      await sleep(delayMs, undefined, { ref: false });
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
    const late = sleep(stopMs, 'late', { ref: false });
    if ((await Promise.race([exited, late])) !== 'late') return;
    log.warn({ event: 'worker_killed', worker: worker.process.pid }, 'Web process did not stop in time and was killed');
    worker.process.kill('SIGKILL');
    await exited;
  }
}
