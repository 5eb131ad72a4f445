/** While listening, the saved position is the sentence being read. */

import { trackReading } from '#src/features/analytics/components/track-reading.ts';
import { changeBookshelf } from '#src/features/reader-library/components/library-store.ts';
import type { Bookshelf } from '#src/features/reader-library/contract.ts';
import type { Sentence } from '../player-state.ts';

type Position = Bookshelf['positions'][number];

/** Share from which a position is saved. */
const MIN_PROGRESS = 0.05;

/** Returns the sentence at a saved position; null without one, or if the tale is finished. */
export function sentenceAtPosition(sentences: readonly Sentence[], position: Position | undefined): number | null {
  if (position === undefined || position.finished || position.progress < MIN_PROGRESS) return null;
  const [block = 0, character = 0] = position.place.split('.').map(Number);
  const found = sentences.findIndex((sentence) => sentence.block > block || (sentence.block === block && sentence.end > character));
  return found < 0 ? null : found;
}

export function saveSentence(tale: string, sentences: readonly Sentence[], at: number): void {
  const sentence = sentences[at];
  if (sentence === undefined || sentence.block < 0) return;
  const progress = shareRead(sentences, at);
  if (progress >= MIN_PROGRESS) savePosition(tale, sentence, progress, false);
}

/** Marks a tale that was heard to the end as finished. */
export function saveFinished(tale: string, sentences: readonly Sentence[]): void {
  const last = sentences.at(-1);
  if (last === undefined || last.block < 0) return;
  trackReading('finish', tale);
  savePosition(tale, last, 1, true);
}

function savePosition(tale: string, { block, start }: Sentence, progress: number, finished: boolean): void {
  changeBookshelf({ op: 'position', tale, place: `${block}.${start}`, progress, finished });
}

/** Share of the words up to the end of the sentence, 0 to 1. */
function shareRead(sentences: readonly Sentence[], at: number): number {
  const count = (list: readonly Sentence[]) => list.reduce((sum, { words }) => sum + words, 0);
  return Math.round((count(sentences.slice(0, at + 1)) / Math.max(1, count(sentences))) * 1000) / 1000;
}
