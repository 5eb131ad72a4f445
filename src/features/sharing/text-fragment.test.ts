import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { describePassage, findPassage, readFragment, wholeWords, writeFragment } from './text-fragment.ts';

/** Generates repetitive texts in several scripts, with punctuation and line breaks. */
const word = fc.constantFrom(
  'the',
  'The',
  'fox',
  'fox,',
  '“said',
  'a-b',
  "o'er",
  'Ä',
  'été',
  'дом',
  '👑',
  '100%',
  '&',
  'x,y',
  '-',
  'İstanbul',
);
const text = fc.array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '\n')), { minLength: 1, maxLength: 60 }).map((words) =>
  words
    .map((part) => part.join(''))
    .join('')
    .trim(),
);
const selection = fc.tuple(text, fc.nat(), fc.nat()).map(([flat, a, b]) => {
  const [from, to] = [a % (flat.length + 1), b % (flat.length + 1)].sort((x, y) => x - y) as [number, number];
  return { flat, from, to };
});

test('a link targets only the selected words', () => {
  fc.assert(
    fc.property(selection, ({ flat, from, to }) => {
      const whole = wholeWords(flat, from, to);
      if (whole === null) return;
      const words = readFragment(writeFragment(describePassage(flat, ...whole)));
      expect(words).not.toBeNull();
      if (words !== null) expect(findPassage(flat, words)).toEqual(whole);
    }),
    { numRuns: 1_000 },
  );
});

test('a link without directive is equivalent', () => {
  fc.assert(
    fc.property(selection, ({ flat, from, to }) => {
      const whole = wholeWords(flat, from, to);
      if (whole === null) return;
      const fragment = writeFragment(describePassage(flat, ...whole));
      expect(readFragment(fragment.split(':~:')[0] ?? '')).toEqual(readFragment(fragment));
    }),
  );
});

const TALE =
  'Once there was a king. He had a fox.\nThe fox had a king, and the king had a long, long tail of which he was proud.\nHe had a fox.';

test('ambiguous words get context', () => {
  const at = TALE.lastIndexOf('He had a fox');
  expect(describePassage(TALE, at, at + 12)).toEqual({ prefix: 'was proud.', start: 'He had a fox', end: '', suffix: '' });
  expect(describePassage(TALE, 0, 4)).toEqual({ prefix: '', start: 'Once', end: '', suffix: '' });
});

test('a passage over several lines is identified by its ends', () => {
  const from = TALE.indexOf('He had');
  const to = TALE.indexOf(' tail') + 5;
  expect(describePassage(TALE, from, to)).toEqual({ prefix: '', start: 'He had a fox.', end: 'a long, long tail', suffix: '' });
});

test('in an edited text it is found by its words', () => {
  const at = TALE.lastIndexOf('He had a fox');
  const words = describePassage(TALE, at, at + 12);
  expect(findPassage(`A new beginning.\n${TALE}`, words)).toEqual([at + 17, at + 29]);
  expect(findPassage(TALE.replace('proud', 'glad'), words)).toEqual([TALE.indexOf('He had'), TALE.indexOf('He had') + 12]);
  expect(findPassage('“He had a fox’s tail”', { prefix: '', start: '"he had a fox\'s', end: '', suffix: '' })).toEqual([0, 15]);
  expect(findPassage('Nothing of it is left.', words)).toBeNull();
});

test('selections expand to whole words', () => {
  expect(wholeWords(TALE, 6, 8)).toEqual([5, 10]);
  expect(wholeWords(TALE, 4, 5)).toBeNull();
  expect(wholeWords('a — b', 2, 3)).toBeNull();
});

test('the fragment follows the draft', () => {
  const words = { prefix: 'he said, -', start: 'well-known', end: "o'er & o'er", suffix: 'yes.' };
  const text = 'he%20said%2C%20%2D-,well%2Dknown,o%27er%20%26%20o%27er,-yes%2E';
  expect(writeFragment(words)).toBe(`#words=${text}:~:text=${text}`);
  expect(readFragment(`#words=${text}`)).toEqual(words);
});

test.each(['', '#', '#chapter', '#words=', '#words=%', '#words=a,b,c', '#words=,', '#words=a-,', '#words=,-a'])(
  '%j names no passage',
  (hash) => {
    expect(readFragment(hash)).toBeNull();
  },
);

test('no URL makes it throw', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('#words=', ',', '-', '%', '%20', 'a', ':~:text=', 'é') }),
      (hash) => void readFragment(`#words=${hash}`),
    ),
  );
});
