import { escapeHtml } from '#src/ui/escape-html.ts';
import { collectWordCapitals } from '../post-process/capitals.ts';
import { finishTale } from '../post-process/finish-tale.ts';
import { detectCredits } from '../post-process/head-and-tail.ts';
import { collectNotes } from '../post-process/tale-content.ts';
import type { Block, RawBook, RawTale, SkippedSection, SourceBook, SplitBook, SplitTale } from '../sources/source-book.ts';
import { type Candidate, headingsOf, measureBodies } from './choose-starts.ts';
import { findContents } from './find-contents.ts';
import type { Hints } from './hints.ts';
import { bestContents, type MatchedContents, matchContents } from './match-contents.ts';
import { isNamed, type Known, planSections, type Section } from './plan-sections.ts';
import { isBareLabel, isChapterLabel, isFirstLabel, normalizeTitle, type SectionKind } from './titles.ts';

const WHY: Record<SectionKind, string> = {
  contents: 'The table of contents.',
  illustrations: 'A list of illustrations.',
  preface: 'A preface.',
  introduction: 'An introduction.',
  dedication: 'A dedication.',
  notes: 'Notes on the whole book.',
  index: 'An index.',
  advertisement: 'An advertisement of the publisher.',
  transcriber: 'About the file or the edition.',
  matter: 'Front or back matter.',
};

/** Shorter sections are not tales. */
const MIN_TEXT = 100;
const MAX_AFTERWORD = 8;

/** Below this the title and its entry differ. */
const UNSURE = 0.6;

const TALE_CLASS = /(?:^|\s)(?:tale|story|fable|conte|sage|maerchen)(?:\s|$)/i;

const LONG_RATIO = 8;
const SHORT_RATIO = 0.05;
const MIN_TALES = 5;
const ENDING = /[.!?…:;*\])"'”’»›“‘«—–-]\s*$/u;

/**
 * Splits a book into tales by its headings and table of contents, and post-processes each. `left`: the sections that are not tales. Never
 * throws.
 */
export function splitBook(book: SourceBook, hints?: Hints): SplitBook {
  const { tales, left } = rawTales(book, hints);
  const around = {
    language: book.language ?? 'en',
    authors: book.authors,
    credits: detectCredits(tales),
    notes: collectNotes(book.blocks),
    capitals: collectWordCapitals(book.blocks),
  };
  const finished = tales.map((tale) => finishTale(hints?.interludes === undefined ? tale : withoutInterlude(tale), around));
  const warnings = warningsAmong(finished);
  return { tales: finished.map((tale, index) => ({ ...tale, warnings: [...tale.warnings, ...(warnings[index] ?? [])] })), left };
}

/** Centred lines and lines without letters belong to the verse. */
function withoutInterlude(tale: RawTale): RawTale {
  const begin = tale.blocks.findIndex(({ kind, hints, text }) => kind === 'paragraph' && !hints.centred && /\p{Ll}/u.test(text));
  return { ...tale, blocks: tale.blocks.slice(Math.max(0, begin)) };
}

function rawTales(book: SourceBook, hints?: Hints): RawBook {
  const { blocks } = book;
  const printed = findContents(blocks);
  const taken = new Set(printed.flatMap((each) => [...each.blocks]));
  const headings = measureBodies(headingsOf(blocks, taken), blocks);
  const inFile = { entries: book.toc, blocks: new Set<number>() };
  const contents = bestContents([...printed, inFile].map((each) => matchContents(each, blocks, headings, taken)));
  const isText = book.format === 'text';
  const candidates = contents === undefined ? evenRanks(headings, isText) : withMatched(headings, contents, blocks, isText);
  const known = knownFrom(contents, taken);
  const { sections, lost } = planSections(book, candidates, known, hints);
  const left: SkippedSection[] = [];
  const tales: RawTale[] = [];
  for (const section of sections) {
    const text = blocks.slice(section.from, section.to).filter((_, index) => !taken.has(section.from + index));
    const body = [...(section.motto ?? []), ...text];
    const why = skipReason(section, body, hints);
    if (why === undefined) tales.push(taleOf(section, body, tales.length + 1, known, lost));
    else if (section.head.length > 0) left.push({ title: section.head.map(({ title }) => title).join(' / '), why });
  }
  const last = tales.at(-1);
  if (last !== undefined) left.push(...cutAfterword(last));
  if (hints?.frame !== undefined)
    for (const tale of tales) tale.warnings.push('The book has a frame story, which may continue after this tale.');
  return { tales: joinParts(trimToTale(asOneTale(tales, book))), left };
}

