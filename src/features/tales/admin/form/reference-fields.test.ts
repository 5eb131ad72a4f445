import { expect, test } from 'vitest';
import { categoryNotes, isSameName, nameContains } from './reference-fields.tsx';

const about = { problems: [], failure: '', isCreating: false, unknown: '' };
const UNKNOWN = 'There is no category “Sea”. Choose another one, or add it from the list.';

test.each([
  [{}, { problems: [] }],
  [{ problems: ['Category is required'] }, { problems: ['Category is required'] }],
  [{ unknown: 'Sea' }, { problems: [], hint: UNKNOWN }],
  [{ unknown: 'Sea', problems: ['Category is required'] }, { problems: [UNKNOWN] }],
  [{ unknown: 'Sea', problems: ['Category is required'], failure: 'No.' }, { problems: ['No.'] }],
  [
    { unknown: 'Sea', problems: ['Category is required'], isCreating: true },
    { problems: [], hint: 'Adding category...' },
  ],
])('the category field shows one message at a time: %o', (given, notes) => expect(categoryNotes({ ...about, ...given })).toEqual(notes));

test('isSameName ignores case and Unicode form, but not accents', () => {
  expect(isSameName(' Émile ', 'e\u0301mile')).toBe(true);
  expect(isSameName('Émile', 'Emile')).toBe(false);
});

test('nameContains ignores case and accents', () => {
  expect(nameContains('Božena Němcová', 'nemc')).toBe(true);
  expect(nameContains('Božena Němcová', 'NĚM')).toBe(true);
  expect(nameContains('Božena Němcová', '')).toBe(true);
  expect(nameContains('Božena Němcová', 'Grimm')).toBe(false);
});
