import { wordsOf } from './read-tales.mjs';

/** Minimum contents of the whole library. */
const MIN_TALES = 100;
const MIN_ORIGINS = 12;
const MIN_IN_CATEGORY = 8;
const MIN_COLLECTIONS = 8;
const MIN_IN_COLLECTION = 3;
const BIOGRAPHY = [80, 200];
const INTRODUCTION = [20, 200];
const CATEGORIES = ['classic', 'enchanted', 'folklore', 'fantasy', 'adventure', 'romance', 'dark', 'animals', 'magical-creatures'];

/** Returns a sentence for each problem with the numbers of records, with authors and collections, and with references between records. */
export function checkWhole({ tales, authors, collections }) {
  return [
    ...fewer(tales.length, MIN_TALES, 'tales'),
    ...fewer(new Set(tales.map(({ tale }) => tale.origin)).size, MIN_ORIGINS, 'origins'),
    ...fewer(collections.length, MIN_COLLECTIONS, 'collections'),
    ...CATEGORIES.flatMap((category) => fewer(countOf(tales, category), MIN_IN_CATEGORY, `tales in ${category}`)),
    ...tales.flatMap((each) => unknownOf(each, authors)),
    ...authors.flatMap((each) => [...problemsOfAuthor(each, tales)]),
    ...collections.flatMap((each) => [...problemsOfCollection(each, tales)]),
  ];
}

/** Counts tales that have the category as their main category or as a tag. */
function countOf(tales, category) {
  return tales.filter(({ tale }) => tale.category === category || tale.tags.includes(category)).length;
}

function unknownOf({ file, tale }, authors) {
  const isKnown = authors.some(({ author }) => author.name === tale.author);
  const categories = [tale.category, ...tale.tags].filter((category) => !CATEGORIES.includes(category));
  return [
    ...(isKnown ? [] : [`library/${file}: unknown author ${tale.author}`]),
    ...categories.map((category) => `library/${file}: unknown category ${category}`),
  ];
}

function* problemsOfAuthor({ file, author }, tales) {
  if (!tales.some(({ tale }) => tale.author === author.name)) yield `library/${file}: no tale by this author`;
  for (const field of ['dates', 'place', 'origin']) if (!author[field]) yield `library/${file}: ${field} is missing`;
  yield* length(file, author.biography, BIOGRAPHY);
}

function* problemsOfCollection({ file, collection, tales: slugs }, tales) {
  const known = new Set(tales.map(({ tale }) => tale.slug));
  for (const slug of slugs) if (!known.has(slug)) yield `library/${file}: unknown tale ${slug}`;
  if (slugs.length < MIN_IN_COLLECTION) yield `library/${file}: ${slugs.length} tales, at least ${MIN_IN_COLLECTION} required`;
  if (collection.description === '') yield `library/${file}: description is missing`;
  yield* length(file, collection.introduction, INTRODUCTION);
}

function* length(file, text, [fewest, most]) {
  const words = wordsOf(text ?? '').length;
  if (words < fewest || words > most) yield `library/${file}: text has ${words} words, must be ${fewest} to ${most}`;
  for (const [found] of (text ?? '').matchAll(/.{0,20}["'].{0,20}/g)) yield `library/${file}: straight quote in “${found}”`;
}

function fewer(count, fewest, what) {
  return count >= fewest ? [] : [`library: ${count} ${what}, at least ${fewest} required`];
}
