import type { BodyMemory } from './request-body.ts';

/** The limits of the server, in one place. Tests give shorter times; everything else takes the defaults. */

export type HttpLimits = {
  /** Time for the whole head of a request, ms. */
  headersTimeoutMs: number;
  /** Time for a whole request with its body, ms. */
  requestTimeoutMs: number;
  /** How often Node looks for requests over their time, ms. */
  checkEveryMs: number;
  /** How long an idle connection is kept, ms. Longer than the 60 s of most proxies is their business to set. */
  keepAliveTimeoutMs: number;
  /** How long an answer may lie unread by a reader before the connection is cut, ms. */
  writeTimeoutMs: number;
  /** How long a refused sender may go on before the connection is cut, ms. */
  lingerMs: number;
  maxRequestsPerSocket: number;
  maxConnections: number;
  maxHeaderBytes: number;
  /** Longest address (path and query), bytes. */
  maxTargetBytes: number;
  /** Most bytes of a body where the route asks for nothing else. */
  maxBodyBytes: number;
  /** Memory for bodies that anybody may send, and for the large ones of those who may work on the collection. */
  smallBodies: BodyMemory;
  largeBodies: BodyMemory;
  /** Requests at work in the application before further ones are sent away with 503. */
  maxRunning: number;
};

export const DEFAULT_LIMITS: HttpLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  checkEveryMs: 2_000,
  keepAliveTimeoutMs: 5_000,
  writeTimeoutMs: 45_000,
  lingerMs: 1_000,
  maxRequestsPerSocket: 1_000,
  maxConnections: 10_000,
  maxHeaderBytes: 16 * 1024,
  maxTargetBytes: 8 * 1024,
  maxBodyBytes: 64 * 1024,
  smallBodies: { total: 24 * 1024 * 1024, perNetwork: 4 * 1024 * 1024, waitMs: 5_000 },
  largeBodies: { total: 48 * 1024 * 1024, perNetwork: 48 * 1024 * 1024, waitMs: 20_000 },
  maxRunning: 1_000,
};
