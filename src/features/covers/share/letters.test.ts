import { expect, test } from 'vitest';
import { settableText } from './letters.ts';

test.each(['The Snow Queen', 'Dvanáct měsíčků', 'Asbjørnsen', 'Momotarō', 'Łódź', 'Œuvre — “L’Œil” …', 'Βασιλιάς', 'Царевна', 'Ông Gióng'])(
  '%s can be set',
  (text) => {
    expect(settableText(text)).toBe(text);
  },
);

test('letters are composed and spaces drawn together', () => {
  expect(settableText(' me\u030csi\u0301c\n\u00a0 x ')).toBe('měsíc x');
});

test('signs without a letter are dropped, a name with a missing letter is left out', () => {
  expect(settableText('The Moon 🌙')).toBe('The Moon');
  expect(settableText('\u00ad \u200b')).toBe('');
  expect(settableText('桃太郎')).toBe('');
  expect(settableText('Momotarō 桃太郎')).toBe('');
});
