import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { htmlToText } from '#src/features/tale-html/plain-text.ts';
import { readTales } from '../archive/read-tales.ts';
import { kindOf } from '../formats/accepted-files.ts';
import { isNear, NearDuplicateIndex, signatureOf, similarity } from './near-duplicates.ts';

/** A thousand words, of which every `step`-th is replaced; 0 for none. */
const text = (step: number, other = 'other') =>
  Array.from({ length: 1000 }, (_, at) => (step > 0 && at % step === 0 ? `${other}${at}` : `w${(at * 7919) % 997}`)).join(' ');

describe('two texts', () => {
  test('that differ only in punctuation, case and accents are equal', () => {
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
  ])('with every %i-th word replaced have the similarity of their shared word trigrams', (step, near) => {
    expect(Math.abs(similarity(signatureOf(text(0), 'en').signature, signatureOf(text(step), 'en').signature) - near)).toBeLessThan(0.15);
  });

  test('are near-duplicates with few changes and not in another translation', () => {
    const { signature } = signatureOf(text(0), 'en');
    expect(isNear(signature, signatureOf(text(40), 'en').signature)).toBe(true);
    expect(isNear(signature, signatureOf(text(4), 'en').signature)).toBe(false);
  });

  test('in two languages share no band, unless only the region differs', () => {
    const bands = (language: string) => signatureOf(text(0), language).bands;
    expect(bands('de').some((band) => bands('en').includes(band))).toBe(false);
    expect(bands('en-GB')).toEqual(bands('en'));
  });

  test('of very few words also have signatures', () => {
    for (const few of ['', 'one', 'one two', '中文']) expect(signatureOf(few, 'en').signature).toHaveLength(72);
    expect(isNear(signatureOf('one', 'en').signature, signatureOf('two', 'en').signature)).toBe(false);
  });
});

test('finds the first near-duplicate of another book in the index', () => {
  const index = new NearDuplicateIndex();
  const near = (title: string) => ({ taleId: null, title, book: 'B' });
  index.add(signatureOf(text(0), 'en'), 'b', near('first'));
  index.add(signatureOf(text(50), 'en'), 'c', near('second'));
  expect(index.find(signatureOf(text(0), 'en'), 'a')?.title).toBe('first');
  expect(index.find(signatureOf(text(0), 'en'), 'b')?.title).toBe('second');
  expect(index.find(signatureOf(text(2), 'en'), 'a')).toBeUndefined();
});

/** Beside the repository or its parent folder. */
const library = ['../shared/library', '../../shared/library'].find((each) => existsSync(each)) ?? '';

async function textsOf(file: string): Promise<{ title: string; text: string }[]> {
  const handle = await open(path.join(library, file));
  const { tales } = await readTales(handle.fd, { kind: kindOf(file) ?? 'text', hash: '', fileName: file }).finally(() => handle.close());
  return tales.map(({ title, content }) => ({ title, text: htmlToText(content) }));
}

describe.skipIf(library === '')('in the books of the library', () => {
  test.each([
    ['the same text twice', 'gutenberg-txt/grimm-taylor-edwardes.txt', 'gutenberg-epub/grimm-taylor-edwardes.epub', 62],
    ['two editions', 'gutenberg-txt/dasent-norse.txt', 'gutenberg-html/east-of-the-sun.html', 13],
    ['two translations of fables', 'gutenberg-txt/aesop-townsend.txt', 'gutenberg-html/aesop-vernon-jones.html', 0],
    ['two translations of Andersen', 'gutenberg-txt/andersen-1597.txt', 'gutenberg-html/andersen-paull.html', 0],
  ])('%s', async (_, first, second, count) => {
    const index = new NearDuplicateIndex();
    for (const { title, text } of await textsOf(first)) index.add(signatureOf(text, 'en'), first, { taleId: null, title, book: first });
    const found = (await textsOf(second)).filter(({ text }) => index.find(signatureOf(text, 'en'), second) !== undefined);
    expect(found.map(({ title }) => title)).toHaveLength(count);
  });
});
