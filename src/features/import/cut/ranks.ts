/** Ranks of headings where their marks alone do not tell them. */
import type { Block } from '../source/source-book.ts';
import { type Candidate, measure } from './candidates.ts';
import type { MatchedContents } from './match-contents.ts';

/**
 * Titles that stand as paragraphs are headings too, of the rank that the others have. What is set apart by more or fewer empty lines
 * in plain text is of one rank all the same, when the table of contents names it.
 */
export function withMatched(
  headings: readonly Candidate[],
  { matches }: MatchedContents,
  blocks: readonly Block[],
  isText: boolean,
): Candidate[] {
  const ranks = matches.map(({ candidate }) => candidate.rank).filter((rank) => !Number.isNaN(rank));
  const usual = ranks.toSorted((a, b) => a - b)[Math.floor(ranks.length / 2)] ?? 20;
  const matched = new Map(matches.map(({ candidate }) => [candidate.at, candidate]));
  const numbered = [...matched.values()].filter(({ number }) => number !== undefined).length;
  const isChapter = ({ number, rank }: Candidate) => number !== undefined && rank > usual && numbered < matched.size / 2;
  const kept = headings.map((each) => (isText && matched.has(each.at) && !isChapter(each) ? { ...each, rank: usual } : each));
  const lost = [...matched.values()].filter(({ rank }) => Number.isNaN(rank)).map((candidate) => ({ ...candidate, rank: usual }));
  return measure([...kept, ...lost], blocks);
}

/** In plain text without a table of contents: a few titles have an empty line more than all the others. */
export function evenRanks(headings: readonly Candidate[], isText: boolean): Candidate[] {
  if (!isText) return [...headings];
  const titled = headings.filter(({ bare, chapter, section }) => bare === undefined && !chapter && section === undefined);
  const far = titled.filter(({ rank }) => rank < 20).length;
  const near = titled.filter(({ rank }) => rank >= 20 && rank < 30).length;
  return near > 3 * far ? headings.map((each) => (each.rank < 30 ? { ...each, rank: 20 } : each)) : [...headings];
}
