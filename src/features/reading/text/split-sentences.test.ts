import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { splitSentences } from './split-sentences.ts';

test('every character that is not white space lies in exactly one sentence', () => {
  const piece = fc.constantFrom(
    'He',
    ' ',
    '.',
    '!',
    '?',
    '"',
    '„',
    '“',
    '»',
    '«',
    '—',
    '…',
    '3',
    '\n',
    'Mr',
    'ging',
    '(',
    ')',
    '\u00a0',
    '-',
    "'s",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('en', 'de', 'fr', 'no language', ''), (pieces, language) => {
      const text = pieces.join('');
      const sentences = splitSentences(text, language);
      expect(
        sentences
          .map(({ start, end }) => text.slice(start, end))
          .join('')
          .replace(/\s/g, ''),
      ).toBe(text.replace(/\s/g, ''));
      for (const { start, end } of sentences) expect(text.slice(start, end)).toMatch(/^\S(?:[^]*\S)?$/);
    }),
  );
});
