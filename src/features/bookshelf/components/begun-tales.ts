import { useBookshelf } from './bookshelf-store.ts';
import { useIsFetched } from './use-is-fetched.ts';

const MOST = 3;

/** The ids of the tales begun last and not finished, at most three, divided by commas; '' when there is none. */
export function useBegun(): string {
  const isKnown = useIsFetched() === 'ready';
  const begun = useBookshelf(({ positions }) =>
    positions
      .filter(({ finished }) => !finished)
      .slice(0, MOST)
      .map(({ tale }) => tale)
      .join(','),
  );
  return isKnown ? begun : '';
}
