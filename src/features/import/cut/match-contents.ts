/** Where in the book the entries of its table of contents begin. */
import type { Block, TocEntry } from '../source/source-book.ts';
import { type Candidate, candidateOf } from './candidates.ts';
import type { Contents } from './find-contents.ts';
import { leadingNumber, likeness, normalTitle } from './normal-title.ts';
import { sectionKind } from './section-kinds.ts';

/** `lead`: where the link leads, when what stands between it and the heading belongs to the tale already. */
export type Match = { entry: TocEntry; candidate: Candidate; sureness: number; lead?: number };
export type MatchedContents = { contents: Contents; matches: Match[]; missing: TocEntry[] };

const SURE = 0.8;
const LONGEST_TITLE = 200;
/** How far behind an anchor its heading may stand. */
const REACH = 5;

type Search = {
  blocks: readonly Block[];
  headings: readonly Candidate[];
  anchors: ReadonlyMap<string, number>;
  taken: ReadonlySet<number>;
  /** Where the notes of the book begin, which go through its titles once more. */
  notes: number;
  used: Set<number>;
  forms: Forms;
};

/** `taken`: blocks of tables of contents themselves. Entries that are no tales (preface, index) are matched too. */
export function matchContents(
  contents: Contents,
  blocks: readonly Block[],
  headings: readonly Candidate[],
  taken: ReadonlySet<number>,
): MatchedContents {
  const anchors = new Map<string, number>();
  for (const [at, block] of blocks.entries()) if (!taken.has(at)) for (const anchor of block.anchors) anchors.set(anchor, at);
  const notes = placeOfNotes(headings, blocks.length);
  const search: Search = { blocks, headings, anchors, taken, notes, used: new Set(), forms: new Map() };
  let last = -1;
  const entries = withoutEnds(contents.entries);
  const found = entries.map((entry) => {
    const byWords = byAnchor(entry, search) ?? byTitle(entry, search, last) ?? byNumber(entry, search, last);
    const match = byWords ?? byPlace(entry, search) ?? byText(entry, search, last);
    if (match === undefined) return undefined;
    search.used.add(match.candidate.at);
    last = match.candidate.at;
    return match;
  });
  fillGaps(found, headings, search.used);
  const matches = entries.flatMap((entry, index) => (found[index] === undefined ? [] : [{ entry, ...found[index] }]));
  return { contents, matches, missing: entries.filter((_, index) => found[index] === undefined) };
}

/** Of the last notes in the second half of the book; not of footnotes that end a chapter. */
function placeOfNotes(headings: readonly Candidate[], length: number): number {
  const notes = headings.findLast(({ section, at, normal }) => section === 'notes' && at > length / 2 && !normal.startsWith('foot'));
  return notes?.at ?? length;
}

/** A small letter begins the second line of an entry, unless the whole table is in small letters. */
function withoutEnds(entries: readonly TocEntry[]): TocEntry[] {
  const whole = entries.filter(({ title }) => !/^\P{L}*\p{Ll}/u.test(title));
  return withoutEssays(whole.length >= entries.length / 2 ? whole : [...entries]);
}

const TALES = /^(?:(?:fairy|folk|popular) )?(?:tales|stories|fables|legends|marchen|sagen|contes|cuentos|sprookjes|sagor|eventyr)$/;

/** What stands between an introduction and the word that announces the tales are its chapters. */
function withoutEssays(entries: TocEntry[]): TocEntry[] {
  const start = entries.findIndex(({ title }) => sectionKind(title) === 'introduction');
  const end = entries.findIndex(({ title }, index) => index > start && TALES.test(normalTitle(title)));
  return start < 0 || end < 0 ? entries : entries.filter((_, index) => index <= start || index > end);
}

