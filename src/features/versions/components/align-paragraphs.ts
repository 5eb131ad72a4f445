/** A paragraph and what became of it; one of the two is missing where it went or came. */
export type Pair = { before?: string; after?: string };

/** Paragraphs with fewer words in common are two, and no change of one. */
const ALIKE = 0.3;
/** More than these are paired by their places: each is held against each. */
const MOST_COMPARED = 10_000;

/** Pairs the paragraphs that stood somewhere with those that stand there now, so that what is paired is most alike; the order stays. */
export function alignParagraphs(before: readonly string[], after: readonly string[]): Pair[] {
  if (before.length * after.length > MOST_COMPARED) return alignByPlace(before, after);
  const [oldWords, newWords] = [before.map(wordsOf), after.map(wordsOf)] as const;
  const likeness = oldWords.map((old) => newWords.map((now) => likenessOf(old, now)));
  const best = bestSums(likeness, before.length, after.length);
  const sum = (row: number, column: number) => best[row]?.[column] ?? 0;
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [was = '', is = ''] = [before[row], after[column]];
    if (column === after.length || (row < before.length && sum(row, column) === sum(row + 1, column))) {
      pairs.push({ before: was });
      row += 1;
    } else if (row === before.length || sum(row, column) === sum(row, column + 1)) {
      pairs.push({ after: is });
      column += 1;
    } else {
      pairs.push({ before: was, after: is });
      row += 1;
      column += 1;
    }
  }
  return pairs;
}

/** For each place the most likeness that can be had from there on. */
function bestSums(likeness: readonly number[][], rows: number, columns: number): number[][] {
  const best = Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0));
  for (let row = rows - 1; row >= 0; row -= 1) {
    const [here = [], below = []] = [best[row], best[row + 1]];
    for (let column = columns - 1; column >= 0; column -= 1) {
      const alike = likeness[row]?.[column] ?? 0;
      const paired = alike < ALIKE ? 0 : alike + (below[column + 1] ?? 0);
      here[column] = Math.max(below[column] ?? 0, here[column + 1] ?? 0, paired);
    }
  }
  return best;
}

/** From 0 to 1: the share of words that two have in common. */
function likenessOf(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let common = 0;
  for (const word of some) if (others.has(word)) common += 1;
  return (2 * common) / Math.max(1, some.size + others.size);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function alignByPlace(before: readonly string[], after: readonly string[]): Pair[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({
    ...(before[at] !== undefined && { before: before[at] }),
    ...(after[at] !== undefined && { after: after[at] }),
  }));
}
