/** Decides which headings begin a tale. */
import { type Block, isCapitals } from '../sources/source-book.ts';
import { bareNumber, isChapterLabel, joinSpaced, leadingNumber, normalizeTitle, type SectionKind, sectionKind } from './titles.ts';

export type Candidate = {
  /** Index of its block. */
  at: number;
  block: Block;
  /** Headings of one style have the same rank; lower is higher. */
  rank: number;
  title: string;
  normal: string;
  /** The number, when the heading is nothing else. */
  bare: number | undefined;
  /** The number before the title, or the bare number. */
  number: number | undefined;
  /** Whether it is named like a chapter, with or without number. */
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
    ...{ at, block, rank, title, normal: normalizeTitle(title), bare },
    ...{ number: bare ?? leadingNumber(title), section: sectionKind(title), chapter: isChapterLabel(normalizeTitle(title)), body: 0 },
  };
}

/** Returns every heading of the book outside of `taken`. */
export function headingsOf(blocks: readonly Block[], taken: ReadonlySet<number>): Candidate[] {
  return [...blocks.entries()]
    .filter(([at, { kind, text }]) => kind === 'heading' && !taken.has(at) && text !== '')
    .map(([at, block]) => candidateOf(blocks, at, rankOf(block)));
}

/** Measures the text between each candidate and the next. Returns them sorted by position. */
export function measureBodies(candidates: readonly Candidate[], blocks: readonly Block[]): Candidate[] {
  const sorted = candidates.toSorted((a, b) => a.at - b.at);
  return sorted.map((each, index) => {
    const next = sorted[index + 1]?.at ?? blocks.length;
    return { ...each, body: textLength(blocks, each.at + 1, next) };
  });
}

function textLength(blocks: readonly Block[], from: number, to: number): number {
  return blocks
    .slice(from, to)
    .reduce((sum, { kind, text }) => sum + (kind === 'note' || kind === 'rule' || kind === 'figure' ? 0 : text.length), 0);
}

/** Ranks by level in HTML; in plain text by empty lines above, then capitals. */
function rankOf({ level, hints }: Block): number {
  if (hints.blanks === 0) return level * 10;
  const apart = hints.blanks >= 4 ? 1 : hints.blanks === 3 ? 2 : hints.blanks === 2 ? 3 : 4;
  return apart * 10 + (hints.caps ? 0 : 5);
}

export type Starts = {
  /** Headings that begin a tale, in order. */
  tales: Candidate[];
  /** Headings of parts of the book: they end a tale and begin none. */
  parts: Candidate[];
  /** The rank of tales. */
  rank: number;
};

/** A rank is that of tales when at least this share of its members has text of its own. */
const MAX_PARTS = 0.5;

type Known = {
  /** Positions that the table of contents marks as heads of groups. */
  groups: ReadonlySet<number>;
  /** Whether the candidates are in the table of contents. */
  isListed: boolean;
};

/** Up to this share of listed titles may be below the common rank without being chapters. */
const MAX_OUTLIERS = 0.1;

/**
 * Chooses the highest rank whose headings have text, or chapters that count from one, as that of the tales. Higher ranks are parts. Lower
 * ranks are inside tales, unless their parent has neither text nor chapters: then the parent is a part and its children are tales. `all`:
 * measured candidates in order, without prefaces and the like.
 */