/** A book with chapters and no titles is one tale, named after the book. */
function asOneTale(tales: RawTale[], { title }: SourceBook): RawTale[] {
  const [first] = tales;
  const labels = tales.map(({ head }) => normalizeTitle(head.map(({ text }) => text).join(' ')));
  if (first === undefined || title === null || tales.length < 2 || !isFirstLabel(labels[0] ?? '') || !labels.every(isBareLabel))
    return tales;
  const blocks = tales.flatMap(({ head, blocks: own }) => [...head, ...own]);
  const [heading] = first.head;
  if (heading === undefined) return tales;
  return [{ ...first, head: [{ ...heading, html: escapeHtml(title), text: title, lines: [title], links: [] }], blocks }];
}

function knownFrom(contents: MatchedContents | undefined, taken: ReadonlySet<number>): Known {
  if (contents === undefined) return { listed: undefined, groups: new Set(), taken };
  const groups = contents.matches.filter(({ entry }) => /[—–:-]$/.test(entry.title));
  const areMany = groups.length > contents.matches.length / 2;
  const listed = new Map(contents.matches.map((match) => [match.candidate.at, match]));
  return { listed, groups: new Set(areMany ? [] : groups.map(({ candidate }) => candidate.at)), taken };
}

/** Returns why a section is not a tale; undefined for a tale. */
function skipReason({ kind, head }: Section, body: readonly Block[], hints: Hints | undefined): string | undefined {
  if (kind === 'special') return skipReasonText(head[0]?.section ?? 'matter');
  if (kind === 'front') return 'Text before the first heading.';
  if (kind === 'part') return 'The heading of a part of the book.';
  if (head.some((each) => isNamed(each, hints?.frame))) return 'A frame story.';
  if (head.some((each) => isNamed(each, hints?.left))) return 'Known not to be a tale.';
  const length = body.reduce((sum, block) => sum + (block.kind === 'note' ? 0 : block.text.length), 0);
  return length < MIN_TEXT ? 'Too short to be a tale.' : undefined;
}

/** Paragraphs with years after a rule at the end of the last tale are about the book. */
function cutAfterword(tale: RawTale): SkippedSection[] {
  const rule = tale.blocks.findLastIndex(({ kind }) => kind === 'rule');
  const rest = rule < 1 ? [] : tale.blocks.slice(rule + 1).filter(({ kind }) => kind !== 'note');
  if (rest.length === 0 || rest.length > MAX_AFTERWORD || !rest.some(({ text }) => /\b1[5-9]\d\d\b/.test(text))) return [];
  tale.blocks = tale.blocks.filter((block) => !rest.includes(block));
  return [{ title: rest[0]?.text.slice(0, 60) ?? '', why: 'Text about the book after its last tale.' }];
}

function taleOf({ head }: Section, body: Block[], order: number, { listed }: Known, lost: ReadonlySet<number>): RawTale {
  const titled = head.filter(({ bare, chapter }) => bare === undefined && !chapter);
  const last = head.at(-1) as Candidate;
  const match = listed?.get(last.at);
  const named = (titled.length > 0 ? titled : head).map(({ block, title }) => ({ ...block, text: title }));
  const warnings: string[] = [];
  if (lost.has(last.at)) warnings.push('The title is a plain line in the book and missing in the table of contents.');
  if (match === undefined || titled.length > 0) {
    if (match !== undefined && match.confidence < UNSURE) warnings.push(`The table of contents calls it “${match.entry.title}”.`);
    return { head: named, blocks: body, order, warnings };
  }
  // Only a number above the tale: its title is in the table of contents.
  const { title } = match.entry;
  return { head: [{ ...last.block, html: escapeHtml(title), text: title, lines: [title], links: [] }], blocks: body, order, warnings };
}

/**
 * Adds titles printed as paragraphs, with the rank of the others. In plain text listed titles get the same rank, however many empty lines
 * are above.
 */
function withMatched(headings: readonly Candidate[], { matches }: MatchedContents, blocks: readonly Block[], isText: boolean): Candidate[] {
  const ranks = matches.map(({ candidate }) => candidate.rank).filter((rank) => !Number.isNaN(rank));
  const usual = ranks.toSorted((a, b) => a - b)[Math.floor(ranks.length / 2)] ?? 20;
  const matched = new Map(matches.map(({ candidate }) => [candidate.at, candidate]));
  const numbered = [...matched.values()].filter(({ number }) => number !== undefined).length;
  const isChapter = ({ number, rank }: Candidate) => number !== undefined && rank > usual && numbered < matched.size / 2;
  const ranked = headings.map((each) => (isText && matched.has(each.at) && !isChapter(each) ? { ...each, rank: usual } : each));
  const lost = [...matched.values()].filter(({ rank }) => Number.isNaN(rank)).map((candidate) => ({ ...candidate, rank: usual }));
  return measureBodies([...ranked, ...lost], blocks);
}

