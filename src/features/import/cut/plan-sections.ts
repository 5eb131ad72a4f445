/** From the headings of a book to its sections: which are tales, which are other things. */
import type { SourceBook } from '../source/source-book.ts';
import { type Candidate, candidateOf, measure } from './candidates.ts';
import { chooseStarts, type Starts } from './choose-starts.ts';
import type { Hints } from './hints.ts';
import { lostHeadings } from './lost-headings.ts';
import type { Match } from './match-contents.ts';
import { isChapterLabel, isFirstLabel, normalTitle } from './normal-title.ts';
import type { SectionKind } from './section-kinds.ts';
import { type Section, sectionsOf } from './sections.ts';

/**
 * `listed`: by the place of the heading what the table of contents says of it, if the book has one that leads anywhere; `groups`:
 * places of what it marks as heads of groups; `taken`: blocks of the tables themselves.
 */
export type Known = { listed: ReadonlyMap<number, Match> | undefined; groups: ReadonlySet<number>; taken: ReadonlySet<number> };
/** `lost`: places of titles that no table of contents names. */
export type Plan = { sections: Section[]; lost: ReadonlySet<number> };

export function planSections({ blocks, title }: SourceBook, candidates: Candidate[], known: Known, hints: Hints | undefined): Plan {
  const { listed, groups, taken } = known;
  const named = candidates.filter(({ section, at }) => section === undefined && (listed === undefined || listed.has(at)));
  const isTitle = isBookTitle(title ?? '', named);
  const titles = withoutChapters(named, isTitle).filter((each) => !isTitle(each));
  const starts = chooseStarts(measure(titles, blocks), { groups, isListed: listed !== undefined });
  const lost = listed === undefined ? [] : lostHeadings(blocks, starts.tales, taken);
  const split = hints?.split === undefined ? [] : titledChapters(blocks, starts.tales, hints.split);
  const later = laterParts(blocks, candidates, starts.tales);
  const { pieces, parts } = listed === undefined ? { pieces: [], parts: [] } : unlisted(candidates, starts, listed, groups);
  const tales = [...starts.tales.filter((each) => !isNamed(each, hints?.split)), ...lost, ...split, ...later, ...pieces].toSorted(
    (a, b) => a.at - b.at,
  );
  const places = { first: tales[0]?.at ?? 0, last: tales.at(-1)?.at ?? 0, rank: starts.rank, listed };
  const specials = candidates.filter((each) => isBoundary(each, places));
  const leads = new Map([...(listed ?? [])].flatMap(([at, { lead }]) => (lead === undefined ? [] : [[at, lead] as const])));
  return {
    sections: sectionsOf(blocks, { ...starts, tales, parts: [...starts.parts, ...parts] }, specials, leads),
    lost: new Set([...lost, ...pieces].map(({ at }) => at)),
  };
}

/**
 * Chapters stay in their tale. Where most headings are named as chapters are, they may be the tales themselves; then only those that begin to
 * count below a title of their own are chapters.
 */
function withoutChapters(named: readonly Candidate[], isTitle: (candidate: Candidate) => boolean): Candidate[] {
  const whole = named.filter(({ chapter }) => !chapter);
  if (whole.length >= named.length / 2) return whole;
  let isBelowTitle = false;
  return named.filter((each, index) => {
    const before = named[index - 1];
    if (!each.chapter) isBelowTitle = false;
    else if (isFirstLabel(each.normal)) isBelowTitle = before !== undefined && !before.chapter && !isTitle(before);
    return !isBelowTitle;
  });
}

export function isNamed({ normal }: Candidate, titles: readonly string[] | undefined): boolean {
  return titles?.some((title) => normalTitle(title) === normal) ?? false;
}

