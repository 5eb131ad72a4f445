/** While somebody listens, the kept place is the sentence being read. */
import { changeBookshelf } from '#src/features/bookshelf/components/bookshelf-store.ts';
import type { Bookshelf } from '#src/features/bookshelf/contract.ts';
import { countReading } from '#src/features/counts/components/count-reading.ts';
import type { Sentence } from '../player-state.ts';

type Position = Bookshelf['positions'][number];

/** Who has heard less has only tried it. */
const BEGUN = 0.05;

/** The sentence at which the tale was left; null when it was not, or was finished. */
export function sentenceAtPlace(sentences: readonly Sentence[], position: Position | undefined): number | null {
  if (position === undefined || position.finished || position.progress < BEGUN) return null;
  const [block = 0, character = 0] = position.place.split('.').map(Number);
  const found = sentences.findIndex((sentence) => sentence.block > block || (sentence.block === block && sentence.end > character));
  return found < 0 ? null : found;
}

export function keepSentence(tale: string, sentences: readonly Sentence[], at: number): void {
  const sentence = sentences[at];
  if (sentence === undefined || sentence.block < 0) return;
  const progress = shareRead(sentences, at);
  if (progress >= BEGUN) keep(tale, sentence, progress, false);
}

/** Heard to the end is read to the end. */
export function keepFinished(tale: string, sentences: readonly Sentence[]): void {
  const last = sentences.at(-1);
  if (last === undefined || last.block < 0) return;
  countReading('finish', tale);
  keep(tale, last, 1, true);
}

function keep(tale: string, { block, start }: Sentence, progress: number, finished: boolean): void {
  changeBookshelf({ op: 'position', tale, place: `${block}.${start}`, progress, finished });
}

/** Of all words those up to the end of the sentence, 0 to 1. */
function shareRead(sentences: readonly Sentence[], at: number): number {
  const count = (list: readonly Sentence[]) => list.reduce((sum, { words }) => sum + words, 0);
  return Math.round((count(sentences.slice(0, at + 1)) / Math.max(1, count(sentences))) * 1000) / 1000;
}
