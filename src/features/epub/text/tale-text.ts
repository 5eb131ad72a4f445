/** A tale as plain text: what it is and where it comes from, its words in lines of 72 columns, its notes. */

import { partNotes } from '../content/notes.ts';
import { parseContent } from '../content/parse-content.ts';
import { tidyBlocks } from '../content/tidy-content.ts';
import type { BookTale } from '../contract.ts';
import { oneLine, sourceLines } from '../pages.ts';
import { wrapText } from './wrap-text.ts';
import { writeBlocks } from './write-blocks.ts';

export const COLUMNS = 72;

/** Ends with a line break. `address` is that of the tale's page. */
export function taleText(
  tale: Pick<BookTale, 'title' | 'author' | 'retoldFrom' | 'source' | 'rights' | 'content'>,
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
  const { text, notes, markers } = partNotes(tidyBlocks(parseContent(tale.content).children));
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
