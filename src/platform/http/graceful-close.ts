/** The end of a server without a dropped request. */
import type { Server } from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#src/platform/log.ts';

/** Shared with the server and the readiness answer: while `stopping`, every answer ends its connection. */
export type ServerState = { stopping: boolean };

type CloseOptions = {
  state: ServerState;
  /** Between "not ready" and closing the port, so that a load balancer can turn away, ms; none by default. */
  waitMs?: number;
  /** For the requests at work, ms. */
  drainMs?: number;
  /** How long idle connections stay, so that a request already on its way is still answered, ms. */
  idleGraceMs?: number;
  log: Log;
};

const closings = new WeakMap<Server, Promise<void>>();

/**
 * Readiness off and `Connection: close` on every answer from now on; wait; stop accepting; let the requests at work end;
 * after `drainMs` cut what is left. Resolves when no connection is left. A second call waits for the first.
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
  // Not http's own close(): that cuts idle connections at once, and with them a request that is just arriving.
  net.Server.prototype.close.call(server);
  const started = performance.now();
  const sweep = setInterval(() => {
    if (performance.now() - started >= idleGraceMs) server.closeIdleConnections();
  }, 25);
  const limit = setTimeout(() => {
    log.warn({ event: 'drain_limit', drainMs }, 'Requests were still at work at the end of the drain; they are cut');
    server.closeAllConnections();
  }, drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
  // What http's close() would have ended beside: its look at slow requests.
  server.close();
}
