/** Which headings begin a tale. */
import type { Candidate } from './candidates.ts';

export type Starts = {
  /** Headings that begin a tale, in order. */
  tales: Candidate[];
  /** Of parts of the book: they end a tale and begin none. */
  parts: Candidate[];
  /** The rank of tales. */
  rank: number;
};

/** Of the members of a rank, so many at least must have text of their own for it to be that of the tales. */
const MOST_PARTS = 0.5;

type Known = {
  /** Places of what the table of contents marks as the head of a group. */
  groups: ReadonlySet<number>;
  /** The candidates stand in the table of contents. */
  isListed: boolean;
};

/** Of the listed titles, so many at most may stand below the rank of the others without being chapters. */
const MOST_OUTLIERS = 0.1;

/**
 * `all`: candidates, measured, in order, without prefaces and the like. The highest rank whose headings have text of their own, or
 * chapters that count from one again, is that of the tales; what stands above are parts, and what stands below is in the tales,
 * unless it stands below a heading that has neither text nor chapters: then that one is a part, and its children are tales.
 */
export function chooseStarts(all: readonly Candidate[], { groups, isListed }: Known): Starts {
  const own = all.filter(({ at }) => !groups.has(at));
  const ranks = [...new Set(own.map(({ rank }) => rank))].toSorted((a, b) => a - b);
  const rank = ranks.find((each) => isRankOfTales(own, each)) ?? mostFrequent(own) ?? 0;
  const below = own.filter((each) => each.rank > rank);
  const areOutliers = isListed && below.length <= own.length * MOST_OUTLIERS && !hasChapters(below);
  const tales: Candidate[] = [];
  const parts: Candidate[] = all.filter(({ at }) => groups.has(at));
  for (const candidate of own) {
    if (candidate.rank > rank) {
      if ((areOutliers && candidate.bare === undefined) || isBelowPart(own, candidate, rank, parts)) tales.push(candidate);
    } else if (candidate.rank < rank || isPart(own, candidate)) parts.push(candidate);
    else tales.push(candidate);
  }
  return { tales, parts, rank };
}

/** Below a part that stands where tales stand. */
function isBelowPart(own: readonly Candidate[], candidate: Candidate, rank: number, parts: readonly Candidate[]): boolean {
  const parent = own.slice(0, own.indexOf(candidate)).findLast((each) => each.rank <= rank);
  return parent !== undefined && parts.includes(parent) && parent.rank === rank && !hasChapters(childrenOf(own, parent));
}

function isRankOfTales(all: readonly Candidate[], rank: number): boolean {
  const members = all.filter((each) => each.rank === rank);
  const full = members.filter((each) => !isPart(all, each));
  return members.length >= 2 && full.length >= members.length * MOST_PARTS;
}

/** No text before the next heading, which is of a lower rank and no chapter, and several such headings that have text. */
function isPart(all: readonly Candidate[], candidate: Candidate): boolean {
  if (candidate.body > 0) return false;
  const children = childrenOf(all, candidate);
  return children.filter(({ body }) => body > 0).length > 1 && !hasChapters(children);
}

/** The headings below it, up to the next of its rank. */
function childrenOf(all: readonly Candidate[], parent: Candidate): Candidate[] {
  const start = all.indexOf(parent) + 1;
  const next = all.findIndex((each, index) => index >= start && each.rank <= parent.rank);
  return all.slice(start, next < 0 ? undefined : next);
}

/** They count from one, or most of them are named as chapters are. */
function hasChapters(children: readonly Candidate[]): boolean {
  const numbers = children.flatMap(({ number }) => number ?? []);
  const labelled = children.filter(({ chapter }) => chapter);
  return (numbers[0] === 1 && numbers.length >= children.length / 3) || (labelled.length >= 2 && labelled.length > children.length / 2);
}

function mostFrequent(all: readonly Candidate[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { rank } of all) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
