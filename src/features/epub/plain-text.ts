import { isBlankText, isElement, isPhrase, parseContent } from './content-model.ts';
import type { BookTale } from './contract.ts';
import { isBack, separateNotes } from './notes.ts';
import { oneLine, sourceLines } from './pages.ts';
import { tidyBlocks } from './tidy-content.ts';
import type { Element, Piece } from './xml.ts';

/** Formats a tale as plain text: title and source, the text in lines of 72 columns, and footnotes. */

export const COLUMNS = 72;

/** Ends with a line break. `address` is that of the tale's page. */
export function taleText(
  tale: Pick<BookTale, 'title' | 'author' | 'credits' | 'retoldFrom' | 'source' | 'rights' | 'content'>,
  address: string,
): string {
  const head = [
    ...wrapText(oneLine(tale.title), COLUMNS),
    ...wrapText(`by ${oneLine(tale.author)}`, COLUMNS),
    '',
    ...[...sourceLines(tale), address].flatMap((line) => wrapText(line, COLUMNS)),
    '',
    '-'.repeat(COLUMNS),
    '',
  ];
  const { text, notes, markers } = separateNotes(tidyBlocks(parseContent(tale.content).children));
  const numbers = new Map(notes.map(({ id }, index) => [`#${id}`, `[${index + 1}]`]));
  const own = { numbers, markers };
  const lines = [head, writeBlocks(text, COLUMNS, own)];
  if (notes.length > 0) {
    const asides = notes.map(({ children }, index) => {
      const number = `[${index + 1}] `;
      const inside = writeBlocks(children, COLUMNS - number.length, own);
      return inside.map((line, at) => (at === 0 ? number : ' '.repeat(line === '' ? 0 : number.length)) + line);
    });
    lines.push(['', '', 'Notes', '', ...asides.flatMap((aside) => [...aside, ''])]);
  }
  return `${lines.flat().join('\n').trimEnd()}\n`;
}

/** `numbers`: the text of links to notes, by target. `markers`: ids of these links, to omit the back links. */
type Notes = { numbers: ReadonlyMap<string, string>; markers: ReadonlySet<string> };

const INDENT = 4;

