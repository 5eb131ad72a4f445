import { syllable } from 'syllable';
import { splitSentences } from '#src/features/reading/text/split-sentences.ts';
import { TaleInput } from '#src/features/tales/tale-schemas.ts';
import { runsOf, wordsOf } from './read-tales.mjs';

/** Words of a tale: 3 to 15 minutes of silent reading, at 170 words a minute. */
const LENGTHS = [500, 2500];
const EASE = [60, 95];
const REQUIRED = ['retold_from', 'tags', 'origin', 'motifs', 'age_band', 'why_it_matters', 'source', 'rights'];
const QUESTIONS = 3;
/** Number of words compared between openings. */
const OPENING = 4;
const CLICHE = /^once upon a time\b/i;

/** Returns a sentence with the file name for each problem of a tale, and for each opening or title that several tales share. */
export function checkTales(tales) {
  return [
    ...tales.flatMap((each) => Array.from(problemsOf(each), (problem) => `library/${each.file}: ${problem}`)),
    ...checkOpenings(tales),
  ];
}

function* problemsOf({ tale, text }) {
  const { success, error } = TaleInput.safeParse(tale);
  if (!success) for (const { path, message } of error.issues) yield `${path.join('.')}: ${message}`;
  for (const field of REQUIRED) if (!tale[field]?.length) yield `${field} is missing`;
  if (tale.questions?.length !== QUESTIONS) yield `it has ${tale.questions?.length ?? 0} questions and should have ${QUESTIONS}`;
  if (tale.tags?.includes(tale.category)) yield 'its category is also one of its tags';
  const words = wordsOf(text).length;
  if (words < LENGTHS[0] || words > LENGTHS[1]) yield `it has ${words} words, not ${LENGTHS.join(' to ')}`;
  const ease = readingEase(text);
  if (ease < EASE[0] || ease > EASE[1]) yield `its reading ease is ${ease.toFixed(1)}, not ${EASE.join(' to ')}`;
  if (CLICHE.test(text)) yield 'it begins with “Once upon a time”';
  yield* strayMarks([tale.title, tale.excerpt, tale.why_it_matters, ...(tale.questions ?? []), ...(tale.motifs ?? []), tale.source, text]);
}

/** Straight quotes and Markdown syntax that ended up in the text. */
function* strayMarks(texts) {
  for (const text of texts)
    for (const [found] of (text ?? '').matchAll(/.{0,20}(?:["'*_\\#`]|--|\.\.\.).{0,20}/g)) yield `it has “${found}”`;
}

function checkOpenings(tales) {
  const byOpening = Map.groupBy(tales, ({ text }) => wordsOf(text).slice(0, OPENING).join(' '));
  const byTitle = Map.groupBy(tales, ({ tale }) => tale.title);
  const several = (groups, what) =>
    [...groups].filter(([, all]) => all.length > 1).map(([words, all]) => `${what} “${words}”: ${all.map(({ file }) => file).join(', ')}`);
  return [...several(byOpening, 'tales with the same opening'), ...several(byTitle, 'tales with the same title')];
}

/**
 * Returns the Flesch reading ease of an English text whose paragraphs are separated by empty lines: from about 0 (hard) to 120. Sentences
 * are split as for text to speech, so that a quotation and its speaker count as one. Source: Rudolf Flesch, A new readability yardstick,
 * Journal of Applied Psychology 32 (1948).
 */
export function readingEase(text) {
  const sentences = text.split('\n\n').reduce((sum, block) => sum + splitSentences(block.replaceAll('\n', ' '), 'en').length, 0);
  const words = text.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu) ?? [];
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word.replaceAll('’', "'"))), 0);
  return 206.835 - (1.015 * words.length) / Math.max(1, sentences) - (84.6 * syllables) / Math.max(1, words.length);
}

const PHRASE_LENGTH = 5;
const MAX_TALES = 3;

/** Common runs of five words that only say where, when and how much. */
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

/** Returns runs of five words that at least two tales share, with the files of the tales, the most frequent first. */
export function listPhrases(tales) {
  const files = new Map();
  for (const { file, text } of tales)
    for (const run of new Set(text.split('\n\n').flatMap((block) => runsOf(wordsOf(block), PHRASE_LENGTH)))) {
      files.set(run, [...(files.get(run) ?? []), file]);
    }
  return [...files]
    .filter(([, all]) => all.length > 1)
    .map(([run, all]) => ({ run, files: all }))
    .sort((one, other) => other.files.length - one.files.length || (one.run < other.run ? -1 : 1));
}

/** Returns a sentence for each phrase that is used in more than three tales. */
export function checkPhrases(tales) {
  return listPhrases(tales)
    .filter(({ run, files }) => files.length > MAX_TALES && !PLAIN.has(run))
    .map(({ run, files }) => `library: “${run}” is used in ${files.length} tales: ${files.join(', ')}`);
}