export function chooseStarts(all: readonly Candidate[], { groups, isListed }: Known): Starts {
  const own = all.filter(({ at }) => !groups.has(at));
  const ranks = [...new Set(own.map(({ rank }) => rank))].toSorted((a, b) => a - b);
  const rank = ranks.find((each) => isRankOfTales(own, each)) ?? mostFrequent(own) ?? 0;
  const below = own.filter((each) => each.rank > rank);
  const areOutliers = isListed && below.length <= own.length * MAX_OUTLIERS && !hasChapters(below);
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

/** Below a part that has the rank of tales. */
function isBelowPart(own: readonly Candidate[], candidate: Candidate, rank: number, parts: readonly Candidate[]): boolean {
  const parent = own.slice(0, own.indexOf(candidate)).findLast((each) => each.rank <= rank);
  return parent !== undefined && parts.includes(parent) && parent.rank === rank && !hasChapters(childrenOf(own, parent));
}

function isRankOfTales(all: readonly Candidate[], rank: number): boolean {
  const members = all.filter((each) => each.rank === rank);
  const full = members.filter((each) => !isPart(all, each));
  return members.length >= 2 && full.length >= members.length * MAX_PARTS;
}

/** No text before the next heading, and several lower headings with text that are not chapters. */
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

/** They count from one, or most of them are named like chapters. */
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

const LONGEST_TITLE = 90;
const LONGEST_BLOCK = 260;
/** Minimum text before and after a title, in characters and relative to the median tale of the book. */
const MIN_BODY = 1_000;
const MIN_SHARE = 0.2;
/** How tales begin, and a source below the title. */
const OPENING =
  /^["“‘'«»„]?(?:(?:once|there (?:was|were|lived|dwelt)|long(?:,? long)? ago|many (?:years|centuries)|in (?:a|the|olden|old|former|days) |a (?:certain|king|long time|great while|poor|rich|man) |es (?:war|waren|lebte|hatte)|vor (?:langer|alten|vielen)|il (?:y avait|etait|était)|hab[ií]a|[eé]rase|er (?:was|waren)|der (?:var|levede)|det var|far away)\b)/i;
const SOURCE = /^[[(]\d+[\])]/;

/**
 * Finds titles that are not marked as headings, in books whose titles are in capitals: a line of capitals between two long stretches of
 * prose, the second of which begins like a tale. `known`: titles found so far, sorted by position.
 */
export function findUnmarkedTitles(blocks: readonly Block[], known: readonly Candidate[], taken: ReadonlySet<number>): Candidate[] {
  const [first] = known;
  if (first === undefined || known.filter(({ title }) => isCapitals(title)).length < known.length * 0.9) return [];
  const bodies = known.map(({ body }) => body).toSorted((a, b) => a - b);
  const least = Math.max(MIN_BODY, (bodies[Math.floor(bodies.length / 2)] ?? 0) * MIN_SHARE);
  const starts = known.map(({ at }) => at);
  const found: Candidate[] = [];
  for (let at = first.at + 1; at < blocks.length; at += 1) {
    const block = blocks[at] as Block;
    if (taken.has(at) || starts.includes(at) || !isTitleLine(block) || !opensTale(blocks, at)) continue;
    const before = Math.max(...starts.filter((each) => each < at), found.at(-1)?.at ?? 0);
    const after = Math.min(...starts.filter((each) => each > at), blocks.length);
    const candidate = candidateOf(blocks, at, first.rank);
    const isChapter =
      candidate.chapter || candidate.bare !== undefined || candidate.section !== undefined || candidate.number !== undefined;
    if (isChapter || textLength(blocks, before + 1, at) < least || textLength(blocks, at + 1, after) < least) continue;
    const title = block.lines[0] ?? block.text;
    found.push({ ...candidate, title, normal: normalizeTitle(title) });
  }
  return found;
}

/** Prose before it, and an opening or a source after it. */
function opensTale(blocks: readonly Block[], at: number): boolean {
  const isProse = (block: Block) => block.kind === 'paragraph' && !isCapitals(block.text);
  const next = blocks.slice(at + 1, at + 4);
  const opening = next.find((block) => isProse(block) && block.text.length > 80)?.text ?? '';
  return (OPENING.test(opening) || next.some(({ text }) => SOURCE.test(text))) && blocks.slice(Math.max(0, at - 3), at).some(isProse);
}

function isTitleLine({ kind, lines, text }: Block): boolean {
  const [first = '', second] = lines;
  if ((kind !== 'paragraph' && kind !== 'verse') || text.length > LONGEST_BLOCK || first.length > LONGEST_TITLE || first.length < 4)
    return false;
  const isSource = second === undefined || /^[[(]/.test(second);
  return isSource && isCapitals(first) && !/[!?,;:"”’'»]$|^["“‘'«(]/.test(first);
}
