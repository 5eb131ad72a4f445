import { networkLimits } from '#src/platform/limits/limits.ts';

type NetworkLimitOptions = {
  /** What one network may do in a window; wider ones as in `networkLimits`. */
  points: number;
  /** Milliseconds; a window begins for all networks together. */
  windowMs: number;
  /** Networks that are told apart; beyond them nobody new counts. */
  most: number;
};

/** Makes a judge of addresses, in the memory of this process: true while their networks have not done too much. At the end of a window all are forgotten. */
export function createNetworkLimit({ points, windowMs, most }: NetworkLimitOptions): (address: string) => boolean {
  const done = new Map<string, number>();
  return (address) => {
    const limits = networkLimits('', address, { points, windowSeconds: windowMs / 1000 });
    const isAllowed = limits.every(({ key, limit }) => (done.get(key) ?? 0) < limit.points && (done.has(key) || done.size < most));
    if (!isAllowed) return false;
    if (done.size === 0) setTimeout(() => done.clear(), windowMs).unref();
    for (const { key } of limits) done.set(key, (done.get(key) ?? 0) + 1);
    return true;
  };
}
