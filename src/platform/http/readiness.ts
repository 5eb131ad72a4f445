/** Whether requests should be sent to this process. */

/** Structurally the Health of the process's life. */
export type Health = { ready: boolean; stopping: boolean };

type ReadinessOptions = {
  health: Readonly<Health>;
  checkDatabase: () => Promise<unknown>;
  /** Whether readers can be served without the database, from the page cache. */
  canServeCached?: (() => boolean) | undefined;
  /** Whether the site takes no changes, as the disk of the database is full. */
  isDiskFull?: (() => boolean) | undefined;
  /** How long the database may take to answer, ms. */
  timeoutMs?: number;
  /** How long an answer is good, ms: many askers make one check. */
  keepMs?: number;
};

/**
 * `not_ready`: nobody can be served. `degraded`: readers can, and something is wrong; taking such a process out of the load balancer
 * would take the site from its readers. `reason` is a code that says what is wrong.
 */
export type Readiness =
  | { status: 'ready' }
  | { status: 'degraded'; reason: 'database' | 'disk_full' }
  | { status: 'not_ready'; reason: 'stopping' | 'starting' | 'database' | 'disk_full' };

export function createReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const { health, checkDatabase, canServeCached = () => false, isDiskFull = () => false, timeoutMs = 1_000, keepMs = 500 } = options;
  let check: Promise<boolean> | undefined;
  let checked = Number.NEGATIVE_INFINITY;
  return async () => {
    if (health.stopping) return { status: 'not_ready', reason: 'stopping' };
    if (!health.ready) return { status: 'not_ready', reason: 'starting' };
    if (check === undefined || performance.now() - checked >= keepMs) {
      checked = performance.now();
      check = answersInTime(checkDatabase, timeoutMs);
    }
    const isAway = !(await check);
    if (!isAway && !isDiskFull()) return { status: 'ready' };
    return { status: isAway && !canServeCached() ? 'not_ready' : 'degraded', reason: isDiskFull() ? 'disk_full' : 'database' };
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
