import type { Bookshelf } from '../contract.ts';
import { useBookshelf } from './bookshelf-store.ts';

let known: { of: Bookshelf['positions']; ids: ReadonlySet<string> } = { of: [], ids: new Set() };

/** The ids of the tales that were read to their end, or marked as read. The same set as long as no place changes. */
export function finishedOf({ positions }: Bookshelf): ReadonlySet<string> {
  if (known.of !== positions) {
    const ids = new Set(positions.filter(({ finished }) => finished).map(({ tale }) => tale));
    known = { of: positions, ids: isSame(ids, known.ids) ? known.ids : ids };
  }
  return known.ids;
}

export function useIsFinished(tale: string): boolean {
  return useBookshelf((bookshelf) => finishedOf(bookshelf).has(tale));
}

function isSame(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size === others.size && [...some].every((id) => others.has(id));
}