/** Levels ranks in plain text without a table of contents, where a few titles have one empty line more than the others. */
function evenRanks(headings: readonly Candidate[], isText: boolean): Candidate[] {
  if (!isText) return [...headings];
  const titled = headings.filter(({ bare, chapter, section }) => bare === undefined && !chapter && section === undefined);
  const far = titled.filter(({ rank }) => rank < 20).length;
  const near = titled.filter(({ rank }) => rank >= 20 && rank < 30).length;
  return near > 3 * far ? headings.map((each) => (each.rank < 30 ? { ...each, rank: 20 } : each)) : [...headings];
}

/** Joins a tale interrupted by others: the same title again, with `Second Part` below it. */
function joinParts(tales: readonly RawTale[]): RawTale[] {
  const joined: RawTale[] = [];
  for (const tale of tales) {
    const title = titleOf(tale);
    const first = isLaterPart(tale) ? joined.find((each) => titleOf(each) === title) : undefined;
    if (first === undefined) joined.push(tale);
    else {
      first.blocks.push(...tale.blocks);
      first.warnings.push(...tale.warnings, 'Joined from parts that are separated by other tales in the book.');
    }
  }
  return joined.map((tale, index) => ({ ...tale, order: index + 1 }));
}

function isLaterPart({ blocks }: RawTale): boolean {
  const label = blocks.slice(0, 3).find(({ text }) => text.length < 60 && isChapterLabel(normalizeTitle(text)));
  return label !== undefined && !/^(?:the )?(?:first|erste|premiere?|eerste|forsta)|\b(?:one|i|1)$/.test(normalizeTitle(label.text));
}

function titleOf({ head }: RawTale): string {
  return normalizeTitle(head.map(({ text }) => text).join(' '));
}

/** Removes commentary between tales, in books that mark their tales by a class. */
function trimToTale(tales: readonly RawTale[]): RawTale[] {
  const isMarked = ({ blocks }: RawTale) => blocks.slice(0, 3).some(({ hints }) => TALE_CLASS.test(hints.classes));
  if (tales.filter(isMarked).length < tales.length * 0.8) return [...tales];
  return tales.map((tale) => {
    if (!isMarked(tale)) return tale;
    const end = tale.blocks.findLastIndex(({ hints, kind }) => kind !== 'note' && TALE_CLASS.test(hints.classes));
    return { ...tale, blocks: tale.blocks.filter(({ kind }, index) => index <= end || kind === 'note') };
  });
}

/** Returns warnings for editors about unusual tales: very long, very short, or cut off. */
function warningsAmong(tales: readonly SplitTale[]): string[][] {
  const lengths = tales.map(lengthOf);
  const middle = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  return tales.map((tale, index) => {
    const length = lengths[index] ?? 0;
    const warnings: string[] = [];
    if (tales.length >= MIN_TALES && length > middle * LONG_RATIO)
      warnings.push('Much longer than the other tales of the book: it may contain several tales.');
    if (tales.length >= MIN_TALES && length < middle * SHORT_RATIO)
      warnings.push('Much shorter than the other tales of the book: it may be a fragment.');
    return [...warnings, ...warningsIn(tale)];
  });
}

function warningsIn({ blocks, title }: SplitTale): string[] {
  const warnings: string[] = [];
  const prose = blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'verse' || kind === 'quote');
  if (/^\p{Ll}/u.test(prose[0]?.text ?? '')) warnings.push('Begins in the middle of a sentence.');
  if (!ENDING.test(prose.at(-1)?.text ?? '.')) warnings.push('Ends in the middle of a sentence.');
  if (blocks.some(({ text }) => /project gutenberg/i.test(text)))
    warnings.push('Mentions Project Gutenberg: it may contain text about the file.');
  if (title.length > 120) warnings.push('The title is very long.');
  return warnings;
}

function lengthOf({ blocks }: SplitTale): number {
  return blocks.reduce((sum, { kind, text }) => sum + (kind === 'note' ? 0 : text.length), 0);
}

function skipReasonText(kind: SectionKind): string {
  return WHY[kind];
}
