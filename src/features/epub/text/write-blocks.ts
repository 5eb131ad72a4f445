import { isBlankText, isElement, isPhrase } from '../content/kinds.ts';
import { isBack } from '../content/notes.ts';
import type { Element, Piece } from '../xml.ts';
import { wrapText } from './wrap-text.ts';

/** What links to notes are written as, by where they lead; and the ids of those links, so that the ways back are left out. */
type Notes = { numbers: ReadonlyMap<string, string>; markers: ReadonlySet<string> };

const INDENT = 4;

/** Tidied blocks as lines, parted by empty ones. */
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
      return setOut(
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
      return setOut('centre', () => ['* * *'], columns);
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
      return setOut(
        attributes.class ?? '',
        () => writeBlocks(children, columns, notes),
        columns,
        (inner) => writeBlocks(children, inner, notes),
      );
  }
}

/** Verse is set in, as are lines that stand in the middle or at the end. */
function setOut(classes: string, whole: () => string[], columns: number, narrow: (columns: number) => string[] = whole): string[] {
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

/** Lines are broken where the text says so, and where they are full. */
function writePhrases(pieces: Piece[], columns: number, notes: Notes): string[] {
  if (pieces.every(isBlankText)) return [];
  const lines = wordsOf(pieces, notes)
    .split('\v')
    .map((line) => wrapText(line, columns));
  return lines.flatMap((line, at) => (line.length === 0 && at > 0 && at < lines.length - 1 ? [''] : line));
}

/** The words, with \v for each line break. */
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
