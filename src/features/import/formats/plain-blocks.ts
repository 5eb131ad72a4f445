/** Plain text of tables as blocks: paragraphs, verse, headings, however the lines of it are broken. */
import { notesOf, withNotes } from '../finish/tale-notes.ts';
import type { Block } from '../source/source-book.ts';
import { textBlocks } from '../source/text-blocks.ts';
import { type Chunk, chunksOf } from '../source/text-chunks.ts';
import { LONGEST_VERSE } from '../source/verse-blocks.ts';

/** No line of a text that was broken for a screen or a page is longer. */
const LONGEST_WRAPPED = 100;
/** Such a share of the lines that others follow is as wide as the text at most. */
const WIDEST = 0.95;
/** When more of them end before they are full, nobody has broken the text into lines. */
const MOST_EARLY = 0.7;
const LEAST_LINES = 4;
/** A line of prose that ends in the middle of a sentence is this much shorter than the widest at most: some programs balance lines. */
const RAGGED = 14;
/** And one that ends with a sentence so much. */
const NARROW = 2;
/** Wide enough for every line of verse to be short beside it. */
const VERSE_WIDTH = 200;
/** The end of a sentence, of speech, or of what leads to something. */
const CLOSED = /[.!?…:;"”»’')\]–—-]$/;
const OPENING = /^["'“‘«»„–—-]?\s?[\p{Lu}\d]/u;

/** `pieces`: the rows of a tale, or its lines. Words are kept; `_emphasis_` and `--` become what they stand for, footnotes go to the end. */
export function plainBlocks(pieces: readonly string[]): Block[] {
  const blocks = blocksOf(pieces);
  const linked = new Set(blocks.flatMap(({ kind, links }) => (kind === 'note' ? [] : links.map(({ to }) => to))));
  const isNote = ({ kind, anchors }: Block) => kind === 'note' && linked.has(anchors[0] ?? '');
  const notes = new Set(blocks.filter(isNote).flatMap(({ anchors }) => anchors));
  const own = blocks.map((block) => {
    // A mark that leads to no note may be anything: it stays as it was printed.
    const html = block.html.replace(/<a href="([^"]*)">(.*?)<\/a>/g, (link, to: string, text: string) => (notes.has(to) ? link : text));
    return block.kind === 'note' && !isNote(block) ? asParagraph({ ...block, html }) : { ...block, html };
  });
  return withNotes(own, notesOf(own));
}

/** What began like a footnote, and nothing leads to it. */
function asParagraph(block: Block): Block {
  const label = `[${block.anchors[0]?.replace('#note-', '') ?? ''}] `;
  return { ...block, kind: 'paragraph', html: label + block.html, text: label + block.text };
}

function blocksOf(pieces: readonly string[]): Block[] {
  const areLines = pieces.length >= LEAST_LINES && pieces.every((piece) => !piece.includes('\n') && piece.length <= LONGEST_WRAPPED);
  const lines = pieces.map((piece) => piece.trimEnd());
  if (areLines && widthOf([lines]) > 0) return fromParagraphs(paragraphsOf(lines, widthOf([lines])));
  const chunks = chunksOf(pieces.map((piece) => piece.trim()).join('\n\n')).map((chunk) => chunk.lines);
  const width = widthOf(chunks);
  return fromParagraphs(chunks.flatMap((chunk) => paragraphsOf(chunk, width)));
}

/** At which width the text was broken into lines; 0 when it was not, and each line is a paragraph. */
function widthOf(chunks: readonly string[][]): number {
  const lengths = chunks.flatMap((lines) => lines.slice(0, -1).map((line) => line.length)).filter((length) => length <= LONGEST_WRAPPED);
  if (lengths.length < LEAST_LINES) return 0;
  const width = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length * WIDEST)] ?? 0;
  let [breaks, early] = [0, 0];
  for (const lines of chunks) {
    for (const [index, line] of lines.slice(0, -1).entries()) {
      if (line.length > LONGEST_WRAPPED) continue;
      breaks += 1;
      if (endsEarly(line, lines[index + 1] ?? '', width)) early += 1;
    }
  }
  return early <= breaks * MOST_EARLY ? width : 0;
}

/** The first word of the next line would have found room, so that the line ends for another reason. */
function endsEarly(line: string, next: string, width: number): boolean {
  if (width === 0 || line.length > LONGEST_WRAPPED || next.length > LONGEST_WRAPPED) return true;
  // A row may begin in the middle of a line.
  if (next.length > LONGEST_VERSE && !CLOSED.test(line) && /^\p{Ll}/u.test(next)) return false;
  const [word = ''] = next.trimStart().split(' ', 1);
  const slack = CLOSED.test(line) && OPENING.test(next.trimStart()) ? NARROW : RAGGED;
  return line.length + 1 + word.length <= width - slack;
}

/** Lines among which nobody has marked the paragraphs; empty ones do. */
function paragraphsOf(lines: readonly string[], width: number): string[][] {
  const paragraphs: string[][] = [[]];
  for (const [index, line] of lines.entries()) {
    if (line !== '') paragraphs.at(-1)?.push(line.trim());
    if (line === '' || endsEarly(line, lines[index + 1] ?? '', width)) paragraphs.push([]);
  }
  return paragraphs.filter(({ length }) => length > 0);
}

/** Short lines that no sentence ends are verse or, alone before prose, a heading. */
function fromParagraphs(paragraphs: readonly string[][]): Block[] {
  const isShort = ({ length, 0: line = '' }: string[]) => length === 1 && line.length <= LONGEST_VERSE;
  const isOpen = (lines: string[] | undefined) => lines !== undefined && isShort(lines) && !CLOSED.test(lines[0] ?? '');
  const blocks: Block[] = [];
  let verse: string[] = [];
  const flush = () => {
    if (verse.length > 1) blocks.push(...textBlocks(chunkOf(verse, 1), VERSE_WIDTH));
    else if (verse.length === 1) blocks.push(...textBlocks(chunkOf(verse, 1), LONGEST_WRAPPED));
    verse = [];
  };
  for (const [index, lines] of paragraphs.entries()) {
    const before = paragraphs[index - 1];
    const after = paragraphs[index + 1];
    const isHeading = isOpen(lines) && !isOpen(before) && /^[\p{Lu}\d]/u.test(lines[0] ?? '') && /[\p{L}\d]$/u.test(lines[0] ?? '');
    if (isHeading && after !== undefined && !isShort(after)) {
      flush();
      blocks.push(...textBlocks(chunkOf(lines, 2), LONGEST_WRAPPED));
    } else if (isOpen(lines) || (isShort(lines) && isOpen(before))) verse.push(...lines);
    else {
      flush();
      blocks.push(...textBlocks(chunkOf([lines.join(' ')], 1), LONGEST_WRAPPED));
    }
  }
  flush();
  return blocks;
}

function chunkOf(lines: string[], before: number): Chunk {
  return { lines, before, after: 1 };
}
