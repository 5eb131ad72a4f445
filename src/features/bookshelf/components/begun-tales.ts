import { useBookshelf } from './bookshelf-store.ts';

const MOST = 3;

/** The ids of the tales begun last and not finished, at most three, divided by commas; '' when there is none. */
export function useBegun(): string {
  return useBookshelf(({ positions }) =>
    positions
      .filter(({ finished }) => !finished)
      .slice(0, MOST)
      .map(({ tale }) => tale)
      .join(','),
  );
}
