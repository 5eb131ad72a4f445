import { unavailable } from './errors.ts';

type Limits = {
  /** Maximum concurrent jobs. */
  running: number;
  /** Maximum queued jobs. */
  waiting: number;
  /** Sent as Retry-After when the queue is full, in seconds. */
  retryAfterSeconds: number;
};

type Limiter = (<Result>(job: () => Promise<Result>) => Promise<Result>) & {
  /** Jobs that run and wait now, and those rejected so far. */
  counts(): { running: number; waiting: number; rejected: number };
};

/**
 * Returns a function that limits concurrent expensive jobs. Further jobs wait in FIFO order.
 * @throws AppError 503 `busy` when the queue is full; the job has not started
 */
export function createLimiter({ running, waiting, retryAfterSeconds }: Limits): Limiter {
  const queue: (() => void)[] = [];
  let free = running;
  let rejected = 0;

  const limit = async <Result>(job: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else if (queue.length >= waiting) {
      rejected += 1;
      throw unavailable('busy', retryAfterSeconds);
    } else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await job();
    } finally {
      // Hand the slot to the next waiter directly, so that a new caller cannot overtake it.
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
  return Object.assign(limit, { counts: () => ({ running: running - free, waiting: queue.length, rejected }) });
}
