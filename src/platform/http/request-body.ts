/** Reads request bodies into memory, within limits for each body, for each network and for all together. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tooLarge, unavailable } from '#src/platform/errors.ts';
import { widestSubnet } from '#src/platform/rate-limit/client-subnet.ts';

/** Bytes of bodies in memory: in total and per client network. A request waits up to `waitMs` for memory. */
export type BodyMemory = { total: number; perNetwork: number; waitMs: number };

type BodyReaderOptions = {
  /** For paths without authentication, which accept at most `SMALL_BODY` bytes. */
  smallBodies: BodyMemory;
  /** For all others, which read the body only after authentication. */
  largeBodies: BodyMemory;
};

type BodyRequest = { request: IncomingMessage; response: ServerResponse; limit: number; clientAddress: string };

export type ReadBody = (body: BodyRequest) => Promise<Buffer>;

/** Bytes. */
export const SMALL_BODY = 256 * 1024;

const RETRY_AFTER_SECONDS = 5;

/**
 * Returns a function that reads a whole body. The memory is released when the response is finished.
 * @throws AppError 413 `too_large` as soon as the limit is exceeded, 503 `busy` before reading when there is no memory
 */
export function createBodyReader({ smallBodies, largeBodies }: BodyReaderOptions): ReadBody {
  const small = createByteBudget(smallBodies);
  const large = createByteBudget(largeBodies);

  return async ({ request, response, limit, clientAddress }) => {
    const { 'content-length': announced, 'transfer-encoding': coding } = request.headers;
    if (coding === undefined && Number(announced ?? 0) === 0) return Buffer.alloc(0);
    const reserve = limit > SMALL_BODY ? large : small;
    const release = await reserve(coding === undefined ? Number(announced) : limit, widestSubnet(clientAddress));
    if (response.closed) release();
    else response.once('close', release);
    const chunks: Buffer[] = [];
    let bytes = 0;
    // Leaving the loop must not destroy the request: the connection still carries the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, bytes);
  };
}

type Waiting = { bytes: number; admit: () => void };

/**
 * Returns a function that reserves bytes in FIFO order and resolves to a function that releases them.
 * @throws AppError 503 `busy` after `waitMs`, or when the network's share is used up
 */
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
