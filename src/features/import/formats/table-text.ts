import { marked } from 'marked';
import { MAX_LINES, MAX_TALE } from '../limits.ts';
import { attachNotes, collectNotes, renderContent } from '../post-process/tale-content.ts';
import { type Chunk, chunksOf, textBlocks } from '../sources/read-text.ts';
import type { Block } from '../sources/source-book.ts';
import { MAX_VERSE_LINE } from '../sources/verse-blocks.ts';
import { normalizeName } from './tale-fields.ts';

const HTML = /<(?:p|br|div|h[1-6])\b[^<>]*>/i;

/**
 * Returns the text of a tale as HTML; '' for none, undefined when it exceeds the limits. `values`: pieces of the text or lists of lines.
 * The name of the column or tags in the text mark HTML or Markdown; otherwise it is plain text.
 */
export function contentOfRows(column: string, values: readonly unknown[]): string | undefined {
  const pieces = values.flatMap((value) => (Array.isArray(value) ? value : [value])).filter((each) => typeof each === 'string');
  const full = pieces.filter((piece) => piece.trim() !== '');
  if (full.length === 0) return '';
  const lines = full.reduce((sum, piece) => sum + piece.split('\n').length, 0);
  if (lines > MAX_LINES || full.reduce((sum, piece) => sum + piece.length, 0) > MAX_TALE) return undefined;
  const name = normalizeName(column);
  if (/markdown/.test(name)) return marked.parse(full.join('\n\n'), { async: false }).trim();
  if (/html/.test(name) || full.some((piece) => HTML.test(piece))) return full.join('\n');
  return renderContent({ blocks: plainBlocks(pieces) });
}

/** Hard-wrapped lines are not longer. */
const MAX_WRAPPED = 100;
/** Quantile of line lengths that counts as the width of the text. */
const WIDEST = 0.95;
/** Above this share of lines that end early the text is not hard-wrapped. */
const MAX_EARLY = 0.7;
const MIN_LINES = 4;
/** A prose line that ends inside a sentence is at most this much shorter than the width, since some programs balance lines. */
const PROSE_SLACK = 14;
/** The same for a line that ends a sentence. */
const SENTENCE_SLACK = 2;
/** Wide enough for any verse line to count as short. */
const VERSE_WIDTH = 200;
/** The end of a sentence, of speech, or a colon, dash or comma before more. */
const CLOSED = /[.!?…:;"”»’')\]–—-]$/;
const OPENING = /^["'“‘«»„–—-]?\s?[\p{Lu}\d]/u;

/**
 * Splits plain text into blocks: paragraphs, verse and headings. `pieces`: the rows or lines of a tale. `_emphasis_` and `--` are
 * converted, footnotes move to the end.
 */
function plainBlocks(pieces: readonly string[]): Block[] {
  const blocks = blocksOf(pieces);
  const linked = new Set(blocks.flatMap(({ kind, links }) => (kind === 'note' ? [] : links.map(({ to }) => to))));
  const isNote = ({ kind, anchors }: Block) => kind === 'note' && linked.has(anchors[0] ?? '');
  const notes = new Set(blocks.filter(isNote).flatMap(({ anchors }) => anchors));
  const own = blocks.map((block) => {
    // A marker without a note stays as printed.
    const html = block.html.replace(/<a href="([^"]*)">(.*?)<\/a>/g, (link, to: string, text: string) => (notes.has(to) ? link : text));
    return block.kind === 'note' && !isNote(block) ? asParagraph({ ...block, html }) : { ...block, html };
  });
  return attachNotes(own, collectNotes(own));
}

/** A paragraph that looked like a footnote, but has no marker. */
function asParagraph(block: Block): Block {
  const label = `[${block.anchors[0]?.replace('#note-', '') ?? ''}] `;
  return { ...block, kind: 'paragraph', html: label + block.html, text: label + block.text };
}

function blocksOf(pieces: readonly string[]): Block[] {
  const areLines = pieces.length >= MIN_LINES && pieces.every((piece) => !piece.includes('\n') && piece.length <= MAX_WRAPPED);
  const lines = pieces.map((piece) => piece.trimEnd());
  if (areLines && widthOf([lines]) > 0) return fromParagraphs(paragraphsOf(lines, widthOf([lines])));
  const chunks = chunksOf(pieces.map((piece) => piece.trim()).join('\n\n')).map((chunk) => chunk.lines);
  const width = widthOf(chunks);
  return fromParagraphs(chunks.flatMap((chunk) => paragraphsOf(chunk, width)));
}

/** Returns the width at which the text is hard-wrapped; 0 when each line is a paragraph. */
function widthOf(chunks: readonly string[][]): number {
  const lengths = chunks.flatMap((lines) => lines.slice(0, -1).map((line) => line.length)).filter((length) => length <= MAX_WRAPPED);
  if (lengths.length < MIN_LINES) return 0;
  const width = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length * WIDEST)] ?? 0;
  let [breaks, early] = [0, 0];
  for (const lines of chunks) {
    for (const [index, line] of lines.slice(0, -1).entries()) {
      if (line.length > MAX_WRAPPED) continue;
      breaks += 1;
      if (endsEarly(line, lines[index + 1] ?? '', width)) early += 1;
    }
  }
  return early <= breaks * MAX_EARLY ? width : 0;
}

