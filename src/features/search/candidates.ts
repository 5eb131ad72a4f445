import type { BrowseQuery, Sort } from '#src/features/tales/browse-query.ts';
import { type Cursor, readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Candidate } from './queries.ts';

/**
 * What is found is at most a few hundred candidates, so they are sorted and paged here. A cursor is the sort key and the id
 * of the last tale shown, as everywhere: a tale added or withdrawn meanwhile moves nothing else.
 */

type Order = { of: (candidate: Candidate) => string | number; kind: 'time' | 'text' | 'number'; falling: boolean };

const ORDERS: Record<Sort, Order> = {
  relevance: { of: (candidate) => candidate.score, kind: 'number', falling: true },
  newest: { of: (candidate) => candidate.date, kind: 'time', falling: true },
  title: { of: (candidate) => candidate.title, kind: 'text', falling: false },
  shortest: { of: (candidate) => candidate.words, kind: 'number', falling: false },
  longest: { of: (candidate) => candidate.words, kind: 'number', falling: true },
};

/** One page of candidates in the asked order, and the cursor of the next (null at the end). Throws a bad request for a foreign cursor. */
export function pageOf(
  candidates: Candidate[],
  query: Pick<BrowseQuery, 'sort' | 'after'>,
  size: number,
): { page: Candidate[]; next: string | null } {
  const { of, kind, falling } = ORDERS[query.sort];
  const compare = (a: Cursor, b: Cursor) => (falling ? -1 : 1) * (order(a.key, b.key) || order(a.id, b.id));
  const after = query.after === '' ? null : readCursor(query.after, kind);
  const rest = candidates
    .map((candidate) => ({ candidate, place: { key: of(candidate), id: candidate.id } }))
    .filter(({ place }) => after === null || compare(place, after) > 0)
    .sort((a, b) => compare(a.place, b.place));
  const page = rest.slice(0, size);
  const last = page.at(-1);
  return { page: page.map(({ candidate }) => candidate), next: last && rest.length > size ? writeCursor(last.place) : null };
}

function order(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
