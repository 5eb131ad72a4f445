import { runsOf, wordsOf } from './read-tales.mjs';

const LENGTH = 5;
/** In more tales than these a phrase is a habit. */
const MOST_TALES = 3;

/** Runs of five words that English cannot well do without: they say where, when and how much, and nothing else. */
const PLAIN = new Set([
  ...['a quarter of an hour', 'in the morning there was', 'and at the end of', 'at the end of the', 'to the end of the'],
  ...['at the edge of the', 'on the edge of the', 'to the edge of the', 'at the foot of the', 'at the top of the'],
  ...['in the middle of it', 'in the middle of the', 'on the other side of', 'the other side of the', 'one end to the other'],
  'other side of the wall',
]);

/** Runs of five words with the files of the tales that have them, those of most tales first. `phrases` of at least two tales. */
export function listPhrases(tales) {
  const files = new Map();
  for (const { file, text } of tales)
    for (const run of new Set(text.split('\n\n').flatMap((block) => runsOf(wordsOf(block), LENGTH)))) {
      files.set(run, [...(files.get(run) ?? []), file]);
    }
  return [...files]
    .filter(([, all]) => all.length > 1)
    .map(([run, all]) => ({ run, files: all }))
    .sort((one, other) => other.files.length - one.files.length || (one.run < other.run ? -1 : 1));
}

/** Phrases of ours that stand in more than three tales. */
export function checkPhrases(tales) {
  return listPhrases(tales)
    .filter(({ run, files }) => files.length > MOST_TALES && !PLAIN.has(run))
    .map(({ run, files }) => `library: “${run}” stands in ${files.length} tales: ${files.join(', ')}`);
}
