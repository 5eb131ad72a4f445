import type { Config } from './config.ts';
import { exitWithFailure } from './start-errors.ts';

/** The life of a server process: start, readiness, an orderly end, and what to do when something breaks. */

/** What a process tells the outside about itself: the load balancer asks. */
export type Health = { ready: boolean; stopping: boolean };

export type Lifecycle = {
  health: Health;
  /**
   * Adds what has to be ended at a stop. The last one added ends first: what was started on top of another thing ends
   * before it. A step that takes longer than `timeoutMs` (default 10,000) is left behind.
   */
  onStop(name: string, end: () => unknown, options?: { timeoutMs?: number }): void;
  /** Ends everything in order, then the process. */
  stop(reason: string, exitCode?: number): Promise<void>;
};

export type LifecycleLog = { info(message: string): void; warn(message: string): void; error(message: string): void };

type RunOptions = {
  config: Pick<Config, 'shutdownWaitMs'>;
  log: LifecycleLog;
  /** Starts everything and adds it with `onStop` as it goes. When it resolves, the process is ready. */
  start(lifecycle: Lifecycle): Promise<void>;
};

type Step = { name: string; end: () => unknown; timeoutMs: number };

/** One Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const SAME_SIGNAL_MS = 300;

/**
 * Runs a server process to its end. SIGINT, SIGTERM, SIGHUP and the death of the parent stop it in order with exit
 * code 0: not ready, wait `shutdownWaitMs`, then the steps; a second signal ends it at once. A failed start tells one
 * line and exits 1; so does a defect that nobody caught, after the steps.
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
      if (wasReady && exitCode === 0) await sleep(config.shutdownWaitMs);
      await endAll(steps, log);
      process.exit(exitCode);
    })();
    return ending;
  };

  const onStop: Lifecycle['onStop'] = (name, end, { timeoutMs = 10_000 } = {}) => {
    steps.push({ name, end, timeoutMs });
  };

  listen(stop, log);
  try {
    await start({ health, onStop, stop });
    health.ready = !health.stopping;
  } catch (error) {
    // Told to stop while starting: what was being started misses what has already ended.
    if (ending) return ending;
    await endAll(steps, log);
    exitWithFailure(error);
  }
}

function listen(stop: Lifecycle['stop'], log: LifecycleLog): void {
  let firstSignalAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const now = performance.now();
      firstSignalAt ??= now;
      if (now - firstSignalAt > SAME_SIGNAL_MS) process.exit(1);
      void stop(signal);
    });
  }
  const defect = (error: unknown) => {
    log.error(`A defect ends this process: ${error instanceof Error ? error.stack : String(error)}`);
    void stop('a defect', 1);
  };
  process.on('uncaughtException', defect);
  process.on('unhandledRejection', defect);
  // The script that started us holds a channel to us; it closes even when that script is killed.
  process.on('disconnect', () => void stop('the starting process has gone'));
  process.channel?.unref();
}

/** Also takes steps that are added meanwhile by a start that was still under way. */
async function endAll(steps: Step[], log: LifecycleLog): Promise<void> {
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { name, timeoutMs } = step;
    try {
      const ended = await Promise.race([Promise.resolve(step.end()).then(() => true), sleep(timeoutMs).then(() => false)]);
      if (!ended) log.warn(`${name} did not end within ${timeoutMs} ms.`);
    } catch (error) {
      log.warn(`${name} ended badly: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
