import { runsOf, wordsOf } from './read-tales.mjs';

const LENGTH = 5;
/** In more tales than these a phrase is a habit. */
const MOST_TALES = 3;

/** Runs of five words that English cannot well do without: they say where, when and how much, and nothing else. */
const PLAIN = new Set([
  ...['in the middle of the', 'at the top of the', 'at the edge of the', 'to the edge of the', 'in the morning there was'],
  ...[
    'on the other side of',
    'the other side of the',
    'other side of the wall',
    'at the end of the',
    'at the end of it',
    'and at the end of',
  ],
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
