import type { RawTale } from './cut-book.ts';

const TALE_CLASS = /(?:^|\s)(?:tale|story|fable|conte|sage|maerchen)(?:\s|$)/i;

/** Where a book marks its tales by a class, the commentary between them is left out. */
export function trimToTale(tales: readonly RawTale[]): RawTale[] {
  const isMarked = ({ blocks }: RawTale) => blocks.slice(0, 3).some(({ hints }) => TALE_CLASS.test(hints.classes));
  if (tales.filter(isMarked).length < tales.length * 0.8) return [...tales];
  return tales.map((tale) => {
    if (!isMarked(tale)) return tale;
    const end = tale.blocks.findLastIndex(({ hints, kind }) => kind !== 'note' && TALE_CLASS.test(hints.classes));
    return { ...tale, blocks: tale.blocks.filter(({ kind }, index) => index <= end || kind === 'note') };
  });
}
