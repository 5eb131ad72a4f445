import type { Server } from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#src/platform/log.ts';

export type Health = { ready: boolean; stopping: boolean };

type ReadinessOptions = {
  health: Readonly<Health>;
  checkDatabase: () => Promise<unknown>;
  /** Whether pages can be served without the primary: cached ones, or from a replica. */
  canRead?: (() => boolean) | undefined;
  /** Whether the site is read-only because the disk of the database is full. */
  isDiskFull?: (() => boolean) | undefined;
  /** Timeout of the database check, ms. */
  timeoutMs?: number;
  /** How long a result is cached, ms. */
  cacheMs?: number;
  /** How long the last result is used while the next check runs, ms. */
  staleMs?: number;
};

/**
 * `not_ready`: nothing can be served. `degraded`: pages can be served but something is wrong; removing such a process from the load
 * balancer would take the site offline.
 */
type Readiness =
  | { status: 'ready' }
  | { status: 'degraded'; reason: 'database' | 'disk_full' }
  | { status: 'not_ready'; reason: 'stopping' | 'starting' | 'database' | 'disk_full' };

/**
 * Frequent requests are answered at once, with the result of the last check: load balancers wait for a short time only, and must not remove
 * a process that can serve cached pages because its database does not answer.
 */
export function createReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const { health, checkDatabase, canRead = () => false, isDiskFull = () => false } = options;
  const { timeoutMs = 1_000, cacheMs = 500, staleMs = 2_000 } = options;
  let running: Promise<void> | undefined;
  let isDatabaseDown = false;
  let checked = Number.NEGATIVE_INFINITY;
  async function check(): Promise<void> {
    isDatabaseDown = !(await respondsInTime(checkDatabase, timeoutMs));
    checked = performance.now();
    running = undefined;
  }
  return async () => {
    if (health.stopping) return { status: 'not_ready', reason: 'stopping' };
    if (!health.ready) return { status: 'not_ready', reason: 'starting' };
    const age = performance.now() - checked;
    if (age >= cacheMs) running ??= check();
    if (age >= staleMs) await running;
    if (!isDatabaseDown && !isDiskFull()) return { status: 'ready' };
    return { status: isDatabaseDown && !canRead() ? 'not_ready' : 'degraded', reason: isDiskFull() ? 'disk_full' : 'database' };
  };
}

async function respondsInTime(checkDatabase: () => Promise<unknown>, timeoutMs: number): Promise<boolean> {
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

/** Shared by server and readiness: while `stopping`, every response closes its connection. */
export type ServerState = { stopping: boolean };

type CloseOptions = {
  state: ServerState;
  /** Delay between "not ready" and closing the port, for load balancers, ms. Default 0. */
  waitMs?: number;
  /** Time for running requests, ms. */
  drainMs?: number;
  /** How long idle connections stay open, so that requests already under way are answered, ms. */
  idleGraceMs?: number;
  log: Log;
};

const closings = new WeakMap<Server, Promise<void>>();

/**
 * Shuts a server down without dropping requests: reports "not ready", closes connections after their responses, waits `waitMs`, stops
 * accepting, waits for running requests, and closes what is left after `drainMs`. A second call waits for the first.
 */
export function gracefulClose(server: Server, options: CloseOptions): Promise<void> {
  const closing = closings.get(server) ?? close(server, options);
  closings.set(server, closing);
  return closing;
}

async function close(server: Server, { state, waitMs = 0, drainMs = 25_000, idleGraceMs = 250, log }: CloseOptions): Promise<void> {
  state.stopping = true;
  if (waitMs > 0) await wait(waitMs);
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  // http.Server.close() would close idle connections at once, and drop requests that are just arriving.
  net.Server.prototype.close.call(server);
  const started = performance.now();
  const sweep = setInterval(() => {
    if (performance.now() - started >= idleGraceMs) server.closeIdleConnections();
  }, 25);
  const limit = setTimeout(() => {
    log.warn({ event: 'drain_limit', drainMs }, 'Shutdown timeout reached; closing connections with running requests');
    server.closeAllConnections();
  }, drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
  // Also stops http's timer for slow requests.
  server.close();
}
