import { countReading } from '#src/features/counts/components/count-reading.ts';
import type { Position } from '../contract.ts';
import { readBookshelf } from '../store/kept-state.ts';
import { changeBookshelf } from './bookshelf-store.ts';

/** Tales marked as unread on this page: their end, which is still in sight, does not finish them again. */
const unread = new Set<string>();

export function positionIn(tale: string): Position | undefined {
  return readBookshelf().positions.find((known) => known.tale === tale);
}

/** Read to its end, or said to be. */
export function finishTale(tale: string): void {
  unread.delete(tale);
  const known = positionIn(tale);
  if (!known?.finished) countReading('finish', tale);
  const { place = '0.0', quote } = known ?? {};
  changeBookshelf({ op: 'position', tale, place, quote, progress: 1, finished: true });
}

/** As if it had never been opened. */
export function unfinishTale(tale: string): void {
  unread.add(tale);
  changeBookshelf({ op: 'position_gone', tale });
}

/** Whether its end counts as read; after it was marked as unread only once one has gone back in it. */
export function mayFinish(tale: string, progress: number): boolean {
  if (progress < 0.5) unread.delete(tale);
  return !unread.has(tale);
}
