import { expect, test } from 'vitest';
import { readHtml } from '../sources/read-html.ts';
import { collectWordCapitals, normalizeOpenings, titleCase } from './capitals.ts';

/** Words within the sentences of the book. */
const BOOK =
  '<p>It was once upon a time in a certain wood, and there was the King with Ivan, and a man said so. The old man, why, saw Lions, a fir-tree and I am here.</p>';

/** Returns the HTML of each block, as the beginning of a tale of that book. */
function calm(body: string): string[] {
  const { blocks } = readHtml(Buffer.from(`<html lang="en"><body>${BOOK}${body}</body></html>`));
  const [book, ...tale] = blocks;
  return normalizeOpenings(tale, collectWordCapitals(book === undefined ? [] : [book])).map(({ html }) => html);
}

test.each([
  ['ONCE upon a time', 'Once upon a time'],
  ['ONCE UPON A TIME there was', 'Once upon a time there was'],
  ['IN a certain kingdom', 'In a certain kingdom'],
  ['“WHY, THERE WAS the King,” said he', '“Why, there was the King,” said he'],
  ['THE KING saw IVAN', 'The King saw IVAN'],
  ['A MAN had', 'A man had'],
  ['A FIR-TREE stood', 'A fir-tree stood'],
  ['I AM here', 'I am here'],
  // Words that occur nowhere else in the book.
  ['VASILISSA sat', 'Vasilissa sat'],
  ['AN AMARANTH grew', 'An amaranth grew'],
  // Formatting and line breaks stay in place.
  ['<span class="smcap">O<b>NCE</b></span> upon', '<span class="small-caps">O<strong>nce</strong></span> upon'],
  ['ONCE UPON<br>A TIME there was &amp; is', 'Once upon<br />a time there was &amp; is'],
])('normalizes capitals of the printer: %s', (printed, written) => {
  expect(calm(`<p>${printed} a fox.</p>`)).toEqual([`${written} a fox.`]);
});

test.each([
  'Once upon A TIME',
  'A king had',
  'O King, hear',
  'MR. G. Ha! Steward',
  'NEMO: who is',
  'FIRST STORY. Which tells',
  'THE WHOLE LINE',
  'XIV kings',
  'éTAIT-IL',
])('keeps other capitals: %s', (printed) => {
  expect(calm(`<p>${printed}${/[a-z]/.test(printed) ? ' and so on' : ''}</p>`)).toEqual([
    `${printed}${/[a-z]/.test(printed) ? ' and so on' : ''}`,
  ]);
});

test('normalizes each chapter, at its beginning only', () => {
  const body = '<p>ONCE he came.</p><p>THERE he stood.</p><h2>II</h2><p style="text-align: center">A SONG of it</p><p>IN the wood.</p>';
  expect(calm(body)).toEqual(['Once he came.', 'THERE he stood.', 'II', 'A SONG of it', 'In the wood.']);
});

const capitalsOf = (text: string) => collectWordCapitals(readHtml(Buffer.from(`<p>${text}</p>`)).blocks);

test.each([
  ['THE OWL AND THE MOUSE', 'The Owl and the Mouse'],
  ['WHAT THE OWL IS FOR', 'What the Owl Is For'],
  ['The Owl And His Mouse', 'The Owl and His Mouse'],
  ['HOW I SAW IT', 'How I Saw It'],
  ["DOLL I' THE GRASS", "Doll i' the Grass"],
  ["KING O'TOOLE'S OWL", "King O'Toole's Owl"],
  ['THE OWL; OR, THE WISE BIRD', 'The Owl; or, the Wise Bird'],
  ['OWLS: THE WISE', 'Owls: The Wise'],
  ['THE HALF-CHICK', 'The Half-Chick'],
  ['The Brown-haired Owl', 'The Brown-haired Owl'],
  ['HENRY VIII', 'Henry VIII'],
  ['MR. AND MRS. OWL', 'Mr. and Mrs. Owl'],
  ['THE MCDONALD OWL', 'The McDonald Owl'],
])('in English %s', (printed, title) => {
  expect(titleCase(printed, 'en-GB', new Map())).toBe(title);
});

test.each([
  ['de', 'DAS MÄRCHEN VOM GRÜNEN UHU UND DER KATZE', 'er sah den grünen Uhu, und der Kater', 'Das Märchen vom grünen Uhu und der Katze'],
  ['fr', 'LE CHATEAU DE BONNE-BICHE', 'dans le château de Bonne-Biche il est bonne', 'Le château de Bonne-Biche'],
  ['es', 'EL BÚHO DE SANTIAGO', 'vino de Santiago un búho', 'El búho de Santiago'],
  ['sv', 'Sagan om Jättarne', 'och jättarne', 'Sagan om Jättarne'],
  ['nl', 'hoe duimpje op reis ging', 'en Duimpje ging', 'Hoe duimpje op reis ging'],
])('in %s: %s', (language, printed, text, title) => {
  expect(titleCase(printed, language, capitalsOf(text))).toBe(title);
});

test('ignores the first word of a sentence', () => {
  expect(titleCase('DER ALTE UHU', 'de', capitalsOf('Alte Bäume. Der alte Uhu. Alte Nester.'))).toBe('Der alte Uhu');
});
