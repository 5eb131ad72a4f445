import { describe, expect, test } from 'vitest';
import { NearIndex } from './near-index.ts';
import { isNear, likeness, signatureOf } from './signature.ts';

/** A thousand words, of which those at every `step`-th place are others; 0: none. */
const text = (step: number, other = 'other') =>
  Array.from({ length: 1000 }, (_, at) => (step > 0 && at % step === 0 ? `${other}${at}` : `w${(at * 7919) % 997}`)).join(' ');

describe('two texts', () => {
  test('that differ in signs, case and accents alone are the same', () => {
    const [one, other] = ["The King's daughter, Élise, said: “No-one!”", 'the kings daughter elise said noone'].map((words) =>
      signatureOf(words, 'en'),
    );
    expect(other).toEqual(one);
  });

  test.each([
    [0, 1],
    [30, 0.82],
    [10, 0.54],
    [3, 0],
  ])('with another word at every %i-th place are about as near as they share runs of three words', (step, near) => {
    expect(Math.abs(likeness(signatureOf(text(0), 'en').signature, signatureOf(text(step), 'en').signature) - near)).toBeLessThan(0.15);
  });

  test('are near with a word here and there, and not in another wording', () => {
    const { signature } = signatureOf(text(0), 'en');
    expect(isNear(signature, signatureOf(text(40), 'en').signature)).toBe(true);
    expect(isNear(signature, signatureOf(text(4), 'en').signature)).toBe(false);
  });

  test('of two languages share no band; one with a region does', () => {
    const bands = (language: string) => signatureOf(text(0), language).bands;
    expect(bands('de').some((band) => bands('en').includes(band))).toBe(false);
    expect(bands('en-GB')).toEqual(bands('en'));
  });

  test('of hardly any words are signed, too', () => {
    for (const few of ['', 'one', 'one two', '中文']) expect(signatureOf(few, 'en').signature).toHaveLength(72);
    expect(isNear(signatureOf('one', 'en').signature, signatureOf('two', 'en').signature)).toBe(false);
  });
});

test('an index finds the first of another book', () => {
  const index = new NearIndex();
  const near = (title: string) => ({ taleId: null, title, book: 'B' });
  index.add(signatureOf(text(0), 'en'), 'b', near('first'));
  index.add(signatureOf(text(50), 'en'), 'c', near('second'));
  expect(index.find(signatureOf(text(0), 'en'), 'a')?.title).toBe('first');
  expect(index.find(signatureOf(text(0), 'en'), 'b')?.title).toBe('second');
  expect(index.find(signatureOf(text(2), 'en'), 'a')).toBeUndefined();
});