/** Of all tables the one that leads to most tales; of several such the one that leads to headings of one rank. */
export function bestContents(all: readonly MatchedContents[]): MatchedContents | undefined {
  const good = all
    .filter(({ matches, missing }) => matches.length >= 3 && matches.length >= missing.length)
    .map((each) => ({ each, tales: talesOf(each) }));
  const most = Math.max(...good.map(({ tales }) => tales.length));
  return good
    .filter(({ tales }) => tales.length >= most * 0.85)
    .toSorted((a, b) => Math.round(10 * purity(b.tales)) - Math.round(10 * purity(a.tales)) || b.tales.length - a.tales.length)[0]?.each;
}

function talesOf({ matches }: MatchedContents): Candidate[] {
  const tales = matches.filter(({ entry, candidate }) => sectionKind(entry.title) === undefined && !candidate.chapter);
  return [...new Map(tales.map(({ candidate }) => [candidate.at, candidate])).values()];
}

/** How many of them are of the rank that most are of. */
function purity(candidates: readonly Candidate[]): number {
  const counts = new Map<number, number>();
  for (const { rank } of candidates) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return Math.max(0, ...counts.values()) / Math.max(candidates.length, 1);
}

type Found = Omit<Match, 'entry'>;

function byAnchor({ title, to }: TocEntry, search: Search): Found | undefined {
  const { blocks, headings, anchors, used, forms } = search;
  const at = to === '' ? undefined : anchors.get(to);
  if (at === undefined) return undefined;
  const near = headings.filter((each) => each.at >= at - 1 && each.at <= at + REACH && !used.has(each.at));
  const best = near.map((candidate) => ({ candidate, sureness: likenessOf(title, candidate, forms) })).toSorted(bySureness)[0];
  if (best !== undefined && best.sureness >= 0.6) return withLead(best, at, blocks);
  const named = pseudo(title, at, at + 3, search);
  if (named !== undefined && !used.has(named.candidate.at)) return named;
  return undefined;
}

/** A heading that is spelt quite otherwise, exactly where the link leads. */
function byPlace({ title, to }: TocEntry, { headings, anchors, used }: Search): Found | undefined {
  const at = to === '' ? undefined : anchors.get(to);
  if (at === undefined || normalTitle(title) === '' || sectionKind(title) !== undefined) return undefined;
  const candidate = headings.find((each) => each.at >= at && each.at <= at + 1 && !used.has(each.at));
  return candidate === undefined ? undefined : { candidate, sureness: 0.5 };
}

/** Verse and short lines between the place that a link leads to and the number of the tale: a motto, the title of a plate. */
function withLead(found: Found, at: number, blocks: readonly Block[]): Found {
  if (found.candidate.bare === undefined) return found;
  const between = blocks.slice(at, found.candidate.at);
  const isMotto = between.every(({ kind, text }) => kind === 'verse' || kind === 'rule' || kind === 'heading' || text.length < 60);
  return between.length > 0 && isMotto ? { ...found, lead: at } : found;
}

/** A bare number is the heading of the entry with that number. */
function likenessOf(title: string, { title: own, bare }: Candidate, forms: Forms): number {
  return bare !== undefined && bare === leadingNumber(title) ? 0.95 : titleLikeness(title, own, forms);
}

function byTitle({ title }: TocEntry, { headings, used, notes, forms }: Search, last: number): Found | undefined {
  if (normalTitle(title) === '') return undefined;
  const free = headings.filter(({ at }) => !used.has(at));
  const alike = free.map((candidate) => ({
    candidate,
    sureness: titleLikeness(title, candidate.title, forms) - (candidate.at > notes ? 0.3 : 0),
  }));
  const sure = alike.filter(({ sureness }) => sureness >= SURE);
  const ahead = sure.filter(({ candidate }) => candidate.at > last);
  const same = (all: Found[]) => fullest(all.filter(({ sureness }) => sureness === 1));
  return same(ahead) ?? same(sure) ?? ahead.toSorted(bySureness)[0] ?? sure.toSorted(bySureness)[0];
}

/** A title that is printed several times, as in a frame story or in the notes, stands where most text follows. */
function fullest(all: Found[]): Found | undefined {
  const most = Math.max(...all.map(({ candidate }) => candidate.body));
  return all.find(({ candidate }) => candidate.body >= most / 4);
}

