import type { BrowseQuery, Sort } from '#src/features/tales/browse-query.ts';
import { BadQuery } from '#src/features/tales/browse-query.ts';
import type { Candidate } from './queries.ts';

/**
 * What is found is at most a few hundred candidates, so they are sorted and paged here. A cursor is the sort key and the id
 * of the last tale shown, as everywhere: a tale added or withdrawn meanwhile moves nothing else.
 */

type Key = [key: string | number, id: string];

const KEYS: Record<Sort, { of: (candidate: Candidate) => string | number; falling: boolean }> = {
  relevance: { of: (candidate) => candidate.score, falling: true },
  newest: { of: (candidate) => candidate.date, falling: true },
  title: { of: (candidate) => candidate.title, falling: false },
  shortest: { of: (candidate) => candidate.words, falling: false },
  longest: { of: (candidate) => candidate.words, falling: true },
};

/** One page of candidates in the asked order, and the cursor of the next (null at the end). Throws BadQuery for a foreign cursor. */
export function pageOf(
  candidates: Candidate[],
  query: Pick<BrowseQuery, 'sort' | 'after'>,
  size: number,
): { page: Candidate[]; next: string | null } {
  const { of, falling } = KEYS[query.sort];
  const compare = (a: Key, b: Key) => (falling ? -1 : 1) * (order(a[0], b[0]) || order(a[1], b[1]));
  const after = query.after === '' ? null : readCursor(query.after, query.sort);
  const rest = candidates
    .map((candidate) => ({ candidate, key: [of(candidate), candidate.id] as Key }))
    .filter(({ key }) => after === null || compare(key, after) > 0)
    .sort((a, b) => compare(a.key, b.key));
  const page = rest.slice(0, size);
  const last = page.at(-1);
  return { page: page.map(({ candidate }) => candidate), next: last && rest.length > size ? writeCursor(last.key) : null };
}

function order(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function writeCursor(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function readCursor(text: string, sort: Sort): Key {
  const wanted = sort === 'title' || sort === 'newest' ? 'string' : 'number';
  try {
    const [key, id, ...more]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (more.length === 0 && typeof key === wanted && typeof id === 'string') return [key as Key[0], id];
  } catch {
    // Falls through: whatever is wrong with it, it is not ours.
  }
  throw new BadQuery('after', 'This place in the list is unknown.');
}
