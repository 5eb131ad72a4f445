import { escapeText } from '#src/ui/escape-html.ts';
import { readFacts, stripBoilerplate } from './book-facts.ts';
import { decodeLenient } from './decode-book.ts';
import { type Block, type BlockKind, isCapitals, NO_HINTS, type SourceBook } from './source-book.ts';

/** Reads a plain-text book, as Project Gutenberg has them. `bytes`: in any encoding, see `decodeLenient`. Never throws. */
export function readText(bytes: Uint8Array): SourceBook {
  const chunks = chunksOf(decodeLenient(bytes));
  const width = wrapWidth(chunks);
  const blocks = chunks.flatMap((chunk) => textBlocks(chunk, width));
  return { format: 'text', ...readFacts(blocks, { title: null, language: null }), blocks: stripBoilerplate(blocks), toc: [] };
}

/** Lines between empty lines. */

export type Chunk = {
  /** As printed, with indentation. */
  lines: string[];
  /** Number of empty lines before and after. */
  before: number;
  after: number;
};

const TAB = ' '.repeat(8);
/** Default width. */
const USUAL_WIDTH = 72;

export function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  let blanks = 0;
  for (const raw of text.split('\n')) {
    const line = raw.replaceAll('\t', TAB).trimEnd();
    const last = chunks.at(-1);
    if (line === '') {
      blanks += 1;
      if (last !== undefined) last.after = blanks;
      continue;
    }
    if (last === undefined || blanks > 0) chunks.push({ lines: [line], before: blanks, after: 0 });
    else last.lines.push(line);
    blanks = 0;
  }
  return chunks;
}

