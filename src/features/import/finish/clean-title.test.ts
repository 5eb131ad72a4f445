import { expect, test } from 'vitest';
import { cleanTitle } from './clean-title.ts';

test.each([
  ['12. The Owl.', 'The Owl'],
  ['XIV. THE OWL', 'THE OWL'],
  ['XIV THE OWL', 'THE OWL'],
  ['3 The Owl', 'The Owl'],
  ['151* The Owl', '151* The Owl'],
  ['Legend 3 The Owl', 'The Owl'],
  ['I Saw an Owl', 'I Saw an Owl'],
  ['99 Owls', '99 Owls'],
  ['THE OWL(2)', 'THE OWL'],
  ['The Owl [12].', 'The Owl'],
  ['The Owl,', 'The Owl'],
  ['The Owl and St.', 'The Owl and St.'],
  ['What Then ...', 'What Then ...'],
  ['Siebenschön.', 'Siebenschön'],
  ['‘An Owl’s Story’', 'An Owl’s Story'],
  ['The Owl (a Fable)', 'The Owl (a Fable)'],
  ['The Brown- Haired Owl', 'The Brown-Haired Owl'],
  ['Wald- und Wieseneule', 'Wald- und Wieseneule'],
  ['7', '7'],
])('%s', (printed, title) => {
  expect(cleanTitle([printed], 3)).toEqual({ title });
});

test('who told it and where it comes from are kept apart', () => {
  expect(cleanTitle(['The Owl (From the German)'], 1)).toEqual({ title: 'The Owl', source: 'From the German' });
  expect(cleanTitle(['2. EL BÚHO.', '(Referido en 1911 por un niño (de nueve años))'], 2)).toEqual({
    title: 'EL BÚHO',
    source: 'Referido en 1911 por un niño (de nueve años)',
  });
  expect(cleanTitle(['EL BÚHO (Narrado en 1888 por un carpintero). por otro'], 2)).toEqual({
    title: 'EL BÚHO',
    source: 'Narrado en 1888 por un carpintero. por otro',
  });
  expect(cleanTitle(['The Owl          From the North'], 1)).toEqual({ title: 'The Owl', source: 'From the North' });
});

test('another title in brackets and the kind of tale are a subtitle; a number and the name of a group above it go', () => {
  expect(cleanTitle(['THE OWL [THE NIGHT BIRD]'], 1)).toEqual({ title: 'THE OWL', subtitle: 'THE NIGHT BIRD' });
  expect(cleanTitle(['THE OWL.', 'A STORY OF OLD GREECE'], 1)).toEqual({ title: 'THE OWL', subtitle: 'A STORY OF OLD GREECE' });
  expect(cleanTitle(['XXV', 'A LEGEND OF OWLS'], 25)).toEqual({ title: 'A LEGEND OF OWLS' });
  expect(cleanTitle(['BIRDS', '32. THE OWL'], 1)).toEqual({ title: 'THE OWL' });
});
