import { wordsOf } from './read-tales.mjs';

/** What the library has to hold as a whole. */
const FEWEST_TALES = 100;
const FEWEST_ORIGINS = 12;
const FEWEST_IN_CATEGORY = 8;
const FEWEST_COLLECTIONS = 8;
const FEWEST_IN_COLLECTION = 3;
const BIOGRAPHY = [80, 200];
const INTRODUCTION = [20, 200];
const CATEGORIES = ['classic', 'enchanted', 'folklore', 'fantasy', 'adventure', 'romance', 'dark', 'animals', 'magical-creatures'];

/** What is wrong with numbers, authors, collections, and what one names of another. One sentence each. */
export function checkWhole({ tales, authors, collections }) {
  return [
    ...fewer(tales.length, FEWEST_TALES, 'tales'),
    ...fewer(new Set(tales.map(({ tale }) => tale.origin)).size, FEWEST_ORIGINS, 'origins'),
    ...fewer(collections.length, FEWEST_COLLECTIONS, 'collections'),
    ...CATEGORIES.flatMap((category) => fewer(countOf(tales, category), FEWEST_IN_CATEGORY, `tales in ${category}`)),
    ...tales.flatMap((each) => unknownOf(each, authors)),
    ...authors.flatMap((each) => [...problemsOfAuthor(each, tales)]),
    ...collections.flatMap((each) => [...problemsOfCollection(each, tales)]),
  ];
}

/** Counting those that have it as a tag. */
function countOf(tales, category) {
  return tales.filter(({ tale }) => tale.category === category || tale.tags.includes(category)).length;
}

function unknownOf({ file, tale }, authors) {
  const isKnown = authors.some(({ author }) => author.name === tale.author);
  const categories = [tale.category, ...tale.tags].filter((category) => !CATEGORIES.includes(category));
  return [
    ...(isKnown ? [] : [`library/${file}: there is no author ${tale.author}`]),
    ...categories.map((category) => `library/${file}: there is no category ${category}`),
  ];
}

function* problemsOfAuthor({ file, author }, tales) {
  if (!tales.some(({ tale }) => tale.author === author.name)) yield `library/${file}: there is no tale of theirs`;
  for (const field of ['dates', 'place', 'origin']) if (!author[field]) yield `library/${file}: ${field} is missing`;
  yield* length(file, author.biography, BIOGRAPHY);
}

function* problemsOfCollection({ file, collection, tales: slugs }, tales) {
  const known = new Set(tales.map(({ tale }) => tale.slug));
  for (const slug of slugs) if (!known.has(slug)) yield `library/${file}: there is no tale ${slug}`;
  if (slugs.length < FEWEST_IN_COLLECTION) yield `library/${file}: it has ${slugs.length} tales, not ${FEWEST_IN_COLLECTION} or more`;
  if (collection.description === '') yield `library/${file}: description is missing`;
  yield* length(file, collection.introduction, INTRODUCTION);
}

function* length(file, text, [fewest, most]) {
  const words = wordsOf(text ?? '').length;
  if (words < fewest || words > most) yield `library/${file}: its text has ${words} words, not ${fewest} to ${most}`;
  for (const [found] of (text ?? '').matchAll(/.{0,20}["'].{0,20}/g)) yield `library/${file}: it has “${found}”`;
}

function fewer(count, fewest, what) {
  return count >= fewest ? [] : [`library: ${count} ${what}, not ${fewest} or more`];
}
