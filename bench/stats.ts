/** Returns the percentile `p` (0 to 1) of the values, by nearest rank. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Calls `work` with a counter, first `warmUp` and then `runs` times. Returns the duration of each run, ms. */
export async function timeRuns(
  work: (run: number) => Promise<unknown>,
  { runs, warmUp }: { runs: number; warmUp: number },
): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < warmUp + runs; run++) {
    const started = performance.now();
    await work(run);
    if (run >= warmUp) times.push(performance.now() - started);
  }
  return times;
}
