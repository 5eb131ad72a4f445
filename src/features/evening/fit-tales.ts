/** Which tales make an evening of some minutes. Plain and pure. */

/** `minutes`: whole ones, in the way and at the pace that was asked for. */
export type Candidate = { id: string; minutes: number; category: string };

const LEAST = 2;
const MOST = 5;
/** One tale shall take most of the time; where none does, any that fits. */
const MOST_OF_IT = 0.6;
/** For these minutes a set has so many tales, if it can. */
const MINUTES_A_TALE = 6;
const DARK = 'dark';

/** Those that may be the only tale of the evening, in the order of the candidates: those that take most of the time, else all that fit. */
export function fitOne(candidates: readonly Candidate[], minutes: number): Candidate[][] {
  const fitting = candidates.filter((tale) => tale.minutes <= minutes);
  const long = fitting.filter((tale) => tale.minutes >= minutes * MOST_OF_IT);
  return (long.length > 0 ? long : fitting.toSorted((a, b) => b.minutes - a.minutes)).map((tale) => [tale]);
}

/**
 * Different sets of two to five tales that together take at most `minutes`, at most `count` sets, each begun with another candidate. Of
 * different categories where there are such; the dark ones first, the shortest last. Where no two fit, none.
 */
export function fitSets(candidates: readonly Candidate[], minutes: number, count: number): Candidate[][] {
  const fitting = candidates.filter((tale) => tale.minutes <= minutes);
  const sets = new Map<string, Candidate[]>();
  for (const first of fitting) {
    if (sets.size >= count) break;
    const set = fill([first], fitting, minutes);
    if (set.length < LEAST) continue;
    const key = set
      .map(({ id }) => id)
      .toSorted()
      .join();
    if (!sets.has(key)) sets.set(key, set.toSorted(forBedtime));
  }
  return [...sets.values()];
}

/** Adds, one after the other, the tale that comes nearest to an even share of what is left; then the longest that still fit. */
function fill(set: Candidate[], all: readonly Candidate[], minutes: number): Candidate[] {
  const wanted = Math.min(MOST, Math.max(LEAST, Math.round(minutes / MINUTES_A_TALE)));
  for (;;) {
    const left = minutes - sumOf(set);
    const share = left / Math.max(1, wanted - set.length);
    const next = set.length < MOST ? nearest(all, set, { left, share }) : undefined;
    if (next === undefined) return set;
    set.push(next);
  }
}

function nearest(all: readonly Candidate[], set: readonly Candidate[], { left, share }: { left: number; share: number }) {
  const used = new Set(set.map(({ category }) => category));
  let best: { tale: Candidate; cost: number } | undefined;
  for (const tale of all) {
    if (tale.minutes > left || set.includes(tale)) continue;
    // Another category is worth a minute or two.
    const cost = Math.abs(tale.minutes - share) + (used.has(tale.category) ? 1.5 : 0);
    if (best === undefined || cost < best.cost) best = { tale, cost };
  }
  return best?.tale;
}

function forBedtime(a: Candidate, b: Candidate): number {
  return Number(b.category === DARK) - Number(a.category === DARK) || b.minutes - a.minutes;
}

export function sumOf(tales: readonly Pick<Candidate, 'minutes'>[]): number {
  return tales.reduce((sum, { minutes }) => sum + minutes, 0);
}
