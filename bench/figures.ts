/** What a section of the benchmarks measures, in a shape that the results file and the documentation share. */

export type Limit = { most: number } | { least: number };

export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** Of repeated measurements: `value` is the median, this the 95th percentile. */
  p95?: number;
  /** Number of made-up tales it was taken at, where that is what is looked into. */
  size?: number;
  limit?: Limit;
};

/** `words` are facts that are no figures: failing audits and the like. */
export type SectionResult = { figures: Figure[]; words?: string[] };

export type BenchOptions = {
  sizes: number[];
  /** Fewer and shorter rounds: to try the harness, not to quote. */
  quick: boolean;
  /** Leaves the made-up tales for the next run. */
  keep: boolean;
  say: (line: string) => void;
};

export type Section = (options: BenchOptions) => Promise<SectionResult>;

/** True when the figure has a limit and is on the wrong side of it. */
export function isMissed({ value, limit }: Figure): boolean {
  if (limit === undefined) return false;
  return 'most' in limit ? !(value <= limit.most) : !(value >= limit.least);
}
