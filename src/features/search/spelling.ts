import { fold } from './passage.ts';

/** Returns the candidate with the smallest edit distance; undefined if all are too far. */
export function bestCorrection(term: string, near: string[]): string | undefined {
  const word = fold(term);
  const allowed = word.length <= 5 ? 1 : word.length <= 9 ? 2 : 3;
  let best: string | undefined;
  let smallest = allowed + 1;
  for (const candidate of near) {
    const distance = editDistance(word, candidate);
    if (distance < smallest) [best, smallest] = [candidate, distance];
  }
  return best;
}

/** Optimal string alignment distance: insertions, deletions, substitutions and transpositions. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let distance = Math.min(at(row, j - 1) + 1, at(last, j) + 1, at(last, j - 1) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) distance = Math.min(distance, at(before, j - 2) + 1);
      row.push(distance);
    }
    [before, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** Replaces unknown words of a search by similar ones; null if there are none. */
export function correctSearch(q: string, unknown: { term: string; near: string[] }[]): string | null {
  let corrected = q;
  for (const { term, near } of unknown) {
    const best = bestCorrection(term, near);
    if (best !== undefined) corrected = corrected.replace(term, best);
  }
  return corrected === q ? null : corrected;
}
