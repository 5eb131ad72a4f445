import { expect, test } from 'vitest';
import { readHtml } from '../source/read-html.ts';
import { titleCase } from './title-case.ts';
import { wordCapitals } from './word-capitals.ts';

const capitalsOf = (text: string) => wordCapitals(readHtml(Buffer.from(`<p>${text}</p>`)).blocks);

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

test('the first word of a sentence says nothing of how a word is written', () => {
  expect(titleCase('DER ALTE UHU', 'de', capitalsOf('Alte Bäume. Der alte Uhu. Alte Nester.'))).toBe('Der alte Uhu');
});
