type QueueOptions = {
  /** Running and waiting jobs, in total and per client. */
  maxJobs: number;
  maxJobsPerClient: number;
  /** Longest wait before a job starts, in ms. */
  waitMs: number;
};

type Job = { start: () => Promise<void>; reject: (error: Error) => void; timer: NodeJS.Timeout };

type FairQueue = <T>(client: string, job: () => Promise<T>) => Promise<T>;

/**
 * Runs jobs one at a time, round-robin over clients and FIFO within a client, so that one client with many jobs does not delay the others.
 * Rejects a job when the queue is full, or when it has not started after `waitMs`.
 */
export function createFairQueue({ maxJobs, maxJobsPerClient, waitMs }: QueueOptions): FairQueue {
  /** In round-robin order; every client has at least one job. */
  const waiting = new Map<string, Job[]>();
  let size = 0;
  let isRunning = false;

  return (client, job) =>
    new Promise((resolve, reject) => {
      const jobs = waiting.get(client) ?? [];
      if (size >= maxJobs || jobs.length >= maxJobsPerClient) {
        reject(new Error(`The queue of share images is full (${size >= maxJobs ? maxJobs : maxJobsPerClient})`));
        return;
      }
      const entry: Job = {
        start: () => job().then(resolve, reject),
        reject,
        timer: setTimeout(() => expire(client, entry), waitMs).unref(),
      };
      size += 1;
      waiting.set(client, [...jobs, entry]);
      void next();
    });

  async function next(): Promise<void> {
    const [first] = waiting;
    if (isRunning || first === undefined) return;
    const [client, [job, ...rest]] = first;
    waiting.delete(client);
    if (rest.length > 0) waiting.set(client, rest);
    if (job === undefined) return;
    clearTimeout(job.timer);
    isRunning = true;
    await job.start();
    isRunning = false;
    size -= 1;
    void next();
  }

  function expire(client: string, job: Job): void {
    const rest = (waiting.get(client) ?? []).filter((each) => each !== job);
    if (rest.length > 0) waiting.set(client, rest);
    else waiting.delete(client);
    size -= 1;
    job.reject(new Error(`Share image job did not start within ${waitMs} ms`));
  }
}
