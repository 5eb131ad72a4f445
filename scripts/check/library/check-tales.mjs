import { TaleInput } from '#src/features/tales/tale-input.ts';
import { wordsOf } from './read-tales.mjs';
import { readingEase } from './reading-ease.mjs';

/** Words of a tale: three to fifteen minutes silently, at 170 words a minute as the slower read. */
const LENGTHS = [500, 2500];
const EASE = [60, 95];
const REQUIRED = ['retold_from', 'tags', 'origin', 'motifs', 'age_band', 'why_it_matters', 'source', 'rights'];
const QUESTIONS = 3;
/** Words that make an opening, and the ones of the genre. */
const OPENING = 4;
const SPENT = /^once upon a time\b/i;

/** What is wrong with each tale by itself, and with their beginnings beside each other. One sentence each, with the file. */
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
  if (tale.tags?.includes(tale.category)) yield 'its category stands among its tags too';
  const words = wordsOf(text).length;
  if (words < LENGTHS[0] || words > LENGTHS[1]) yield `it has ${words} words, not ${LENGTHS.join(' to ')}`;
  const ease = readingEase(text);
  if (ease < EASE[0] || ease > EASE[1]) yield `its reading ease is ${ease.toFixed(1)}, not ${EASE.join(' to ')}`;
  if (SPENT.test(text)) yield 'it begins with “Once upon a time”';
  yield* signsOf([tale.title, tale.excerpt, tale.why_it_matters, ...(tale.questions ?? []), ...(tale.motifs ?? []), tale.source, text]);
}

/** Typewriter’s quotes, and marks of Markdown that stand in the text as they are. */
function* signsOf(texts) {
  for (const text of texts)
    for (const [found] of (text ?? '').matchAll(/.{0,20}(?:["'*_\\#`]|--|\.\.\.).{0,20}/g)) yield `it has “${found}”`;
}

function checkOpenings(tales) {
  const byOpening = Map.groupBy(tales, ({ text }) => wordsOf(text).slice(0, OPENING).join(' '));
  const byTitle = Map.groupBy(tales, ({ tale }) => tale.title);
  const several = (groups, what) =>
    [...groups].filter(([, all]) => all.length > 1).map(([words, all]) => `${what} “${words}”: ${all.map(({ file }) => file).join(', ')}`);
  return [...several(byOpening, 'tales begin alike,'), ...several(byTitle, 'tales have the title')];
}
