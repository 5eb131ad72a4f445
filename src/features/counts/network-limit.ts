type NetworkLimitOptions = {
  /** What one network may do in a window. */
  points: number;
  /** Milliseconds; a window begins for all networks together. */
  windowMs: number;
  /** Networks that are told apart; beyond them nobody new counts. */
  most: number;
};

/** Makes a judge of networks, in the memory of this process: true while one has not done too much. At the end of a window all are forgotten. */
export function createNetworkLimit({ points, windowMs, most }: NetworkLimitOptions): (network: string) => boolean {
  const done = new Map<string, number>();
  return (network) => {
    const known = done.get(network);
    if (known === undefined && done.size >= most) return false;
    if (done.size === 0) setTimeout(() => done.clear(), windowMs).unref();
    if ((known ?? 0) >= points) return false;
    done.set(network, (known ?? 0) + 1);
    return true;
  };
}
