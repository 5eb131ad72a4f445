/** Cuts readers that do not read. Node has no such limit: its own timeouts all end when the request has been read. */
import type { Socket } from 'node:net';

type Stall = { drained: number; since: number };

/**
 * Looks at all connections now and then. A connection on which answer bytes wait, and on which not one write has been
 * taken for `timeoutMs`, is cut. Nothing is done per request. Returns what stops the watch.
 */
export function watchStalledWrites(sockets: () => Iterable<Socket>, timeoutMs: number): () => void {
  const stalls = new WeakMap<Socket, Stall>();
  const everyMs = Math.max(10, Math.min(2_000, timeoutMs / 4));
  const timer = setInterval(() => {
    const now = performance.now();
    for (const socket of sockets()) {
      if (socket.writableLength === 0) {
        stalls.delete(socket);
        continue;
      }
      const drained = socket.bytesWritten - socket.writableLength;
      const stall = stalls.get(socket);
      if (stall === undefined || stall.drained !== drained) stalls.set(socket, { drained, since: now });
      else if (now - stall.since >= timeoutMs) socket.destroy();
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
