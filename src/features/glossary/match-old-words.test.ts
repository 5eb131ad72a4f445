import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { createMatcher } from './match-old-words.ts';
import { OLD_WORDS } from './old-words.ts';

const match = createMatcher(OLD_WORDS);
const found = (text: string, before = '') => match(text, before).map(({ start, end, word }) => `${text.slice(start, end)}: ${word.word}`);

test('a word is found in each of its forms, whatever the case', () => {
  expect(found('The spindles turned; a Spindle fell. SPINDLES!')).toEqual(['spindles: spindle', 'Spindle: spindle', 'SPINDLES: spindle']);
  expect(found('He smote it, and it was smitten.')).toEqual(['smote: smite', 'smitten: smite']);
  expect(found('a tinder-box, a tinderbox')).toEqual(['tinder-box: tinder-box', 'tinderbox: tinder-box']);
});

test('every form of every word is found, alone and in a sentence', () => {
  for (const { forms, word } of OLD_WORDS) {
    for (const form of forms) {
      expect(found(form), form).toEqual([`${form}: ${word}`]);
      expect(found(`"Then, ${form}, " they said.`), form).toEqual([`${form}: ${word}`]);
    }
  }
});

test('nothing is found inside other words', () => {
  expect(found('He went well through the smell, unfain; the shell, the mead-hall, we’ll and you’ll.')).toEqual([]);
  const letters = fc.string({ unit: fc.constantFrom(...'abcdeilnorst'), minLength: 1, maxLength: 3 });
  const known = new Set(OLD_WORDS.flatMap(({ forms }) => forms.map((form) => form.toLowerCase())));
  fc.assert(
    fc.property(fc.constantFrom('ell', 'wan', 'ere', 'nigh', 'aught'), letters, (word, more) => {
      fc.pre(!known.has(word + more) && !known.has(more + word));
      expect(found(`${word + more} ${more + word} ${word}-${more} ${more}-${word}`).filter((text) => text.endsWith(`: ${word}`))).toEqual(
        [],
      );
    }),
  );
});

test('what somebody owns, marks of quotation and apostrophes', () => {
  expect(found("the miller's mill, the miller’s mill")).toEqual(['miller: miller', 'miller: miller']);
  expect(found("'Yonder', he said, '’tis 'tis' o’er")).toEqual(['Yonder: yonder', "’tis: 'tis", "'tis: 'tis", "o’er: o'er"]);
});

test('words that everybody knows in another sense only where it is sure', () => {
  expect(found('He turned the page of the book. You art lovers wilt in the sun.')).toEqual([]);
  expect(found("The king's page bowed: thou art welcome, wilt thou come?").map((text) => text.split(': ')[1])).toEqual(
    ['page', 'thou', 'wilt'].flatMap((word) => (word === 'thou' ? ['art'] : [word])),
  );
});

test('a capital within a sentence is a name, except in old spelling', () => {
  expect(found('Then came Mr. Miller with John Squire.')).toEqual([]);
  expect(found('And the Miller said: Hearken. "Alas!"')).toEqual(['Miller: miller', 'Hearken: hearken', 'Alas: alas']);
  expect(found('the Moors of Spain, the moors of Jutland')).toEqual(['moors: moor']);
  expect(found('Miller was his name', 'Old John ')).toEqual([]);
});

test('the longest wording counts', () => {
  expect(found('for ever and for aye; aye, sir')).toEqual(['for aye: for aye', 'aye: aye']);
});

test('found places lie in the text, one after the other', () => {
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
