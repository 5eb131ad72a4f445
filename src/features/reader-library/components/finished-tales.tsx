import { Icon } from '#src/ui/icon.tsx';
import type { Bookshelf } from '../contract.ts';
import { useBookshelf } from './library-store.ts';

/** Check mark on the cover of a finished tale; overlays the cover, so it causes no layout shift. */
export function ReadBadge({ tale }: { tale: string }) {
  if (!useIsFinished(tale)) return null;
  return (
    <span className="read-tick">
      <Icon name="check" />
      <span className="visually-hidden">You have read this tale</span>
    </span>
  );
}

let cachedIds: { of: Bookshelf['positions']; ids: ReadonlySet<string> } = { of: [], ids: new Set() };

/** Ids of finished tales. The same set while it does not change. */
export function finishedTaleIds({ positions }: Bookshelf): ReadonlySet<string> {
  if (cachedIds.of !== positions) {
    const ids = new Set(positions.filter(({ finished }) => finished).map(({ tale }) => tale));
    cachedIds = { of: positions, ids: isSame(ids, cachedIds.ids) ? cachedIds.ids : ids };
  }
  return cachedIds.ids;
}

export function useIsFinished(tale: string): boolean {
  return useBookshelf((bookshelf) => finishedTaleIds(bookshelf).has(tale));
}

function isSame(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size === others.size && [...some].every((id) => others.has(id));
}
