/** Finds the positions of the entries of a table of contents. */
import type { Block, TocEntry } from '../sources/source-book.ts';
import { type Candidate, candidateOf } from './choose-starts.ts';
import type { Contents } from './find-contents.ts';
import { leadingNumber, normalizeTitle, sectionKind, titleSimilarity } from './titles.ts';

/** `lead`: the link target, when the blocks between it and the heading belong to the tale. */
export type Match = { entry: TocEntry; candidate: Candidate; confidence: number; lead?: number };
export type MatchedContents = { contents: Contents; matches: Match[]; missing: TocEntry[] };

const MIN_CONFIDENCE = 0.8;
const MAX_TITLE = 200;
/** Maximum distance of a heading from its anchor, in blocks. */
const REACH = 5;

type Search = {
  blocks: readonly Block[];
  headings: readonly Candidate[];
  anchors: ReadonlyMap<string, number>;
  taken: ReadonlySet<number>;
  /** Position of the notes at the end, which repeat the titles. */
  notes: number;
  used: Set<number>;
  forms: Forms;
};

/** Matches entries with headings, including entries that are not tales (preface, index). `taken`: blocks of the tables themselves. */
export function matchContents(
  contents: Contents,
  blocks: readonly Block[],
  headings: readonly Candidate[],
  taken: ReadonlySet<number>,
): MatchedContents {
  const anchors = new Map<string, number>();
  for (const [at, block] of blocks.entries()) if (!taken.has(at)) for (const anchor of block.anchors) anchors.set(anchor, at);
  const notes = findNotesStart(headings, blocks.length);
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

/** The last notes in the second half of the book, without footnotes at the end of a chapter. */
function findNotesStart(headings: readonly Candidate[], length: number): number {
  const notes = headings.findLast(({ section, at, normal }) => section === 'notes' && at > length / 2 && !normal.startsWith('foot'));
  return notes?.at ?? length;
}

/** Drops entries in lower case, which continue the previous line, unless most are in lower case. */
function withoutEnds(entries: readonly TocEntry[]): TocEntry[] {
  const whole = entries.filter(({ title }) => !/^\P{L}*\p{Ll}/u.test(title));
  return withoutEssays(whole.length >= entries.length / 2 ? whole : [...entries]);
}

const TALES = /^(?:(?:fairy|folk|popular) )?(?:tales|stories|fables|legends|marchen|sagen|contes|cuentos|sprookjes|sagor|eventyr)$/;

/** Entries between an introduction and the heading of the tales are chapters of the introduction. */
function withoutEssays(entries: TocEntry[]): TocEntry[] {
  const start = entries.findIndex(({ title }) => sectionKind(title) === 'introduction');
  const end = entries.findIndex(({ title }, index) => index > start && TALES.test(normalizeTitle(title)));
  return start < 0 || end < 0 ? entries : entries.filter((_, index) => index <= start || index > end);
}

/** Returns the table that leads to most tales; among similar ones the one whose headings have the same rank. */
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

/** Returns the share of candidates that have the most frequent rank. */
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
  const best = near.map((candidate) => ({ candidate, confidence: candidateSimilarity(title, candidate, forms) })).toSorted(byConfidence)[0];
  if (best !== undefined && best.confidence >= 0.6) return withLead(best, at, blocks);
  const named = findParagraphTitle(title, at, at + 3, search);
  if (named !== undefined && !used.has(named.candidate.at)) return named;
  return undefined;
}

/** A heading with another spelling, exactly at the link target. */
function byPlace({ title, to }: TocEntry, { headings, anchors, used }: Search): Found | undefined {
  const at = to === '' ? undefined : anchors.get(to);
  if (at === undefined || normalizeTitle(title) === '' || sectionKind(title) !== undefined) return undefined;
  const candidate = headings.find((each) => each.at >= at && each.at <= at + 1 && !used.has(each.at));
  return candidate === undefined ? undefined : { candidate, confidence: 0.5 };
}

/** Verse and short lines between the link target and the number of the tale belong to it: a motto, the caption of a plate. */
function withLead(found: Found, at: number, blocks: readonly Block[]): Found {
  if (found.candidate.bare === undefined) return found;
  const between = blocks.slice(at, found.candidate.at);
  const isMotto = between.every(({ kind, text }) => kind === 'verse' || kind === 'rule' || kind === 'heading' || text.length < 60);
  return between.length > 0 && isMotto ? { ...found, lead: at } : found;
}

