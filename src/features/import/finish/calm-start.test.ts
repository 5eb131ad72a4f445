import { expect, test } from 'vitest';
import { readHtml } from '../source/read-html.ts';
import { calmStarts } from './calm-start.ts';
import { wordCapitals } from './word-capitals.ts';

/** What the book has inside of its sentences. */
const BOOK =
  '<p>It was once upon a time in a certain wood, and there was the King with Ivan, and a man said so. The old man, why, saw Lions, a fir-tree and I am here.</p>';

/** Of each block its HTML, when they stand at the beginning of a tale of that book. */
function calm(body: string): string[] {
  const { blocks } = readHtml(Buffer.from(`<html lang="en"><body>${BOOK}${body}</body></html>`));
  const [book, ...tale] = blocks;
  return calmStarts(tale, wordCapitals(book === undefined ? [] : [book])).map(({ html }) => html);
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
  // What the book has nowhere else.
  ['VASILISSA sat', 'Vasilissa sat'],
  ['AN AMARANTH grew', 'An amaranth grew'],
  // Marks and lines stay where they are.
  ['<span class="smcap">O<b>NCE</b></span> upon', '<span class="small-caps">O<strong>nce</strong></span> upon'],
  ['ONCE UPON<br>A TIME there was &amp; is', 'Once upon<br />a time there was &amp; is'],
])('the printer’s capitals at the beginning go: %s', (printed, written) => {
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
])('other capitals stay: %s', (printed) => {
  expect(calm(`<p>${printed}${/[a-z]/.test(printed) ? ' and so on' : ''}</p>`)).toEqual([
    `${printed}${/[a-z]/.test(printed) ? ' and so on' : ''}`,
  ]);
});

test('each chapter has a beginning, and nothing else is one', () => {
  const body = '<p>ONCE he came.</p><p>THERE he stood.</p><h2>II</h2><p style="text-align: center">A SONG of it</p><p>IN the wood.</p>';
  expect(calm(body)).toEqual(['Once he came.', 'THERE he stood.', 'II', 'A SONG of it', 'In the wood.']);
});