/** The same number, in a book whose tales have numbers. */
function byNumber({ title }: TocEntry, { headings, used, forms }: Search, last: number): Found | undefined {
  const number = leadingNumber(title);
  if (number === undefined) return undefined;
  const candidate = headings.find((each) => each.at > last && !used.has(each.at) && each.number === number && each.bare === undefined);
  const sureness = candidate === undefined ? 0 : titleLikeness(title, candidate.title, forms);
  return candidate === undefined || sureness < 0.2 ? undefined : { candidate, sureness: Math.max(sureness, 0.6) };
}

/** A title that stands in the book as a paragraph. */
function byText({ title }: TocEntry, search: Search, last: number): Found | undefined {
  if (normalTitle(title).length < 4) return undefined;
  const found = pseudo(title, last + 1, search.blocks.length, search);
  return found !== undefined && !search.used.has(found.candidate.at) ? found : undefined;
}

function pseudo(title: string, from: number, to: number, { blocks, taken, forms }: Search): Found | undefined {
  const length = normalTitle(title).length;
  for (let at = from; at < Math.min(to, blocks.length); at += 1) {
    const block = blocks[at] as Block;
    if (block.kind === 'heading' || block.kind === 'note' || block.text.length > LONGEST_TITLE || taken.has(at)) continue;
    if (!/^\P{L}*\p{Lu}/u.test(block.text) || Math.abs(block.text.length - length) > length / 2 + 10) continue;
    const sureness = titleLikeness(title, block.text, forms);
    if (sureness >= 0.9) return { candidate: candidateOf(blocks, at, Number.NaN), sureness };
  }
  return undefined;
}

/** Between two that were found stand as many headings as entries are missing: they are these, by other names. */
function fillGaps(found: (Found | undefined)[], headings: readonly Candidate[], used: Set<number>): void {
  const ranks = new Set(found.flatMap((each) => (each === undefined ? [] : [each.candidate.rank])));
  for (let at = 0; at < found.length; at += 1) {
    if (found[at] !== undefined) continue;
    const next = found.findIndex((each, index) => index > at && each !== undefined);
    const end = next < 0 ? found.length : next;
    const after = found[at - 1]?.candidate.at ?? Number.POSITIVE_INFINITY;
    const before = found[end]?.candidate.at ?? Number.POSITIVE_INFINITY;
    const between = headings.filter((each) => each.at > after && each.at < before && !used.has(each.at) && ranks.has(each.rank));
    const titled = between.filter(({ bare, section, body }) => bare === undefined && section === undefined && body > 0);
    if (titled.length === end - at) {
      for (const [index, candidate] of titled.entries()) {
        found[at + index] = { candidate, sureness: 0.5 };
        used.add(candidate.at);
      }
    }
    at = end;
  }
}

/** What stands in brackets may be missing in one of them. */
function titleLikeness(a: string, b: string, forms: Forms): number {
  const [x, y] = [formsOf(a, forms), formsOf(b, forms)];
  const whole = likeness(x.whole, y.whole);
  if (whole === 1 || (x.bare === x.whole && y.bare === y.whole)) return whole;
  return Math.max(whole, likeness(x.bare, y.bare) * 0.98, likeness(x.head, y.head) * 0.98);
}

/** By the title: its normal forms, which are asked for again and again. */
type Forms = Map<string, TitleForms>;
/** `bare`: without what stands in brackets; `head`: what stands before them. */
type TitleForms = { whole: string; bare: string; head: string };

function formsOf(title: string, forms: Forms): TitleForms {
  const known = forms.get(title);
  if (known !== undefined) return known;
  const made = {
    whole: normalTitle(title),
    bare: normalTitle(withoutBrackets(title)),
    head: normalTitle(title.replace(/(?<=\S)\s*[([{].*$/s, '')),
  };
  forms.set(title, made);
  return made;
}

function withoutBrackets(title: string): string {
  return title.replace(/[([].*?(?:[)\]]|$)/g, ' ');
}

function bySureness(a: Found, b: Found): number {
  return b.sureness - a.sureness || a.candidate.at - b.candidate.at;
}
