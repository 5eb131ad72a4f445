/** Reads the bodies of requests into memory: not more than their address takes, and not more at once than the process can bear. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tooLarge, unavailable } from '#src/platform/errors.ts';
import { widestNetworkOf } from '#src/platform/limits/network-of.ts';

/** Bytes of bodies in memory at once: of everybody, and of one network. A body waits up to `waitMs` for room. */
export type BodyMemory = { total: number; perNetwork: number; waitMs: number };

type BodyReaderOptions = {
  /** For addresses that anybody may send to: they take at most `SMALL_BODY` bytes. */
  smallBodies: BodyMemory;
  /** For all others, which read a body only after they know who sends it. */
  largeBodies: BodyMemory;
};

type BodyRequest = { request: IncomingMessage; response: ServerResponse; limit: number; clientAddress: string };

export type ReadBody = (body: BodyRequest) => Promise<Buffer>;

/** Bytes. */
export const SMALL_BODY = 256 * 1024;

const RETRY_AFTER_SECONDS = 5;

/**
 * Makes the function that reads a whole body. It throws the AppErrors 413 `too_large` as soon as there is one byte too many, and 503 `busy`
 * before anything is read when there is no room. The room is free again when the response is over.
 */
export function createBodyReader({ smallBodies, largeBodies }: BodyReaderOptions): ReadBody {
  const small = createByteBudget(smallBodies);
  const large = createByteBudget(largeBodies);

  return async ({ request, response, limit, clientAddress }) => {
    const { 'content-length': announced, 'transfer-encoding': coding } = request.headers;
    if (coding === undefined && Number(announced ?? 0) === 0) return Buffer.alloc(0);
    const reserve = limit > SMALL_BODY ? large : small;
    const release = await reserve(coding === undefined ? Number(announced) : limit, widestNetworkOf(clientAddress));
    if (response.closed) release();
    else response.once('close', release);
    const chunks: Buffer[] = [];
    let bytes = 0;
    // Leaving the loop must not destroy the request: the connection still carries the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, bytes);
  };
}

type Waiting = { bytes: number; admit: () => void };

/** Makes the function that reserves bytes, in the order of asking, and resolves to what gives them back. Throws 503 `busy`. */
export function createByteBudget({ total, perNetwork, waitMs }: BodyMemory) {
  const shares = new Map<string, number>();
  const queue: Waiting[] = [];
  let free = total;

  return async (bytes: number, network: string): Promise<() => void> => {
    if (shareOf(network) + bytes > perNetwork) throw unavailable('busy', RETRY_AFTER_SECONDS);
    addShare(network, bytes);
    try {
      if (queue.length > 0 || bytes > free) await waitForRoom(bytes);
      else free -= bytes;
    } catch (error) {
      addShare(network, -bytes);
      throw error;
    }
    return () => {
      addShare(network, -bytes);
      free += bytes;
      admitWaiting();
    };
  };

  function shareOf(network: string): number {
    return shares.get(network) ?? 0;
  }

  function addShare(network: string, bytes: number): void {
    const share = shareOf(network) + bytes;
    if (share === 0) shares.delete(network);
    else shares.set(network, share);
  }

  function waitForRoom(bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        admit() {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(unavailable('busy', RETRY_AFTER_SECONDS));
        admitWaiting();
      }, waitMs);
      queue.push(waiting);
    });
  }

  function admitWaiting(): void {
    for (let next = queue[0]; next !== undefined && next.bytes <= free; next = queue[0]) {
      queue.shift();
      free -= next.bytes;
      next.admit();
    }
  }
}
