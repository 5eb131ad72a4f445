import type { Classification, TaleToClassify } from './classified-tale.ts';
import { judgeAge } from './judge-age.ts';
import { readTale } from './read-tale.ts';
import { sayReasons } from './say-reasons.ts';
import { chooseCategories, scoreCategories } from './score-categories.ts';

/** Proposes category, further categories, age band, content notes and origin of a tale, with the reasons. Never throws. */
export function classify(tale: TaleToClassify): Classification {
  const reading = readTale(tale);
  const chosen = chooseCategories(scoreCategories(reading), reading);
  const { ageBand, why } = judgeAge(chosen.category, reading);
  const origin = reading.sources.find((source) => source.origin !== undefined)?.origin ?? '';
  const decided = { ...chosen, ageBand, origin };
  return { ...decided, contentNotes: reading.notes.map(({ note }) => note), reasons: sayReasons({ ...decided, ageReason: why }, reading) };
}
