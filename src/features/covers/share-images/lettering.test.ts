import { expect, test } from 'vitest';
import { settableText } from './lettering.ts';

test.each(['The Snow Queen', 'Dvanáct měsíčků', 'Asbjørnsen', 'Momotarō', 'Łódź', 'Œuvre — “L’Œil” …', 'Βασιλιάς', 'Царевна', 'Ông Gióng'])(
  '%s can be rendered',
  (text) => {
    expect(settableText(text)).toBe(text);
  },
);

test('characters are composed and spaces collapsed', () => {
  expect(settableText(' me\u030csi\u0301c\n\u00a0 x ')).toBe('měsíc x');
});

test('symbols without a glyph are dropped, a name with a missing glyph is omitted', () => {
  expect(settableText('The Moon 🌙')).toBe('The Moon');
  expect(settableText('\u00ad \u200b')).toBe('');
  expect(settableText('桃太郎')).toBe('');
  expect(settableText('Momotarō 桃太郎')).toBe('');
});
