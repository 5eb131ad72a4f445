import type { CutTale } from './cut-book.ts';

const LONG = 8;
const SHORT = 0.05;
const LEAST_TALES = 5;
const ENDING = /[.!?…:;*\])"'”’»›“‘«—–-]\s*$/u;

/** For each tale what is strange about it beside the others, in sentences for an editor. */
export function doubtsAmong(tales: readonly CutTale[]): string[][] {
  const lengths = tales.map(lengthOf);
  const middle = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  return tales.map((tale, index) => {
    const length = lengths[index] ?? 0;
    const doubts: string[] = [];
    if (tales.length >= LEAST_TALES && length > middle * LONG)
      doubts.push('It is far longer than the other tales of the book: there may be several in it.');
    if (tales.length >= LEAST_TALES && length < middle * SHORT)
      doubts.push('It is far shorter than the other tales of the book: it may be a piece of one.');
    return [...doubts, ...doubtsIn(tale)];
  });
}

function doubtsIn({ blocks, title }: CutTale): string[] {
  const doubts: string[] = [];
  const prose = blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'verse' || kind === 'quote');
  if (/^\p{Ll}/u.test(prose[0]?.text ?? '')) doubts.push('It begins in the middle of a sentence.');
  if (!ENDING.test(prose.at(-1)?.text ?? '.')) doubts.push('It ends without the end of a sentence.');
  if (blocks.some(({ text }) => /project gutenberg/i.test(text)))
    doubts.push('Project Gutenberg is named in it: words about the file may be left.');
  if (title.length > 120) doubts.push('Its title is very long.');
  return doubts;
}

function lengthOf({ blocks }: CutTale): number {
  return blocks.reduce((sum, { kind, text }) => sum + (kind === 'note' ? 0 : text.length), 0);
}
