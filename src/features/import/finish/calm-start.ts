/** Books print the first words of a tale in capitals: `ONCE UPON a time`. That is the printer's habit, not the tale's. */
import { type Block, isCapitals } from '../source/source-book.ts';
import type { WordCapitals } from './word-capitals.ts';

/** At the beginning, words in capitals; a single letter is one only beside others. */
const SHOUTED =
  /^\P{L}*(?:\p{Lu}[\p{Lu}\p{M}'’-]+|\p{Lu}(?=\s\p{Lu}{2}))(?:[\s,]+(?:\p{Lu}[\p{Lu}\p{M}'’-]+|\p{Lu}(?=\s\p{Lu}{2})))*(?=[\s,.;:!?])/u;
const WORD = /\p{L}[\p{L}\p{M}'’-]*/gu;
const ARTICLE = /(?:^|\P{L})(?:AN?|THE)\s$/u;
const NUMERAL = /^[IVXLCDM]{2,}$/;

/** `word`: in capitals; `before`: what stands before it. Returns the word as it is to be written. */
type Write = (word: string, before: string) => string;

/** The text with its first words as `write` has them, the first one with a capital. As long as before. */
export function calmStart(text: string, write: Write): string {
  const [shouted = ''] = SHOUTED.exec(text) ?? [];
  const calm = shouted
    .replace(WORD, (word, at: number) => write(word, shouted.slice(0, at)))
    .replace(/\p{L}/u, (letter) => letter.toUpperCase());
  return calm.length === shouted.length ? calm + text.slice(shouted.length) : text;
}

/** The same of a tale, where it and its chapters begin. What is all in capitals stays, as do numerals and who speaks in a play (`MR. G.`). */
export function calmStarts(blocks: readonly Block[], capitals: WordCapitals): Block[] {
  let isStart = true;
  return blocks.map((block) => {
    const { kind, hints, text } = block;
    if (kind === 'heading' || kind === 'rule') isStart = true;
    const isTold = (kind === 'paragraph' || kind === 'verse' || kind === 'quote') && !hints.centred && !isCapitals(text);
    if (!isStart || !isTold) return block;
    isStart = false;
    return isCapitals(/^[^.:]*[.:]?/.exec(text)?.[0] ?? '') ? block : calmBlock(block, capitals);
  });
}

function calmBlock(block: Block, capitals: WordCapitals): Block {
  const write: Write = (word, before) => asWritten(word, before, capitals);
  const printed = block.html.replace(/<br \/>/g, '\n').replace(/<[^>]*>/g, '');
  const calm = calmStart(printed, write);
  if (calm === printed) return block;
  let at = 0;
  const html = block.html.replace(/<br \/>|<[^>]*>|[^<]+/g, (piece) => {
    if (piece.startsWith('<') && piece !== '<br />') return piece;
    const from = at;
    at += piece === '<br />' ? 1 : piece.length;
    return piece === '<br />' ? piece : calm.slice(from, at);
  });
  return { ...block, html, text: calmStart(block.text, write) };
}

/** As the book has the word inside of sentences; one that it has nowhere else is rather a name, unless it has an article. */
function asWritten(word: string, before: string, capitals: WordCapitals): string {
  const small = word.toLowerCase();
  const own = capitals.get(small);
  if (own !== undefined) return own;
  if (NUMERAL.test(word)) return word;
  const named = small.replace(
    /\p{L}[\p{L}\p{M}]*/gu,
    (part) => capitals.get(part) ?? part.replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
  );
  // `Middle-aged`, but `Apple-Tree` where the book writes it so.
  return ARTICLE.test(before) || /^\p{Ll}/u.test(named) ? small : named;
}
