/** Runs jobs one at a time, in order. Rejects at once when `limit` jobs are running or waiting. */
export function createQueue(limit: number): <T>(job: () => Promise<T>) => Promise<T> {
  let size = 0;
  let last: Promise<unknown> = Promise.resolve();

  return async (job) => {
    if (size >= limit) throw new Error(`The queue of share images is full (${limit})`);
    size += 1;
    const turn = last.then(job, job);
    last = turn.finally(() => {
      size -= 1;
    });
    // The caller hears of a failure through `turn`; unheard, the copy kept for the next job would end the process.
    last.catch(() => {});
    return turn;
  };
}
