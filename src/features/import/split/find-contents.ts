/** Finds printed tables of contents, and those that consist of links. */
import type { Block, TocEntry } from '../sources/source-book.ts';
import { normalizeTitle, sectionKind, titleSimilarity } from './titles.ts';

/** `to`: empty when only the title is known. `blocks`: indexes of the blocks of the table. */
export type Contents = { entries: TocEntry[]; blocks: Set<number> };

const MAX_ENTRY = 200;
const MAX_ENTRY_TEXT = 300;
const MAX_LIST_LINE = 52;
const MIN_ENTRIES = 3;

/** Returns all tables that look like one with their entries, except for lists of illustrations. */
export function findContents(blocks: readonly Block[]): Contents[] {
  const announced = [...blocks.entries()]
    .filter(([, block]) => isShort(block) && sectionKind(block.text) === 'contents')
    .map(([index]) => printedAt(blocks, index));
  const taken = new Set(announced.flatMap((each) => [...each.blocks]));
  return [...announced, ...linkedRuns(blocks, taken)].filter(({ entries }) => entries.length >= MIN_ENTRIES);
}

function isShort({ kind, text }: Block): boolean {
  return text.length < 60 && (kind === 'heading' || kind === 'paragraph' || kind === 'verse' || kind === 'quote');
}

/** Collects entries until the text begins: a title is repeated, prose begins, or another section begins. */
function printedAt(blocks: readonly Block[], start: number): Contents {
  const found: Contents = { entries: [], blocks: new Set([start]) };
  const seen = new Set<string>();
  const targets = new Set<string>();
  for (let at = start + 1; at < blocks.length; at += 1) {
    const block = blocks[at] as Block;
    if (block.kind === 'rule') continue;
    if (block.anchors.some((anchor) => targets.has(anchor))) break;
    const entries = entriesOf(block);
    const titles = entries.map(({ title }) => normalizeTitle(title)).filter((title) => title !== '');
    if (isAgain(blocks, at, titles, seen) || isProse(block) || isOtherSection(blocks, at, found)) break;
    found.entries.push(...entries);
    found.blocks.add(at);
    for (const { to } of block.links) targets.add(to);
    for (const title of titles) seen.add(title);
  }
  return found;
}

/** Lists have short lines or many links. */
function isProse({ kind, text, links, lines }: Block): boolean {
  const hasLongLines = text.length > MAX_LIST_LINE * lines.length;
  return (kind === 'paragraph' || kind === 'quote') && text.length > MAX_ENTRY_TEXT && links.length < 3 && hasLongLines;
}

/** A heading that repeats listed titles; it may be longer in the text. */
function isAgain(blocks: readonly Block[], at: number, titles: string[], seen: ReadonlySet<string>): boolean {
  if (blocks[at]?.kind !== 'heading' || titles.length === 0) return false;
  if (titles.every((title) => seen.has(title))) return true;
  const isBeforeProse = blocks.slice(at + 1, at + 4).some(isProse);
  return isBeforeProse && titles.every((title) => [...seen].some((each) => titleSimilarity(each, title) >= 0.9));
}

/** A heading of another section with text of its own. */
function isOtherSection(blocks: readonly Block[], at: number, { entries }: Contents): boolean {
  const { kind, text, links, level } = blocks[at] as Block;
  if (kind !== 'heading' || links.length > 0) return false;
  if (level === 1 && entries.length > 0) return true;
  const section = sectionKind(text);
  if (section === undefined || section === 'contents') return false;
  const next = blocks.slice(at + 1, at + 3);
  return section === 'illustrations' || next.some(isProse);
}

/** Finds tables without a heading: consecutive blocks that consist of links into the book. */
function linkedRuns(blocks: readonly Block[], taken: ReadonlySet<number>): Contents[] {
  const runs: Contents[] = [];
  let last = -9;
  for (const [index, block] of blocks.entries()) {
    const linked = block.links.reduce((sum, { text }) => sum + (isMarker(text) ? 0 : text.length), 0);
    if (taken.has(index) || linked === 0 || linked < block.text.length * 0.6) continue;
    const run = index - last <= 2 ? runs.at(-1) : undefined;
    const entries = block.links.filter(({ text }) => !isMarker(text)).map(({ text, to }) => ({ title: text, to }));
    if (run === undefined) runs.push({ entries, blocks: new Set([index]) });
    else {
      run.entries.push(...entries);
      run.blocks.add(index);
    }
    last = index;
  }
  return runs;
}

function isMarker(text: string): boolean {
  return /^[[(]?(?:\d{1,4}|[ivxlc]+|[*†‡§]|\p{L}|\p{P}+)[\])]?[.:]?$/iu.test(text);
}

/** Each link is an entry; without links, each line. */
function entriesOf({ links, lines, kind, text, html }: Block): TocEntry[] {
  const titled = links.filter((link) => !isMarker(link.text) && !/^p(age|\.)? ?\d+$/i.test(link.text));
  if (titled.length > 0) return titled.map(({ text: title, to }) => ({ title, to }));
  const own = kind === 'table' || kind === 'list' || html.includes('<br />') || lines.length > 1 ? lines : [text];
  const targets = new Map(links.flatMap(({ row, to }) => (row === undefined ? [] : [[row, to] as const])));
  return own
    .map((line) => ({
      title: cleanEntry(line),
      to: targets.get(line) ?? (own.length === 1 && links.length === 1 ? (links[0]?.to ?? '') : ''),
    }))
    .filter(({ title }) => /\p{L}/u.test(title) && title.length <= MAX_ENTRY && !/^(?:page|pag|seite|chap|chapter|s|no)\.?$/i.test(title));
}

/** Removes leaders and the page number. */
function cleanEntry(line: string): string {
  return line
    .replace(/(?:[\s.·…_-]*[.·…]{2,}[\s.·…_-]*|\s{2,}|\s)\d{1,4}\.?$/u, '')
    .replace(/[\s.·…_]{3,}$/u, '')
    .replace(/\s+page\.?$/i, '')
    .replace(/_/g, '')
    .trim();
}