/** Returns tidied blocks as lines, separated by empty lines. */
export function writeBlocks(pieces: Piece[], columns: number, notes: Notes): string[] {
  const blocks: string[][] = [];
  let run: Piece[] = [];
  const close = () => {
    const lines = writePhrases(run, columns, notes);
    if (lines.length > 0) blocks.push(lines);
    run = [];
  };
  for (const piece of pieces) {
    if (isPhrase(piece)) run.push(piece);
    else if (isElement(piece)) {
      close();
      const lines = writeBlock(piece, columns, notes);
      if (lines.length > 0) blocks.push(lines);
    }
  }
  close();
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

function writeBlock(block: Element, columns: number, notes: Notes): string[] {
  const { tag, children, attributes } = block;
  const phrases = () => writePhrases(children, columns, notes);
  switch (tag) {
    case 'p':
    case 'caption':
      return indentByClass(
        attributes.class ?? '',
        () => phrases(),
        columns,
        (inner) => writePhrases(children, inner, notes),
      );
    case 'h2':
    case 'h3':
    case 'h4':
      return ['', ...phrases()];
    case 'hr':
      return indentByClass('centre', () => ['* * *'], columns);
    case 'blockquote':
      return indent(writeBlocks(children, columns - INDENT, notes));
    case 'ul':
    case 'ol':
      return writeItems(block, columns, notes);
    case 'dd':
      return indent(writeBlocks(children, columns - INDENT, notes));
    case 'dl':
      return children.filter(isElement).flatMap((child) => writeBlock(child, columns, notes));
    case 'tr':
      return [
        children
          .filter(isElement)
          .map((cell) => writeBlocks(cell.children, columns, notes).join(' '))
          .join(' | '),
      ];
    case 'table':
    case 'thead':
    case 'tbody':
    case 'tfoot':
      return children.filter(isElement).flatMap((child) => writeBlock(child, columns, notes));
    case 'colgroup':
      return [];
    default:
      return indentByClass(
        attributes.class ?? '',
        () => writeBlocks(children, columns, notes),
        columns,
        (inner) => writeBlocks(children, inner, notes),
      );
  }
}

/** Indents verse, and centred or right-aligned lines. */
function indentByClass(classes: string, whole: () => string[], columns: number, narrow: (columns: number) => string[] = whole): string[] {
  const names = classes.split(' ');
  if (names.includes('verse')) return indent(narrow(columns - INDENT));
  if (names.includes('centre')) return whole().map((line) => ' '.repeat(Math.max(0, Math.floor((columns - line.length) / 2))) + line);
  return names.includes('right') ? whole().map((line) => line.padStart(columns)) : whole();
}

function writeItems(list: Element, columns: number, notes: Notes): string[] {
  let number = Number(list.attributes.start ?? 1);
  return list.children.filter(isElement).flatMap(({ children }) => {
    const mark = list.tag === 'ol' ? `${number++}. ` : '- ';
    const lines = writeBlocks(children, columns - mark.length, notes);
    return lines.map((line, at) => (at === 0 ? mark : ' '.repeat(line === '' ? 0 : mark.length)) + line);
  });
}

function indent(lines: string[]): string[] {
  return lines.map((line) => (line === '' ? line : ' '.repeat(INDENT) + line));
}

/** Wraps lines at line breaks and when they are full. */
function writePhrases(pieces: Piece[], columns: number, notes: Notes): string[] {
  if (pieces.every(isBlankText)) return [];
  const lines = wordsOf(pieces, notes)
    .split('\v')
    .map((line) => wrapText(line, columns));
  return lines.flatMap((line, at) => (line.length === 0 && at > 0 && at < lines.length - 1 ? [''] : line));
}

/** Returns the text, with \v for line breaks. */
function wordsOf(pieces: Piece[], notes: Notes): string {
  const words = pieces.map((piece): string => {
    if (!isElement(piece)) return piece.replace(/[\p{Cc}\s]+/gu, (blank) => (blank.includes('\u00a0') ? '\u00a0' : ' '));
    if (piece.tag === 'br') return '\v';
    if (piece.tag === 'img') return piece.attributes.alt ? `[${piece.attributes.alt}]` : '';
    if (isBack(piece, notes.markers)) return '';
    return notes.numbers.get(piece.attributes.href ?? '') ?? wordsOf(piece.children, notes);
  });
  return words.join('');
}

/** Wraps text to a number of columns. */

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Characters of two columns, as in terminals; a line may break between them. */
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
/** Characters that must not start a line. */
const NOT_AT_LINE_START = /^[\p{Pe}\p{Pf}、。，．：；！？ーぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;

/** Wraps text without line breaks. A word wider than a line gets its own. Returns no lines for blank text. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const { part, isAfterSpace } of partsOf(text)) {
    const own = widthOf(part);
    const gap = isAfterSpace && line !== '' ? 1 : 0;
    if (line !== '' && width + gap + own > columns) {
      lines.push(line);
      [line, width] = [part, own];
    } else {
      line += ' '.repeat(gap) + part;
      width += gap + own;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** Splits text into words, and scripts without spaces into characters. A no-break space is not a separator. */
function partsOf(text: string): { part: string; isAfterSpace: boolean }[] {
  const words = text.split(/[ \t\n\r\f\u2028\u2029]+/).filter((word) => word !== '');
  return words.flatMap((word) => {
    if (!WIDE.test(word)) return [{ part: word, isAfterSpace: true }];
    const parts: { part: string; isAfterSpace: boolean }[] = [];
    for (const { segment } of graphemes.segment(word)) {
      const last = parts.at(-1);
      const isBreak = last === undefined || ((WIDE.test(segment) || WIDE.test(last.part.slice(-2))) && !NOT_AT_LINE_START.test(segment));
      if (isBreak) parts.push({ part: segment, isAfterSpace: last === undefined });
      else last.part += segment;
    }
    return parts;
  });
}

function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}
