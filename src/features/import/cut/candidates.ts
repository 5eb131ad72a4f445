/** Headings as the cutter sees them: those with nothing between them are one. */
import type { Block } from '../source/source-book.ts';
import { bareNumber, isChapterLabel, joinSpaced, leadingNumber, normalTitle } from './normal-title.ts';
import { type SectionKind, sectionKind } from './section-kinds.ts';

export type Candidate = {
  /** Of the block in the book. */
  at: number;
  block: Block;
  /** Headings of one style are of one rank. The smaller the rank, the higher. */
  rank: number;
  title: string;
  normal: string;
  /** A number and nothing more. */
  bare: number | undefined;
  /** The number before its title, or that it is. */
  number: number | undefined;
  /** Named as a chapter is, without a number or with one. */
  chapter: boolean;
  section: SectionKind | undefined;
  /** Characters of text before the next candidate. */
  body: number;
};

export function candidateOf(blocks: readonly Block[], at: number, rank: number): Candidate {
  const block = blocks[at] as Block;
  const title = joinSpaced(block.text);
  const bare = bareNumber(title);
  return {
    ...{ at, block, rank, title, normal: normalTitle(title), bare },
    ...{ number: bare ?? leadingNumber(title), section: sectionKind(title), chapter: isChapterLabel(normalTitle(title)), body: 0 },
  };
}

/** Every heading of the book outside of `taken`, with its rank. */
export function headingsOf(blocks: readonly Block[], taken: ReadonlySet<number>): Candidate[] {
  return [...blocks.entries()]
    .filter(([at, { kind, text }]) => kind === 'heading' && !taken.has(at) && text !== '')
    .map(([at, block]) => candidateOf(blocks, at, rankOf(block)));
}

/** How much text stands between each and the next; candidates are sorted by their place. */
export function measure(candidates: readonly Candidate[], blocks: readonly Block[]): Candidate[] {
  const sorted = candidates.toSorted((a, b) => a.at - b.at);
  return sorted.map((each, index) => {
    const next = sorted[index + 1]?.at ?? blocks.length;
    return { ...each, body: textLength(blocks, each.at + 1, next) };
  });
}

export function textLength(blocks: readonly Block[], from: number, to: number): number {
  return blocks
    .slice(from, to)
    .reduce((sum, { kind, text }) => sum + (kind === 'note' || kind === 'rule' || kind === 'figure' ? 0 : text.length), 0);
}

/** The level in HTML. In plain text how far it is set apart comes first, then capitals before other letters. */
export function rankOf({ level, hints }: Block): number {
  if (hints.blanks === 0) return level * 10;
  const apart = hints.blanks >= 4 ? 1 : hints.blanks === 3 ? 2 : hints.blanks === 2 ? 3 : 4;
  return apart * 10 + (hints.caps ? 0 : 5);
}