/** Returns the usual maximum length of prose lines. Chunks in which every line begins with a capital are verse and do not count. */
function wrapWidth(chunks: readonly Chunk[]): number {
  const isProse = ({ lines }: Chunk) => lines.length >= 4 && !lines.every((line) => /^[^\p{L}]*\p{Lu}/u.test(line));
  const longest = chunks.filter(isProse).map(({ lines }) => Math.max(...lines.map((line) => line.length)));
  if (longest.length === 0) return USUAL_WIDTH;
  return longest.toSorted((a, b) => a - b)[Math.floor(longest.length / 2)] ?? USUAL_WIDTH;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

const NOTE =
  /^\s*(?:\[FN#?(\d{1,3})\]|\[(\*)\](?=\s)|(\*)(?=\s?[\p{Lu}"])(?!.*\*)|\[(?:foot-?note|note|fußnote|anm(?:erkung)?\.?)\s*([\dA-Z*]{1,3})\s*:?|\[([\d]{1,3})\](?=\s)|\(([\d]{1,3})\)(?=\s))\s*/iu;
const RULE = /^[\s*•·—_=~#+-]+$/;
const MAX_HEADING = 200;
/** A prose line is at most this much shorter than the width, except for the last. */
const RAGGED = 14;
const CENTRED_FROM = 16;

/** Converts a chunk to blocks. `width`: see `wrapWidth`. */
export function textBlocks(chunk: Chunk, width: number): Block[] {
  const { lines } = chunk;
  if (lines.every((line) => RULE.test(line))) return [blockOf('rule', [], chunk)];
  if (NOTE.test(lines[0] ?? '')) return [noteOf(chunk)];
  if (isHeading(chunk, width)) return [blockOf('heading', lines, chunk)];
  return parts(lines, width).map(({ kind, lines: own }, index) => blockOf(kind, own, index === 0 ? chunk : { ...chunk, before: 0 }));
}

/** Short, and set apart by empty lines, capitals, a number or by being centred. */
function isHeading({ lines, before, after }: Chunk, width: number): boolean {
  const text = lines.map((line) => line.trim()).join(' ');
  if (lines.length > 4 || text.length > MAX_HEADING || !/[\p{L}\d]/u.test(text) || before === 0 || after === 0) return false;
  if (/^["“‘'«]/.test(text) && before < 4) return false;
  if (isCapitals(text) || /^(?:chapter |kapitel |chapitre )?(?:[IVXLC]+|\d{1,3})\.?$/i.test(text)) return before >= 2 || lines.length <= 3;
  // A full line with final punctuation is a sentence.
  const isSentence = /[.!?:,;'"’”»]$/.test(text) && text.length > width * 0.85;
  const words = text.match(/\p{L}{4,}/gu) ?? [];
  const isStatement = /[.;]$/.test(text) && words.length >= 6 && words.filter((word) => /^\p{Lu}/u.test(word)).length < words.length * 0.4;
  const isSpeech = /^["“'‘«—]/.test(text) && /["”'’»]$/.test(text);
  const isCentred = lines.every((line) => indentOf(line) >= CENTRED_FROM);
  const isVersePart = lines.length > 1 && /^["“'‘«—]/.test(text);
  return (
    (before >= 2 || (isCentred && after >= 1)) &&
    lines.length <= 3 &&
    !isSentence &&
    !isStatement &&
    !isVersePart &&
    !(isSpeech && before < 3)
  );
}

type Part = { kind: BlockKind; lines: string[] };

/** Indented verse may follow prose without an empty line. */
function parts(lines: string[], width: number): Part[] {
  const margin = Math.min(...lines.map(indentOf));
  const isInner = lines.map((line) => indentOf(line) >= margin + 4);
  const inner = isInner.filter(Boolean).length;
  if (margin > 0 || inner < 2 || inner === lines.length || isRagged(lines, width)) {
    return [{ kind: isVerse(lines, width) ? 'verse' : 'paragraph', lines }];
  }
  const found: Part[] = [];
  for (const [index, line] of lines.entries()) {
    const kind = isInner[index] && (isInner[index - 1] || isInner[index + 1]) ? 'verse' : 'paragraph';
    const last = found.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else found.push({ kind, lines: [line] });
  }
  return found;
}

function isVerse(lines: string[], width: number): boolean {
  if (lines.length === 1) return indentOf(lines[0] ?? '') >= 4 && (lines[0] ?? '').trim().length < width * 0.8;
  const indented = lines.every((line) => indentOf(line) >= 2);
  const longest = Math.max(...lines.map((line) => line.trim().length));
  return (indented && longest < width * 0.85) || isRagged(lines, width);
}

/** Returns whether most lines end early: the first word of the next line would have fitted. */
function isRagged(lines: string[], width: number): boolean {
  const early = lines.slice(0, -1).filter((line, index) => {
    const next = (lines[index + 1] ?? '').trim().split(/\s/, 1)[0] ?? '';
    return line.length + 1 + next.length <= width - RAGGED;
  });
  return early.length > 0 && early.length >= (lines.length - 1) * 0.6;
}

function noteOf(chunk: Chunk): Block {
  const [start = '', ...others] = chunk.lines;
  const label =
    NOTE.exec(start)
      ?.slice(1)
      .find((each) => each !== undefined) ?? '';
  const lines = [start.replace(NOTE, ''), ...others];
  const last = lines.length - 1;
  if (/^\s*\[(foot|note|fuß|anm)/i.test(start)) lines[last] = (lines[last] ?? '').replace(/\]\s*$/, '');
  const note = blockOf('note', lines, chunk);
  return { ...note, anchors: [`#note-${label.toLowerCase()}`] };
}

function blockOf(kind: BlockKind, lines: string[], { before }: Chunk): Block {
  const own = lines.map((line) => line.trim());
  const text = unwrap(own).replace(/\s+/gu, ' ');
  const links: Block['links'] = [];
  const html = inlineOf(kind === 'verse' ? own.join('\n') : unwrap(own), links);
  const indent = indentOf(lines[0] ?? '');
  const plain = text
    .replace(/_([^_]+)_/g, '$1')
    .replace(MARKER, '')
    .replaceAll('--', '—')
    .trim();
  return {
    kind,
    level: kind === 'heading' ? 2 : 0,
    html,
    text: plain,
    lines: own,
    anchors: [],
    links,
    hints: { ...NO_HINTS, caps: isCapitals(plain), blanks: before, indent, centred: indent >= CENTRED_FROM, pageBreak: before >= 4 },
  };
}

/** A hyphen at the end of a line is part of the word. */
function unwrap(lines: readonly string[]): string {
  return lines.join(' ').replace(/(?<=\p{L}-) (?=\p{L})/gu, '');
}

/** After a word or punctuation: `said[3]`, `Fox.(2)`. */
const MARKER = /(?<=\S) ?\[(?:note |FN#?)?(\d{1,3}|[A-Z*†])\]|(?<=[\p{L}.!?'’”"]) ?\((\d{1,3})\)|(?<=[\p{L},.!?'’”"])(\*)(?![*\p{L}])/giu;

function inlineOf(text: string, links: Block['links']): string {
  return escapeText(text.replace(/[^\S\n]+/gu, ' '))
    .replace(/(?<!-)--(?!-)/g, '—')
    .replace(/-{3,}/g, '——')
    .replace(/(?<![\p{L}\d])_([^_]+)_(?![\p{L}\d])/gu, (_, inner: string) => `<em>${inner}</em>`)
    .replace(/(?<![\p{L}\d=])=([^=\n]{1,200})=(?![\p{L}\d=])/gu, '<strong>$1</strong>')
    .replace(MARKER, (whole, a?: string, b?: string, c?: string) => {
      const to = `#note-${(a ?? b ?? c ?? '').toLowerCase()}`;
      links.push({ text: whole.trim(), to });
      return `<a href="${to}">${whole.trim()}</a>`;
    })
    .replaceAll('\n', '<br />');
}
