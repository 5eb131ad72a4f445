import type { RawTale } from '../cut/cut-book.ts';
import type { Block } from '../source/source-book.ts';

/** Whether the tales of a book name their source or their author in a line of its own, above the text or below it. */
export type Credits = { head: boolean; tail: boolean };

const SHARE = 0.12;
const FEWEST = 3;
const LONGEST = 90;
const SMALL =
  /^(?:the|of|and|by|from|de|des|du|d|l|et|und|von|vom|der|die|das|aus|di|del|la|le|les|el|los|por|par|pour|les|aes|in|zu|e|y|i|german|danish|translated|adapted|contes|en)$/i;

export function creditsOf(tales: readonly RawTale[]): Credits {
  const enough = Math.max(FEWEST, tales.length * SHARE);
  const ends = tales.map(({ blocks }) => blocks.filter(({ kind }) => kind !== 'rule' && kind !== 'note' && kind !== 'figure'));
  const count = (at: number) => ends.filter((blocks) => isCreditLine(blocks.at(at))).length;
  return { head: count(0) >= enough, tail: count(-1) >= enough };
}

/** Names and the small words between them, and no sentence. */
export function isCredit(text: string): boolean {
  if (text.length > LONGEST || /^["“‘'«„—]|[!?:;,]$/.test(text)) return false;
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.length > 0 && /^\p{Lu}/u.test(words[0] ?? '') && words.every((word) => /^\p{Lu}/u.test(word) || SMALL.test(word));
}

function isCreditLine(block: Block | undefined): boolean {
  return (
    block !== undefined &&
    (block.kind === 'paragraph' || block.kind === 'verse') &&
    block.lines.length <= 2 &&
    !block.hints.caps &&
    isCredit(block.text)
  );
}
