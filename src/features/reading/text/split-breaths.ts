/** Sentences cut to what a voice says in one breath. For speech only: what glows in the text is the sentence. Browser-safe. */
import type { Sentence } from './split-sentences.ts';

/** Some voices fall silent in what is longer. */
const MOST = 400;
/** The strongest pause that leaves no part longer than that is taken. */
const PAUSES = [/[;:][”’"»“]?\s+/g, /(?:[—–]|--+|\s-\s)\s*/g, /,[”’"»“]?\s+/g, /\s+/g];

/** The sentence in parts of at most 400 characters, as far as it has pauses or spaces; itself where it is no longer than that. */
export function splitBreaths(text: string, { start, end }: Sentence): Sentence[] {
  const breaths: Sentence[] = [];
  let from = start;
  while (end - from > MOST) {
    const cut = lastPause(text.slice(from, from + MOST + 1));
    if (cut === 0) break;
    breaths.push({ start: from, end: from + text.slice(from, from + cut).trimEnd().length });
    from += cut;
  }
  breaths.push({ start: from, end });
  return breaths;
}

/** Past the last of the strongest pauses in the second half of the piece, else in all of it; 0 where there is none. */
function lastPause(piece: string): number {
  for (const least of [piece.length / 2, 1]) {
    for (const pause of PAUSES) {
      const ends = Array.from(piece.matchAll(pause), ({ index, 0: gap }) => index + gap.length);
      const cut = ends.findLast((place) => place >= least && place < piece.length);
      if (cut !== undefined) return cut;
    }
  }
  return 0;
}
