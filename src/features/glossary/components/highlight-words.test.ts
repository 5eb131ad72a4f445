import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { GLOSSARY } from '../glossary-words.ts';
import { createMatcher } from './highlight-words.ts';

const match = createMatcher(GLOSSARY);
const found = (text: string, before = '') => match(text, before).map(({ start, end, word }) => `${text.slice(start, end)}: ${word.word}`);

test('a word is found in each form, ignoring case', () => {
  expect(found('The spindles turned; a Spindle fell. SPINDLES!')).toEqual(['spindles: spindle', 'Spindle: spindle', 'SPINDLES: spindle']);
  expect(found('He smote it, and it was smitten.')).toEqual(['smote: smite', 'smitten: smite']);
  expect(found('a tinder-box, a tinderbox')).toEqual(['tinder-box: tinder-box', 'tinderbox: tinder-box']);
});

test('every form of every word is found, alone and in a sentence', () => {
  for (const { forms, word } of GLOSSARY) {
    for (const form of forms) {
      expect(found(form), form).toEqual([`${form}: ${word}`]);
      expect(found(`"Then, ${form}, " they said.`), form).toEqual([`${form}: ${word}`]);
    }
  }
});

test('nothing is found inside other words', () => {
  expect(found('He went well through the smell, unfain; the shell, the mead-hall, we’ll and you’ll.')).toEqual([]);
  const letters = fc.string({ unit: fc.constantFrom(...'abcdeilnorst'), minLength: 1, maxLength: 3 });
  const known = new Set(GLOSSARY.flatMap(({ forms }) => forms.map((form) => form.toLowerCase())));
  fc.assert(
    fc.property(fc.constantFrom('ell', 'wan', 'ere', 'nigh', 'aught'), letters, (word, more) => {
      fc.pre(!known.has(word + more) && !known.has(more + word));
      expect(found(`${word + more} ${more + word} ${word}-${more} ${more}-${word}`).filter((text) => text.endsWith(`: ${word}`))).toEqual(
        [],
      );
    }),
  );
});

test('possessives, quotation marks and apostrophes', () => {
  expect(found("the miller's mill, the miller’s mill")).toEqual(['miller: miller', 'miller: miller']);
  expect(found("'Yonder', he said, '’tis 'tis' o’er")).toEqual(['Yonder: yonder', "’tis: 'tis", "'tis: 'tis", "o’er: o'er"]);
});

test('ambiguous words match only in unambiguous forms', () => {
  expect(found('He turned the page of the book. You art lovers wilt in the sun.')).toEqual([]);
  expect(found("The king's page bowed: thou art welcome, wilt thou come?").map((text) => text.split(': ')[1])).toEqual(
    ['page', 'thou', 'wilt'].flatMap((word) => (word === 'thou' ? ['art'] : [word])),
  );
});

test('a capitalized word within a sentence is a name, except in old spelling', () => {
  expect(found('Then came Mr. Miller with John Squire.')).toEqual([]);
  expect(found('And the Miller said: Hearken. "Alas!"')).toEqual(['Miller: miller', 'Hearken: hearken', 'Alas: alas']);
  expect(found('the Moors of Spain, the moors of Jutland')).toEqual(['moors: moor']);
  expect(found('Miller was his name', 'Old John ')).toEqual([]);
});

test('the longest match wins', () => {
  expect(found('for ever and for aye; aye, sir')).toEqual(['for aye: for aye', 'aye: aye']);
});

test('matches are in bounds and do not overlap', () => {
  const words = fc.constantFrom('thou', 'Yonder', "'tis", 'page', 'boy', 'the', 'Miller', '—', '“', '”', 'ä', '👑', '\n', 'peck', 'of');
  fc.assert(
    fc.property(fc.array(words), fc.constantFrom('', ' '), (parts, space) => {
      const text = parts.join(space);
      let last = 0;
      for (const { start, end } of match(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }),
  );
});
