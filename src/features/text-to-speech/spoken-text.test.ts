import { expect, test } from 'vitest';
import { countWords, splitForRemoteVoice, spokenText } from './spoken-text.ts';

test.each([
  ['He looked—and there she stood.', 'He looked, and there she stood.'],
  ['He looked — and there she stood.', 'He looked, and there she stood.'],
  ['The king – he was old – slept.', 'The king, he was old, slept.'],
  ['“Wait!”—but she had gone.', '“Wait!” but she had gone.'],
  ['“But I—” said the frog.', '“But I…” said the frog.'],
  ['— Who is there? said he.', 'Who is there? said he.'],
  ['a well-known\u00A0tale\n from  long\u00ADago', 'a well-known tale from longago'],
  ['* * *', ''],
  ['—', ''],
])('%s', (text, said) => {
  expect(spokenText(text)).toBe(said);
});

test('text for remote voices is split after commas, else between words, without loss', () => {
  expect(splitForRemoteVoice('short', 10)).toEqual(['short']);
  expect(splitForRemoteVoice('one, two three, four', 16)).toEqual(['one, two three,', 'four']);
  expect(splitForRemoteVoice('abcdefgh ijklmn', 10)).toEqual(['abcdefgh', 'ijklmn']);
  expect(splitForRemoteVoice('abcdefghijklmn', 10).join('')).toBe('abcdefghijklmn');
});

test('words are counted as they are spoken', () => {
  expect(countWords('“It’s the king’s,” he said — 3 times.')).toBe(7);
});
