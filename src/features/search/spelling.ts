import { fold } from './passage.ts';

/** Of the words known to be near, the one that takes the fewest slips of the pen; none when all are too far. */
export function bestCorrection(asked: string, near: string[]): string | undefined {
  const word = fold(asked);
  const allowed = word.length <= 5 ? 1 : word.length <= 9 ? 2 : 3;
  let best: string | undefined;
  let least = allowed + 1;
  for (const candidate of near) {
    const slips = countSlips(word, candidate);
    if (slips < least) [best, least] = [candidate, slips];
  }
  return best;
}

/** Letters put in, left out, changed or swapped with their neighbour (optimal string alignment distance). */
export function countSlips(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let slips = Math.min(at(row, j - 1) + 1, at(last, j) + 1, at(last, j - 1) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) slips = Math.min(slips, at(before, j - 2) + 1);
      row.push(slips);
    }
    [before, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** The search with each misspelt word replaced; null when nothing could be mended. */
export function mendSearch(q: string, unknown: { asked: string; near: string[] }[]): string | null {
  let mended = q;
  for (const { asked, near } of unknown) {
    const best = bestCorrection(asked, near);
    if (best !== undefined) mended = mended.replace(asked, best);
  }
  return mended === q ? null : mended;
}
