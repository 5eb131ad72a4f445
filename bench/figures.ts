/** The results of a benchmark section, for the results file and the documentation. */

export type Limit = { most: number } | { least: number };

export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** For repeated measurements: the 95th percentile; `value` is the median. */
  p95?: number;
  /** Number of generated tales, where it matters. */
  size?: number;
  limit?: Limit;
};

/** `words`: results without numbers, such as failed audits. */
export type SectionResult = { figures: Figure[]; words?: string[] };

export type BenchOptions = {
  sizes: number[];
  /** Fewer and shorter rounds, to test the benchmark itself. */
  quick: boolean;
  /** Keeps the generated tales for the next run. */
  keep: boolean;
  say: (line: string) => void;
};

export type Section = (options: BenchOptions) => Promise<SectionResult>;

/** Returns whether the figure misses its limit. */
export function isMissed({ value, limit }: Figure): boolean {
  if (limit === undefined) return false;
  return 'most' in limit ? !(value <= limit.most) : !(value >= limit.least);
}
