/** Selects tales that fit into a number of minutes. Pure functions. */

/** `minutes`: whole minutes at the requested speed. */
export type Candidate = { id: string; minutes: number; category: string };

const MIN_SET = 2;
const MAX_SET = 5;
/** A single tale should fill at least this share of the time, if any does. */
const MIN_SHARE = 0.6;
/** Preferred number of minutes per tale in a set. */
const MINUTES_PER_TALE = 6;
const DARK = 'dark';

/** Returns single-tale results: tales that fill most of the time in candidate order, else all that fit, longest first. */
export function fitSingle(candidates: readonly Candidate[], minutes: number): Candidate[][] {
  const fitting = candidates.filter((tale) => tale.minutes <= minutes);
  const long = fitting.filter((tale) => tale.minutes >= minutes * MIN_SHARE);
  return (long.length > 0 ? long : fitting.toSorted((a, b) => b.minutes - a.minutes)).map((tale) => [tale]);
}

/**
 * Returns up to `count` distinct sets of 2 to 5 tales within `minutes`, each starting from another candidate. Prefers different categories;
 * orders dark tales first and the shortest last. Empty when no two tales fit.
 */
export function fitSets(candidates: readonly Candidate[], minutes: number, count: number): Candidate[][] {
  const fitting = candidates.filter((tale) => tale.minutes <= minutes);
  const sets = new Map<string, Candidate[]>();
  for (const first of fitting) {
    if (sets.size >= count) break;
    const set = fillSet([first], fitting, minutes);
    if (set.length < MIN_SET) continue;
    const key = set
      .map(({ id }) => id)
      .toSorted()
      .join();
    if (!sets.has(key)) sets.set(key, set.toSorted(compareForBedtime));
  }
  return [...sets.values()];
}

/** Fills the set greedily with the tale closest to an even share of the remaining time. */
function fillSet(set: Candidate[], all: readonly Candidate[], minutes: number): Candidate[] {
  const wanted = Math.min(MAX_SET, Math.max(MIN_SET, Math.round(minutes / MINUTES_PER_TALE)));
  for (;;) {
    const left = minutes - totalMinutes(set);
    const share = left / Math.max(1, wanted - set.length);
    const next = set.length < MAX_SET ? findNearest(all, set, { left, share }) : undefined;
    if (next === undefined) return set;
    set.push(next);
  }
}

function findNearest(all: readonly Candidate[], set: readonly Candidate[], { left, share }: { left: number; share: number }) {
  const used = new Set(set.map(({ category }) => category));
  let best: { tale: Candidate; cost: number } | undefined;
  for (const tale of all) {
    if (tale.minutes > left || set.includes(tale)) continue;
    // A new category outweighs a deviation of 1.5 minutes.
    const cost = Math.abs(tale.minutes - share) + (used.has(tale.category) ? 1.5 : 0);
    if (best === undefined || cost < best.cost) best = { tale, cost };
  }
  return best?.tale;
}

function compareForBedtime(a: Candidate, b: Candidate): number {
  return Number(b.category === DARK) - Number(a.category === DARK) || b.minutes - a.minutes;
}

export function totalMinutes(tales: readonly Pick<Candidate, 'minutes'>[]): number {
  return tales.reduce((sum, { minutes }) => sum + minutes, 0);
}
