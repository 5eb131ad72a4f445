/** Where the tales of a book begin and end, by its own headings and table of contents. */
import { escapeHtml } from '../source/inline-html.ts';
import type { Block, SourceBook } from '../source/source-book.ts';
import { type Candidate, headingsOf, measure } from './candidates.ts';
import type { Left, RawBook, RawTale } from './cut-book.ts';
import { findContents } from './find-contents.ts';
import type { Hints } from './hints.ts';
import { joinParts } from './join-parts.ts';
import { bestContents, type MatchedContents, matchContents } from './match-contents.ts';
import { isBareLabel, isFirstLabel, normalTitle } from './normal-title.ts';
import { isNamed, type Known, planSections } from './plan-sections.ts';
import { evenRanks, withMatched } from './ranks.ts';
import { whyLeft } from './section-kinds.ts';
import type { Section } from './sections.ts';
import { trimToTale } from './trim-tale.ts';

/** Less is no tale but a line that stands alone. */
const LEAST_TEXT = 100;
const MOST_AFTERWORD = 8;
/** Below this a title and the entry that leads to it are not the same words. */
const UNSURE = 0.6;

export function rawTales(book: SourceBook, hints?: Hints): RawBook {
  const { blocks } = book;
  const printed = findContents(blocks);
  const taken = new Set(printed.flatMap((each) => [...each.blocks]));
  const headings = measure(headingsOf(blocks, taken), blocks);
  const inFile = { entries: book.toc, blocks: new Set<number>() };
  const contents = bestContents([...printed, inFile].map((each) => matchContents(each, blocks, headings, taken)));
  const isText = book.format === 'text';
  const candidates = contents === undefined ? evenRanks(headings, isText) : withMatched(headings, contents, blocks, isText);
  const known = knownFrom(contents, taken);
  const { sections, lost } = planSections(book, candidates, known, hints);
  const left: Left[] = [];
  const tales: RawTale[] = [];
  for (const section of sections) {
    const text = blocks.slice(section.from, section.to).filter((_, index) => !taken.has(section.from + index));
    const body = [...(section.motto ?? []), ...text];
    const why = whyNoTale(section, body, hints);
    if (why === undefined) tales.push(taleOf(section, body, tales.length + 1, known, lost));
    else if (section.head.length > 0) left.push({ title: section.head.map(({ title }) => title).join(' / '), why });
  }
  const last = tales.at(-1);
  if (last !== undefined) left.push(...cutAfterword(last));
  if (hints?.frame !== undefined)
    for (const tale of tales) tale.doubts.push('The book has a frame story, which may go on behind this tale.');
  return { tales: joinParts(trimToTale(asOneTale(tales, book))), left };
}

/** A book that has chapters and no titles is one tale, named after the book. */
function asOneTale(tales: RawTale[], { title }: SourceBook): RawTale[] {
  const [first] = tales;
  const labels = tales.map(({ head }) => normalTitle(head.map(({ text }) => text).join(' ')));
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

/** Nothing for a tale. */
function whyNoTale({ kind, head }: Section, body: readonly Block[], hints: Hints | undefined): string | undefined {
  if (kind === 'special') return whyLeft(head[0]?.section ?? 'matter');
  if (kind === 'front') return 'What stands before the first heading.';
  if (kind === 'part') return 'The heading of a part of the book.';
  if (head.some((each) => isNamed(each, hints?.frame))) return 'The frame story that leads from tale to tale.';
  if (head.some((each) => isNamed(each, hints?.left))) return 'Known to be no tale.';
  const length = body.reduce((sum, block) => sum + (block.kind === 'note' ? 0 : block.text.length), 0);
  return length < LEAST_TEXT ? 'Too short to be a tale.' : undefined;
}

/** Behind a rule at the end of the last tale a few paragraphs with years in them are about the book. */
function cutAfterword(tale: RawTale): Left[] {
  const rule = tale.blocks.findLastIndex(({ kind }) => kind === 'rule');
  const rest = rule < 1 ? [] : tale.blocks.slice(rule + 1).filter(({ kind }) => kind !== 'note');
  if (rest.length === 0 || rest.length > MOST_AFTERWORD || !rest.some(({ text }) => /\b1[5-9]\d\d\b/.test(text))) return [];
  tale.blocks = tale.blocks.filter((block) => !rest.includes(block));
  return [{ title: rest[0]?.text.slice(0, 60) ?? '', why: 'Words about the book behind its last tale.' }];
}

function taleOf({ head }: Section, body: Block[], order: number, { listed }: Known, lost: ReadonlySet<number>): RawTale {
  const titled = head.filter(({ bare, chapter }) => bare === undefined && !chapter);
  const last = head.at(-1) as Candidate;
  const match = listed?.get(last.at);
  const named = (titled.length > 0 ? titled : head).map(({ block, title }) => ({ ...block, text: title }));
  const doubts: string[] = [];
  if (lost.has(last.at)) doubts.push('Its title stands as a plain line in the book, and the table of contents does not name it.');
  if (match === undefined || titled.length > 0) {
    if (match !== undefined && match.sureness < UNSURE) doubts.push(`The table of contents calls it “${match.entry.title}”.`);
    return { head: named, blocks: body, order, doubts };
  }
  // Only a number stands above the tale: its title is in the table of contents.
  const { title } = match.entry;
  return { head: [{ ...last.block, html: escapeHtml(title), text: title, lines: [title], links: [] }], blocks: body, order, doubts };
}