/** A bare number matches the entry with that number. */
function candidateSimilarity(title: string, { title: own, bare }: Candidate, forms: Forms): number {
  return bare !== undefined && bare === leadingNumber(title) ? 0.95 : bestSimilarity(title, own, forms);
}

function byTitle({ title }: TocEntry, { headings, used, notes, forms }: Search, last: number): Found | undefined {
  if (normalizeTitle(title) === '') return undefined;
  const free = headings.filter(({ at }) => !used.has(at));
  const alike = free.map((candidate) => ({
    candidate,
    confidence: bestSimilarity(title, candidate.title, forms) - (candidate.at > notes ? 0.3 : 0),
  }));
  const sure = alike.filter(({ confidence }) => confidence >= MIN_CONFIDENCE);
  const ahead = sure.filter(({ candidate }) => candidate.at > last);
  const same = (all: Found[]) => fullest(all.filter(({ confidence }) => confidence === 1));
  return same(ahead) ?? same(sure) ?? ahead.toSorted(byConfidence)[0] ?? sure.toSorted(byConfidence)[0];
}

/** A title printed several times, as in a frame story or in the notes, is where most text follows. */
function fullest(all: Found[]): Found | undefined {
  const most = Math.max(...all.map(({ candidate }) => candidate.body));
  return all.find(({ candidate }) => candidate.body >= most / 4);
}

/** The same number, in a book with numbered tales. */
function byNumber({ title }: TocEntry, { headings, used, forms }: Search, last: number): Found | undefined {
  const number = leadingNumber(title);
  if (number === undefined) return undefined;
  const candidate = headings.find((each) => each.at > last && !used.has(each.at) && each.number === number && each.bare === undefined);
  const confidence = candidate === undefined ? 0 : bestSimilarity(title, candidate.title, forms);
  return candidate === undefined || confidence < 0.2 ? undefined : { candidate, confidence: Math.max(confidence, 0.6) };
}

/** A title printed as a paragraph. */
function byText({ title }: TocEntry, search: Search, last: number): Found | undefined {
  if (normalizeTitle(title).length < 4) return undefined;
  const found = findParagraphTitle(title, last + 1, search.blocks.length, search);
  return found !== undefined && !search.used.has(found.candidate.at) ? found : undefined;
}

function findParagraphTitle(title: string, from: number, to: number, { blocks, taken, forms }: Search): Found | undefined {
  const length = normalizeTitle(title).length;
  for (let at = from; at < Math.min(to, blocks.length); at += 1) {
    const block = blocks[at] as Block;
    if (block.kind === 'heading' || block.kind === 'note' || block.text.length > MAX_TITLE || taken.has(at)) continue;
    if (!/^\P{L}*\p{Lu}/u.test(block.text) || Math.abs(block.text.length - length) > length / 2 + 10) continue;
    const confidence = bestSimilarity(title, block.text, forms);
    if (confidence >= 0.9) return { candidate: candidateOf(blocks, at, Number.NaN), confidence };
  }
  return undefined;
}

/** When as many headings as entries are unmatched between two matches, they belong together. */
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
        found[at + index] = { candidate, confidence: 0.5 };
        used.add(candidate.at);
      }
    }
    at = end;
  }
}

/** Text in brackets may be missing in one of the titles. */
function bestSimilarity(a: string, b: string, forms: Forms): number {
  const [x, y] = [formsOf(a, forms), formsOf(b, forms)];
  const whole = titleSimilarity(x.whole, y.whole);
  if (whole === 1 || (x.bare === x.whole && y.bare === y.whole)) return whole;
  return Math.max(whole, titleSimilarity(x.bare, y.bare) * 0.98, titleSimilarity(x.head, y.head) * 0.98);
}

/** Cache of normalized titles. */
type Forms = Map<string, TitleForms>;
/** `bare`: without brackets; `head`: the text before the first bracket. */
type TitleForms = { whole: string; bare: string; head: string };

function formsOf(title: string, forms: Forms): TitleForms {
  const known = forms.get(title);
  if (known !== undefined) return known;
  const made = {
    whole: normalizeTitle(title),
    bare: normalizeTitle(withoutBrackets(title)),
    head: normalizeTitle(title.replace(/(?<=\S)\s*[([{].*$/s, '')),
  };
  forms.set(title, made);
  return made;
}

function withoutBrackets(title: string): string {
  return title.replace(/[([].*?(?:[)\]]|$)/g, ' ');
}

function byConfidence(a: Found, b: Found): number {
  return b.confidence - a.confidence || a.candidate.at - b.candidate.at;
}
