/** How fast somebody reads, learned from the tales that were read to their end on this device. Plain and pure; pace-store.ts keeps it. */

export type Mode = 'aloud' | 'silent';

/** Words a minute; null until something is learned. `samples`: what the last tales took, the newest last. */
export type Pace = { aloud: number | null; silent: number | null; samples: Record<Mode, number[]> };

/** A tale that was read from start to finish. `minutes`: in which it was being read, pauses left out. */
export type Sitting = { words: number; minutes: number; mode: Mode };

/** Words a minute, as long as nothing is known. */
export const USUAL: Record<Mode, number> = { aloud: 130, silent: 200 };
/** What is slower was not reading, and what is faster neither. */
export const LIMITS: Record<Mode, { least: number; most: number }> = { aloud: { least: 60, most: 300 }, silent: { least: 60, most: 600 } };
export const UNKNOWN: Pace = { aloud: null, silent: null, samples: { aloud: [], silent: [] } };

/** Of fewer words no pace can be told. */
const FEW_WORDS = 100;
const MOST_SAMPLES = 9;

/**
 * The pace with one more sitting: the middle one of the last nine and the usual pace, so that a single odd evening moves it little.
 * A sitting that cannot be reading is passed over.
 */
export function learnPace(pace: Pace, { words, minutes, mode }: Sitting): Pace {
  const speed = words / minutes;
  const { least, most } = LIMITS[mode];
  if (!(words >= FEW_WORDS && minutes > 0 && speed >= least && speed <= most)) return pace;
  const samples = [...pace.samples[mode], Math.round(speed)].slice(-MOST_SAMPLES);
  return { ...pace, [mode]: Math.round(median([USUAL[mode], ...samples])), samples: { ...pace.samples, [mode]: samples } };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** What was kept as text; whatever is not ours is nothing known. */
export function parsePace(text: string | null): Pace {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Pace> | null;
    return { aloud: readSpeed(kept?.aloud, 'aloud'), silent: readSpeed(kept?.silent, 'silent'), samples: readSamples(kept) };
  } catch {
    return UNKNOWN;
  }
}

function readSamples(kept: Partial<Pace> | null): Pace['samples'] {
  const of = (mode: Mode) => {
    const samples: unknown = kept?.samples?.[mode];
    return Array.isArray(samples) ? samples.filter((each) => readSpeed(each, mode) !== null).slice(-MOST_SAMPLES) : [];
  };
  return { aloud: of('aloud'), silent: of('silent') };
}

function readSpeed(value: unknown, mode: Mode): number | null {
  const { least, most } = LIMITS[mode];
  return typeof value === 'number' && value >= least && value <= most ? value : null;
}
