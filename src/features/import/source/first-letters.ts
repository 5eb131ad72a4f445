/** First letters that are pictures, and the words that they belong to. */
import type { Block } from './source-book.ts';

type Lined = Pick<Block, 'html' | 'text' | 'lines'>;

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*/gu;

/** The rest of the first word begins with a small letter, or is in capitals. */
export function joinsLetter(text: string, letter: string): boolean {
  return /^(?:\p{Ll}|['’]?\p{Lu}{2})/u.test(text) && !text.startsWith(letter);
}

export function withLetter<Text extends Lined>(inline: Text, letter: string): Text {
  const { html, text, lines } = inline;
  return { ...inline, html: letter + html, text: letter + text, lines: [letter + (lines[0] ?? ''), ...lines.slice(1)] };
}

/**
 * `A` before `poor man`, `IN` before `the days`: a word of its own when the book has what follows more often than both together. The blocks
 * are changed. `joined`: the letters that were put before blocks.
 */
export function partLetters(blocks: readonly Block[], joined: ReadonlyMap<Block, string>): void {
  if (joined.size === 0) return;
  const counts = new Map<string, number>();
  for (const block of blocks) {
    const [first = ''] = block.text.match(WORD) ?? [];
    const words = block.text.slice(joined.has(block) ? first.length : 0).toLowerCase();
    for (const [word] of words.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const countOf = (word: string) => counts.get(word.toLowerCase()) ?? 0;
  for (const [block, letter] of joined) {
    const [word = ''] = block.text.match(WORD) ?? [];
    const bare = letter.replace(/^\P{L}+/u, '');
    const rest = word.slice(bare.length);
    const isWord = countOf(bare) > 0 && rest.length > 1;
    if (isWord && countOf(rest) > countOf(word)) Object.assign(block, withSpace(block, letter));
  }
}

function withSpace({ html, text, lines }: Lined, letter: string): Lined {
  const part = (whole: string) => `${letter} ${whole.slice(letter.length)}`;
  return { html: part(html), text: part(text), lines: [part(lines[0] ?? ''), ...lines.slice(1)] };
}
