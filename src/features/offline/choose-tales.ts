/** Which tales go into a pack: chosen from a few dozen, always the same ones for the same tales. */
import type { Candidate } from './queries.ts';

/** Words a minute when one reads aloud, as on the cards. */
const ALOUD = 130;
const YOUNG = new Set(['', '3-5', '6-8']);

type Sized = Pick<Candidate, 'words'>;

export function minutesAloud({ words }: Sized): number {
  return Math.max(1, Math.ceil(words / ALOUD));
}

/** `count` tales, those for the young first, and from as many categories as there are. */
export function chooseEvenings(candidates: readonly Candidate[], count: number): Candidate[] {
  const rest = candidates.toSorted((a, b) => Number(YOUNG.has(b.age)) - Number(YOUNG.has(a.age)));
  const chosen: Candidate[] = [];
  while (chosen.length < count && rest.length > 0) {
    const times = (one: Candidate) => chosen.filter(({ category }) => category === one.category).length;
    const fewest = Math.min(...rest.map(times));
    const at = rest.findIndex((one) => times(one) === fewest);
    chosen.push(...rest.splice(at, 1));
  }
  return chosen;
}

/** Tales for so many minutes aloud at most: the next that still fits, again and again. */
export function fillMinutes<Tale extends Sized>(candidates: readonly Tale[], minutes: number, most: number): Tale[] {
  let left = minutes;
  const chosen: Tale[] = [];
  for (const tale of candidates) {
    if (chosen.length === most || minutesAloud(tale) > left) continue;
    chosen.push(tale);
    left -= minutesAloud(tale);
  }
  return chosen;
}
