/** What a chunk of plain text is: a heading, prose, verse, a rule, a note. */
import { escapeHtml } from './inline-html.ts';
import { type Block, type BlockKind, isCapitals, NO_HINTS } from './source-book.ts';
import { type Chunk, indentOf } from './text-chunks.ts';

const NOTE =
  /^\s*(?:\[FN#?(\d{1,3})\]|\[(\*)\](?=\s)|(\*)(?=\s?[\p{Lu}"])(?!.*\*)|\[(?:foot-?note|note|fußnote|anm(?:erkung)?\.?)\s*([\dA-Z*]{1,3})\s*:?|\[([\d]{1,3})\](?=\s)|\(([\d]{1,3})\)(?=\s))\s*/iu;
const RULE = /^[\s*•·—_=~#+-]+$/;
const LONGEST_HEADING = 200;
/** A line of prose is this much shorter than the widest at most, unless it is the last. */
const RAGGED = 14;
const CENTRED_FROM = 16;

/** `width`: of the book's lines, see wrapWidth. */
export function textBlocks(chunk: Chunk, width: number): Block[] {
  const { lines } = chunk;
  if (lines.every((line) => RULE.test(line))) return [blockOf('rule', [], chunk)];
  if (NOTE.test(lines[0] ?? '')) return [noteOf(chunk)];
  if (isHeading(chunk, width)) return [blockOf('heading', lines, chunk)];
  return parts(lines, width).map(({ kind, lines: own }, index) => blockOf(kind, own, index === 0 ? chunk : { ...chunk, before: 0 }));
}

/** Short, and set apart by empty lines, by capitals, by its number or by standing in the middle. */
function isHeading({ lines, before, after }: Chunk, width: number): boolean {
  const text = lines.map((line) => line.trim()).join(' ');
  if (lines.length > 4 || text.length > LONGEST_HEADING || !/[\p{L}\d]/u.test(text) || before === 0 || after === 0) return false;
  if (/^["“‘'«]/.test(text) && before < 4) return false;
  if (isCapitals(text) || /^(?:chapter |kapitel |chapitre )?(?:[IVXLC]+|\d{1,3})\.?$/i.test(text)) return before >= 2 || lines.length <= 3;
  // What ends as a sentence and fills the line is one.
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

/** Verse may follow prose without an empty line, further in. */
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

/** Lines that end before they are full: the first word of the next would have found room. */
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
  const text = unwrapped(own).replace(/\s+/gu, ' ');
  const links: Block['links'] = [];
  const html = inlineOf(kind === 'verse' ? own.join('\n') : unwrapped(own), links);
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

/** A hyphen at the end of a line belongs to the word. */
function unwrapped(lines: readonly string[]): string {
  return lines.join(' ').replace(/(?<=\p{L}-) (?=\p{L})/gu, '');
}

/** Behind a word or a sign: `said[3]`, `Fox.(2)`. */
const MARKER = /(?<=\S) ?\[(?:note |FN#?)?(\d{1,3}|[A-Z*†])\]|(?<=[\p{L}.!?'’”"]) ?\((\d{1,3})\)|(?<=[\p{L},.!?'’”"])(\*)(?![*\p{L}])/giu;

function inlineOf(text: string, links: Block['links']): string {
  return escapeHtml(text.replace(/[^\S\n]+/gu, ' '))
    .replaceAll('&quot;', '"')
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
