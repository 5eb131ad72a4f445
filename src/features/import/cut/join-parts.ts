import type { RawTale } from './cut-book.ts';
import { isChapterLabel, normalTitle } from './normal-title.ts';

/** A tale that goes on after others have come between: the same title again, and below it `Second Part`. */
export function joinParts(tales: readonly RawTale[]): RawTale[] {
  const kept: RawTale[] = [];
  for (const tale of tales) {
    const title = titleOf(tale);
    const first = isLaterPart(tale) ? kept.find((each) => titleOf(each) === title) : undefined;
    if (first === undefined) kept.push(tale);
    else {
      first.blocks.push(...tale.blocks);
      first.doubts.push(...tale.doubts, 'Its parts stand apart in the book, with other tales between them, and were joined.');
    }
  }
  return kept.map((tale, index) => ({ ...tale, order: index + 1 }));
}

function isLaterPart({ blocks }: RawTale): boolean {
  const label = blocks.slice(0, 3).find(({ text }) => text.length < 60 && isChapterLabel(normalTitle(text)));
  return label !== undefined && !/^(?:the )?(?:first|erste|premiere?|eerste|forsta)|\b(?:one|i|1)$/.test(normalTitle(label.text));
}

function titleOf({ head }: RawTale): string {
  return normalTitle(head.map(({ text }) => text).join(' '));
}
