import { unavailable } from './errors.ts';

/** Lets a few dear jobs run at once and the next ones wait, in order; a crowd beyond that is sent away. */

type Limits = {
  /** Most jobs that run at once. */
  running: number;
  /** Most jobs that wait. */
  waiting: number;
  /** What a refused caller is told to wait before the next try. */
  retryAfterSeconds: number;
};

/**
 * Makes a function that runs jobs within the limits and gives back what they give back. When too many wait it throws at once
 * the AppError 503 `busy`, and the job has not begun.
 */
export function createTurns({ running, waiting, retryAfterSeconds }: Limits): <Result>(job: () => Promise<Result>) => Promise<Result> {
  const queue: (() => void)[] = [];
  let free = running;

  return async (job) => {
    if (free > 0) free -= 1;
    else if (queue.length >= waiting) throw unavailable('busy', retryAfterSeconds);
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await job();
    } finally {
      // A turn is handed to the next in line rather than freed, so that a newcomer cannot slip in between.
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
