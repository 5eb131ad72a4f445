/** Work that is done once things are quiet, however often it was asked for. */
export type Later = {
  /** Has it done soon. */
  soon(): void;
  /** Does not begin any more, and waits for what has begun. */
  stop(): Promise<void>;
};

type LaterOptions = {
  /** So long, in milliseconds, nobody must have asked. */
  quietMs: number;
  /** So long it is put off at most while they go on asking. */
  longestMs: number;
  /** Takes what the work throws. */
  onError: (error: unknown) => void;
};

/** One piece of work at a time; what is asked for meanwhile is done after it. Its timer does not keep the process alive. */
export function createLater(work: () => Promise<void>, { quietMs, longestMs, onError }: LaterOptions): Later {
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
