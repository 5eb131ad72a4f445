/** Divides a book into sections by its headings: tales, parts and others. */
import type { Block, SourceBook } from '../sources/source-book.ts';
import { type Candidate, candidateOf, chooseStarts, findUnmarkedTitles, measureBodies, type Starts } from './choose-starts.ts';
import type { Hints } from './hints.ts';
import type { Match } from './match-contents.ts';
import { bareNumber, isChapterLabel, isFirstLabel, normalizeTitle, type SectionKind } from './titles.ts';

/**
 * `listed`: matches of the table of contents by heading position, if the book has a usable one; `groups`: positions of its group headings;
 * `taken`: blocks of the tables themselves.
 */
export type Known = { listed: ReadonlyMap<number, Match> | undefined; groups: ReadonlySet<number>; taken: ReadonlySet<number> };
/** `lost`: positions of titles missing in the table of contents. */
type Plan = { sections: Section[]; lost: ReadonlySet<number> };

export function planSections({ blocks, title }: SourceBook, candidates: Candidate[], known: Known, hints: Hints | undefined): Plan {
  const { listed, groups, taken } = known;
  const named = candidates.filter(({ section, at }) => section === undefined && (listed === undefined || listed.has(at)));
  const isTitle = isBookTitle(title ?? '', named);
  const titles = withoutChapters(named, isTitle).filter((each) => !isTitle(each));
  const starts = chooseStarts(measureBodies(titles, blocks), { groups, isListed: listed !== undefined });
  const lost = listed === undefined ? [] : findUnmarkedTitles(blocks, starts.tales, taken);
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
 * Removes chapters, which stay in their tale. Where most headings are named like chapters, they may be the tales: then only those that
 * count from one below a title are chapters.
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
  return titles?.some((title) => normalizeTitle(title) === normal) ?? false;
}

/** The book title, repeated above the first tale; possibly shortened or extended. */
function isBookTitle(title: string, named: readonly Candidate[]): (candidate: Candidate) => boolean {
  const book = normalizeTitle(title);
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

/** A title repeated after other tales, with `Second Part` below it. */
function laterParts(blocks: SourceBook['blocks'], candidates: readonly Candidate[], tales: readonly Candidate[]): Candidate[] {
  const places = new Set(tales.map(({ at }) => at));
  return candidates.filter(({ at, normal }) => {
    const isLater = tales.some((each) => each.normal === normal && each.at < at);
    return (
      isLater &&
      !places.has(at) &&
      blocks.slice(at + 1, at + 3).some(({ text }) => text.length < 60 && isChapterLabel(normalizeTitle(text)))
    );
  });
}

/** Maximum share of headings with the rank of tales that a complete table of contents may omit. */
const MAX_UNLISTED = 0.1;

/**
 * Returns headings with the rank of tales that the table of contents omits, if they are few; otherwise they are chapters. Those with a
 * lower heading below, as most tales of the book have, are tales; the others introduce parts.
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
  if (others.length > tales.length * MAX_UNLISTED || tales.length < 10) return { pieces: [], parts: [] };
  const named = new Set(candidates.filter(({ at }) => groups.has(at)).map(({ normal }) => normal));
  const hasHeadBelow = ({ at }: Candidate) => candidates.some((each) => each.at === at + 1 && each.rank > rank);
  const isUsual = tales.filter(hasHeadBelow).length > tales.length / 2;
  const isPiece = (each: Candidate) => isUsual && hasHeadBelow(each) && !named.has(each.normal);
  return { pieces: titled.filter(isPiece), parts: titled.filter((each) => !isPiece(each)) };
}

/** Returns numbered chapters with titles, in the sections that the hints name. */
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

/** `head`: its headings; `from`: the first block after them. */
export type Section = { kind: 'tale' | 'part' | 'special' | 'front'; head: Candidate[]; motto?: Block[]; from: number; to: number };

/**
 * Divides the book at the given headings. `specials`: headings of prefaces, notes and the like; `leads`: positions of mottos, by heading.
 */
function sectionsOf(
  blocks: readonly Block[],
  starts: Starts,
  specials: readonly Candidate[],
  leads: ReadonlyMap<number, number>,
): Section[] {
  const boundaries = [
    ...starts.tales.map((candidate) => ({ candidate, kind: 'tale' as const })),
    ...starts.parts.map((candidate) => ({ candidate, kind: 'part' as const })),
    ...specials.map((candidate) => ({ candidate, kind: 'special' as const })),
  ].toSorted((a, b) => a.candidate.at - b.candidate.at);
  const places = new Set(boundaries.map(({ candidate }) => candidate.at));
  const sections: Section[] = [];
  for (const { candidate, kind } of boundaries) {
    const lead = leads.get(candidate.at);
    const start = kind === 'tale' ? (lead ?? beforeTitle(blocks, candidate.at, places)) : candidate.at;
    const last = sections.at(-1) ?? pushed(sections, { kind: 'front', head: [], from: 0, to: 0 });
    last.to = Math.max(start, last.from);
    const above = kind === 'tale' ? headsAbove(blocks, candidate, start) : [];
    const section: Section = { kind, head: [...above, candidate], from: candidate.at + 1, to: blocks.length };
    if (lead !== undefined) section.motto = blocks.slice(lead, candidate.at);
    if (kind === 'tale' && last.kind === 'tale' && isEmpty(blocks, last)) {
      if (belongTogether(last.head, candidate)) section.head.unshift(...last.head);
      else last.kind = 'part';
      if (last.kind === 'tale') sections.pop();
    }
    sections.push(section);
  }
  return sections.filter(({ kind, to }) => kind !== 'front' || to > 0);
}

function pushed(sections: Section[], section: Section): Section {
  sections.push(section);
  return section;
}

/** Headings directly above a title are its number or the title of a part, not the end of the previous tale. */
function beforeTitle(blocks: readonly Block[], at: number, places: ReadonlySet<number>): number {
  let start = at;
  for (let before = at - 1; before >= 0 && !places.has(before); before -= 1) {
    const { kind, text } = blocks[before] as Block;
    if (kind === 'heading' || (kind === 'paragraph' && bareNumber(text) !== undefined)) start = before;
    else if (kind !== 'rule') break;
  }
  return start;
}

/** The first line of a title that continues in the next heading. */
function headsAbove(blocks: readonly Block[], candidate: Candidate, start: number): Candidate[] {
  const above =
    candidate.at - 1 >= start && blocks[candidate.at - 1]?.kind === 'heading'
      ? candidateOf(blocks, candidate.at - 1, candidate.rank)
      : undefined;
  return above !== undefined && above.bare === undefined && !above.chapter && above.normal !== '' && belongTogether([above], candidate)
    ? [above]
    : [];
}

function isEmpty(blocks: readonly Block[], { from, to }: Section): boolean {
  return blocks.slice(from, to).every(({ kind }) => kind === 'rule' || kind === 'note' || kind === 'figure');
}

/** A number and its title, or a title printed twice or in two lines. */
function belongTogether(head: readonly Candidate[], next: Candidate): boolean {
  const last = head.at(-1);
  if (last === undefined || next.at - last.at > 3) return false;
  const continues = /(?:[,;:–—-]|\b(?:or|and|of|the|oder|und|von|der|die|das|vom|ou|et|de|du|la|le|y|of|en|van))$/iu.test(last.title);
  const isSecondLine = /^(?:or|oder|ou|of|eller|o)\b/i.test(next.title) || /^\P{L}*\p{Ll}/u.test(next.title);
  return (
    last.bare !== undefined || last.chapter || last.normal === next.normal || continues || isSecondLine || normalizeTitle(last.title) === ''
  );
}
