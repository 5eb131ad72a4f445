/** Reading speed, measured from finished tales. Pure functions; reading-speed-store.ts persists the result. */

export type SpeedMode = 'aloud' | 'silent';

/** Words per minute; null until measured. `samples`: speeds of the last tales, newest last. */
export type ReadingSpeed = { aloud: number | null; silent: number | null; samples: Record<SpeedMode, number[]> };

/** A tale read from start to finish. `minutes`: reading time without pauses. */
export type SpeedSample = { words: number; minutes: number; mode: SpeedMode };

/** Words per minute before anything is measured. */
export const DEFAULT_SPEED: Record<SpeedMode, number> = { aloud: 130, silent: 200 };
/** Speeds outside these limits are not reading. */
export const SPEED_LIMITS: Record<SpeedMode, { min: number; max: number }> = {
  aloud: { min: 60, max: 300 },
  silent: { min: 60, max: 600 },
};
export const UNKNOWN_SPEED: ReadingSpeed = { aloud: null, silent: null, samples: { aloud: [], silent: [] } };

/** Shorter texts give no reliable speed. */
const MIN_WORDS = 100;
const MAX_SAMPLES = 9;

/**
 * Adds a sample; the speed is the median of the last nine samples and the default, which limits the effect of outliers. Implausible samples
 * are ignored.
 */
export function addSample(pace: ReadingSpeed, { words, minutes, mode }: SpeedSample): ReadingSpeed {
  const speed = words / minutes;
  const { min, max } = SPEED_LIMITS[mode];
  if (!(words >= MIN_WORDS && minutes > 0 && speed >= min && speed <= max)) return pace;
  const samples = [...pace.samples[mode], Math.round(speed)].slice(-MAX_SAMPLES);
  return { ...pace, [mode]: Math.round(median([DEFAULT_SPEED[mode], ...samples])), samples: { ...pace.samples, [mode]: samples } };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Parses the stored JSON; invalid values count as unknown. */
export function parseSpeed(text: string | null): ReadingSpeed {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<ReadingSpeed> | null;
    return { aloud: readSpeed(stored?.aloud, 'aloud'), silent: readSpeed(stored?.silent, 'silent'), samples: readSamples(stored) };
  } catch {
    return UNKNOWN_SPEED;
  }
}

function readSamples(stored: Partial<ReadingSpeed> | null): ReadingSpeed['samples'] {
  const of = (mode: SpeedMode) => {
    const samples: unknown = stored?.samples?.[mode];
    return Array.isArray(samples) ? samples.filter((each) => readSpeed(each, mode) !== null).slice(-MAX_SAMPLES) : [];
  };
  return { aloud: of('aloud'), silent: of('silent') };
}

function readSpeed(value: unknown, mode: SpeedMode): number | null {
  const { min, max } = SPEED_LIMITS[mode];
  return typeof value === 'number' && value >= min && value <= max ? value : null;
}