/** The first word of the next line would have fitted, so that the line ends for another reason. */
function endsEarly(line: string, next: string, width: number): boolean {
  if (width === 0 || line.length > MAX_WRAPPED || next.length > MAX_WRAPPED) return true;
  // A row may begin in the middle of a line.
  if (next.length > MAX_VERSE_LINE && !CLOSED.test(line) && /^\p{Ll}/u.test(next)) return false;
  const [word = ''] = next.trimStart().split(' ', 1);
  const slack = CLOSED.test(line) && OPENING.test(next.trimStart()) ? SENTENCE_SLACK : PROSE_SLACK;
  return line.length + 1 + word.length <= width - slack;
}

/** Finds paragraphs by line length; empty lines always separate them. */
function paragraphsOf(lines: readonly string[], width: number): string[][] {
  const paragraphs: string[][] = [[]];
  for (const [index, line] of lines.entries()) {
    if (line !== '') paragraphs.at(-1)?.push(line.trim());
    if (line === '' || endsEarly(line, lines[index + 1] ?? '', width)) paragraphs.push([]);
  }
  return paragraphs.filter(({ length }) => length > 0);
}

/** Short lines without sentence ends are verse or, alone before prose, a heading. */
function fromParagraphs(paragraphs: readonly string[][]): Block[] {
  const isShort = ({ length, 0: line = '' }: string[]) => length === 1 && line.length <= MAX_VERSE_LINE;
  const isOpen = (lines: string[] | undefined) => lines !== undefined && isShort(lines) && !CLOSED.test(lines[0] ?? '');
  const blocks: Block[] = [];
  let verse: string[] = [];
  const flush = () => {
    if (verse.length > 1) blocks.push(...textBlocks(chunkOf(verse, 1), VERSE_WIDTH));
    else if (verse.length === 1) blocks.push(...textBlocks(chunkOf(verse, 1), MAX_WRAPPED));
    verse = [];
  };
  for (const [index, lines] of paragraphs.entries()) {
    const before = paragraphs[index - 1];
    const after = paragraphs[index + 1];
    const isHeading = isOpen(lines) && !isOpen(before) && /^[\p{Lu}\d]/u.test(lines[0] ?? '') && /[\p{L}\d]$/u.test(lines[0] ?? '');
    if (isHeading && after !== undefined && !isShort(after)) {
      flush();
      blocks.push(...textBlocks(chunkOf(lines, 2), MAX_WRAPPED));
    } else if (isOpen(lines) || (isShort(lines) && isOpen(before))) verse.push(...lines);
    else {
      flush();
      blocks.push(...textBlocks(chunkOf([lines.join(' ')], 1), MAX_WRAPPED));
    }
  }
  flush();
  return blocks;
}

function chunkOf(lines: string[], before: number): Chunk {
  return { lines, before, after: 1 };
}
