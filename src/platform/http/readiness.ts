/** Whether requests should be sent to this process. */

/** Structurally the Health of the process's life. */
export type Health = { ready: boolean; stopping: boolean };

type ReadinessOptions = {
  health: Readonly<Health>;
  checkDatabase: () => Promise<unknown>;
  /** How long the database may take to answer, ms. */
  timeoutMs?: number;
  /** How long an answer is good, ms: many askers make one check. */
  keepMs?: number;
};

/** A code that says why not; undefined when ready. */
export type Reason = 'stopping' | 'starting' | 'database' | undefined;

export function createReadiness({ health, checkDatabase, timeoutMs = 1_000, keepMs = 500 }: ReadinessOptions): () => Promise<Reason> {
  let check: Promise<boolean> | undefined;
  let checked = Number.NEGATIVE_INFINITY;
  return async () => {
    if (health.stopping) return 'stopping';
    if (!health.ready) return 'starting';
    if (check === undefined || performance.now() - checked >= keepMs) {
      checked = performance.now();
      check = answersInTime(checkDatabase, timeoutMs);
    }
    return (await check) ? undefined : 'database';
  };
}

async function answersInTime(checkDatabase: () => Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const answers = (async () => {
    await checkDatabase();
    return true;
  })().catch(() => false);
  const inTime = await Promise.race([answers, late]);
  clearTimeout(timer);
  return inTime;
}
