type QueueOptions = {
  /** Jobs that run or wait, of all and of one asker. */
  most: number;
  mostOfOne: number;
  /** How long a job may wait before it begins, milliseconds. */
  waitMs: number;
};

type Job = { start: () => Promise<void>; giveUp: (error: Error) => void; timer: NodeJS.Timeout };

export type FairQueue = <T>(asker: string, job: () => Promise<T>) => Promise<T>;

/**
 * Runs jobs one at a time. Askers take turns, each with its oldest job, so that many jobs of one do not hold up the others. Rejects at once
 * when too many wait, and what has waited too long without having begun.
 */
export function createFairQueue({ most, mostOfOne, waitMs }: QueueOptions): FairQueue {
  /** In the order of their turns; each with at least one job. */
  const waiting = new Map<string, Job[]>();
  let size = 0;
  let isRunning = false;

  return (asker, job) =>
    new Promise((resolve, reject) => {
      const jobs = waiting.get(asker) ?? [];
      if (size >= most || jobs.length >= mostOfOne) {
        reject(new Error(`The queue of share images is full (${size >= most ? most : mostOfOne})`));
        return;
      }
      const entry: Job = {
        start: () => job().then(resolve, reject),
        giveUp: reject,
        timer: setTimeout(() => drop(asker, entry), waitMs).unref(),
      };
      size += 1;
      waiting.set(asker, [...jobs, entry]);
      void next();
    });

  async function next(): Promise<void> {
    const [turn] = waiting;
    if (isRunning || turn === undefined) return;
    const [asker, [job, ...later]] = turn;
    waiting.delete(asker);
    if (later.length > 0) waiting.set(asker, later);
    if (job === undefined) return;
    clearTimeout(job.timer);
    isRunning = true;
    await job.start();
    isRunning = false;
    size -= 1;
    void next();
  }

  function drop(asker: string, job: Job): void {
    const left = (waiting.get(asker) ?? []).filter((each) => each !== job);
    if (left.length > 0) waiting.set(asker, left);
    else waiting.delete(asker);
    size -= 1;
    job.giveUp(new Error(`A share image has waited for ${waitMs} ms`));
  }
}