/** Printed above the first tale once more; of a long title only the beginning, or more than the title. */
function isBookTitle(title: string, named: readonly Candidate[]): (candidate: Candidate) => boolean {
  const book = normalTitle(title);
  const others = named.filter(({ normal }) => normal === book).length;
  return ({ normal, body, at }) => {
    if (normal === book) return body < 1_000 && (others > 1 || body < 200);
    const isLonger = normal.startsWith(`${book} `) && book.length >= 8 && at < 5;
    return (body < 1_000 && normal.length >= 8 && book.startsWith(`${normal} `)) || (isLonger && body < 1_000);
  };
}

const ALWAYS = new Set<SectionKind>(['notes', 'index', 'advertisement', 'transcriber']);

type Places = { first: number; last: number; rank: number; listed: ReadonlyMap<number, Match> | undefined };

function isBoundary(candidate: Candidate, { first, last, rank, listed }: Places): boolean {
  if (candidate.section === undefined) return false;
  if (candidate.at < first || listed?.has(candidate.at)) return true;
  if (candidate.at > last) return ALWAYS.has(candidate.section) || candidate.rank <= rank;
  return candidate.rank <= rank && (listed === undefined || ALWAYS.has(candidate.section));
}

/** A title that comes again after other tales, with `Second Part` below it. */
function laterParts(blocks: SourceBook['blocks'], candidates: readonly Candidate[], tales: readonly Candidate[]): Candidate[] {
  const places = new Set(tales.map(({ at }) => at));
  return candidates.filter(({ at, normal }) => {
    const isLater = tales.some((each) => each.normal === normal && each.at < at);
    return (
      isLater && !places.has(at) && blocks.slice(at + 1, at + 3).some(({ text }) => text.length < 60 && isChapterLabel(normalTitle(text)))
    );
  });
}

/** So few headings of the tales' rank, of all of them, may be missing in a table of contents that is otherwise complete. */
const MOST_UNLISTED = 0.1;

/**
 * Headings of the tales' rank that the table of contents does not name, where they are few: else they are chapters. Those with a
 * lower heading below them, as most tales of the book have, are tales; the others are introductions to parts.
 */
function unlisted(
  candidates: readonly Candidate[],
  { tales, rank }: Starts,
  listed: ReadonlyMap<number, Match>,
  groups: ReadonlySet<number>,
): { pieces: Candidate[]; parts: Candidate[] } {
  const first = tales[0]?.at ?? 0;
  const others = candidates.filter((each) => each.rank === rank && each.at > first && !listed.has(each.at) && each.section === undefined);
  const isBelowTitle = ({ at }: Candidate) => candidates.some((each) => each.at === at - 1);
  const titled = others.filter((each) => each.number === undefined && !each.chapter && !/^["“‘'«]/.test(each.title) && !isBelowTitle(each));
  if (others.length > tales.length * MOST_UNLISTED || tales.length < 10) return { pieces: [], parts: [] };
  const named = new Set(candidates.filter(({ at }) => groups.has(at)).map(({ normal }) => normal));
  const hasHeadBelow = ({ at }: Candidate) => candidates.some((each) => each.at === at + 1 && each.rank > rank);
  const isUsual = tales.filter(hasHeadBelow).length > tales.length / 2;
  const isPiece = (each: Candidate) => isUsual && hasHeadBelow(each) && !named.has(each.normal);
  return { pieces: titled.filter(isPiece), parts: titled.filter((each) => !isPiece(each)) };
}

/** Numbers with a title below them, in the sections that the hints name. */
function titledChapters(blocks: SourceBook['blocks'], tales: readonly Candidate[], split: readonly string[]): Candidate[] {
  return tales.flatMap((tale, index) => {
    if (!isNamed(tale, split)) return [];
    const end = tales[index + 1]?.at ?? blocks.length;
    const inside = Array.from({ length: end - tale.at - 1 }, (_, offset) => tale.at + 1 + offset).filter(
      (at) => blocks[at]?.kind === 'heading',
    );
    const chapters = inside.map((at) => candidateOf(blocks, at, tale.rank));
    return chapters.filter(
      (each, at) => each.bare === undefined && chapters[at - 1]?.bare !== undefined && chapters[at - 1]?.at === each.at - 1,
    );
  });
}
