/** The book in sections: each from the heading that begins it to the next one that ends it. */
import type { Block } from '../source/source-book.ts';
import { type Candidate, candidateOf } from './candidates.ts';
import type { Starts } from './choose-starts.ts';
import { bareNumber, normalTitle } from './normal-title.ts';

/** `head`: the headings that name it; `from`: the first block behind them. */
export type Section = { kind: 'tale' | 'part' | 'special' | 'front'; head: Candidate[]; motto?: Block[]; from: number; to: number };

/** `specials`: headings of prefaces, notes and the like; `leads`: by the place of a heading that of a motto above it. */
export function sectionsOf(
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

/** Headings above a title with nothing between are its number or the title of a part: they are not the end of the tale before. */
function beforeTitle(blocks: readonly Block[], at: number, places: ReadonlySet<number>): number {
  let start = at;
  for (let before = at - 1; before >= 0 && !places.has(before); before -= 1) {
    const { kind, text } = blocks[before] as Block;
    if (kind === 'heading' || (kind === 'paragraph' && bareNumber(text) !== undefined)) start = before;
    else if (kind !== 'rule') break;
  }
  return start;
}

/** The beginning of a title that goes on in the next heading. */
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

/** A number and its title, a title that is printed twice or in two lines. */
function belongTogether(head: readonly Candidate[], next: Candidate): boolean {
  const last = head.at(-1);
  if (last === undefined || next.at - last.at > 3) return false;
  const goesOn = /(?:[,;:–—-]|\b(?:or|and|of|the|oder|und|von|der|die|das|vom|ou|et|de|du|la|le|y|of|en|van))$/iu.test(last.title);
  const isSecondLine = /^(?:or|oder|ou|of|eller|o)\b/i.test(next.title) || /^\P{L}*\p{Ll}/u.test(next.title);
  return last.bare !== undefined || last.chapter || last.normal === next.normal || goesOn || isSecondLine || normalTitle(last.title) === '';
}
