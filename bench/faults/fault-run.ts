import type { Figure } from '../figures.ts';

export type FaultOptions = {
  minutes: number;
  /** Number of kills; `seed` determines their times. */
  kills: number;
  seed: number;
  say: (line: string) => void;
};

/** `skipped`: the reason why nothing was run. */
export type FaultResult = { figures: Figure[] } | { skipped: string };

export type FaultRun = (options: FaultOptions) => Promise<FaultResult>;

/** A figure that must be 0. */
export function none(name: string, value: number, unit = ''): Figure {
  return { name, value, unit, limit: { most: 0 } };
}

/** A figure that must equal the total. */
export function all(name: string, value: number, of: number, unit = ''): Figure {
  return { name: `${name} (of ${of})`, value, unit, limit: { least: of } };
}
