import cluster from 'node:cluster';
import type { Config } from './config.ts';
import { exitWithFailure } from './start-errors.ts';
import { READY, STOP } from './workers.ts';

/** Lifecycle of a server process: start, readiness, graceful shutdown, fatal errors. */

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
