/** Work that runs after a quiet period. */
type DebouncedTask = {
  /** Schedules a run. */
  soon(): void;
  /** Cancels the scheduled run and waits for a running one. */
  stop(): Promise<void>;
};

type DebounceOptions = {
  /** Delay after the last call, ms. */
  quietMs: number;
  /** Maximum delay after the first call, ms. */
  longestMs: number;
  /** Receives errors of the work. */
  onError: (error: unknown) => void;
};

/** Debounces `work`. Runs never overlap. The timer does not keep the process alive. */
export function createDebouncedTask(work: () => Promise<void>, { quietMs, longestMs, onError }: DebounceOptions): DebouncedTask {
  let timer: NodeJS.Timeout | undefined;
  let since: number | undefined;
  let done = Promise.resolve();
  const begin = () => {
    since = undefined;
    done = done.then(work).catch(onError);
  };
  return {
    soon: () => {
      since ??= performance.now();
      clearTimeout(timer);
      timer = setTimeout(begin, Math.max(0, Math.min(quietMs, since + longestMs - performance.now()))).unref();
    },
    stop: () => {
      clearTimeout(timer);
      return done;
    },
  };
}
