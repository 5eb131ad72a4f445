import { expect, test } from 'vitest';
import { notesOf } from './category-field.tsx';

const about = { problems: [], failure: '', isCreating: false, unknown: '' };
const UNKNOWN = 'There is no category “Sea” yet: choose another, or add it from the list.';

test.each([
  [{}, { problems: [] }],
  [{ problems: ['Category is required'] }, { problems: ['Category is required'] }],
  [{ unknown: 'Sea' }, { problems: [], hint: UNKNOWN }],
  [{ unknown: 'Sea', problems: ['Category is required'] }, { problems: [UNKNOWN] }],
  [{ unknown: 'Sea', problems: ['Category is required'], failure: 'No.' }, { problems: ['No.'] }],
  [
    { unknown: 'Sea', problems: ['Category is required'], isCreating: true },
    { problems: [], hint: 'Adding the category...' },
  ],
])('of the category one thing is said at a time: %o', (given, notes) => expect(notesOf({ ...about, ...given })).toEqual(notes));
